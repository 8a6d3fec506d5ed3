import fc from 'fast-check';
import {expect, test} from 'vitest';
import {commandTree} from '../../../src/command-table.ts';
import {suggest} from '../../../src/reference/completion/suggest.ts';
import {readLine} from '../../../src/reference/completion/typed-line.ts';

const known: Readonly<Record<string, readonly string[]>> = {
	'values os.version': ['Microsoft Windows 10', 'Microsoft Windows 11', 'macOS 15'],
	'values prodVersion': ['5.0', '5.1'],
	'values prodBuild': ['10', '10 beta'],
	'values geography.country': ['France', 'Germany'],
	'files exceptions': ['1_exc_2026-03-01.zip'],
	events: ['["Files","Open"]', '["Files","Save as"]', '["Edit","Find & Replace"]', '[null,"Start"]'],
};
const lookup = {
	known: async (heading: string) => known[heading] ?? [],
	profiles: async () => ['default', 'work'],
	products: async () => [{text: 'Aurora Viewer', summary: '5000000102'}],
	runs: async () => [{text: 'r1', summary: 'update keys.csv, finished'}],
	questions: async () => [{text: 'active', summary: 'Active installations'}],
	fingerprints: async ([folder]: readonly string[]) =>
		folder === 'crashes' ? [{text: '1f0c2b3a4d5e6f70', summary: 'NullPointerException Open'}] : [],
	versions: async ([folder]: readonly string[]) => (folder === 'crashes' ? ['4.9', '5.0', '4.10'] : []),
};
const after = async (line: string) =>
	(await suggest(readLine(line).words.slice(1), {tree: commandTree, lookup, today: '2026-06-30'})).map(
		({text}) => text,
	);

test.each([
	['usagectl rep', ['report']],
	['usagectl report current -o ', ['table', 'json', 'ndjson', 'csv', 'tsv', 'md']],
	['usagectl report current --out x -o ', ['table', 'json', 'ndjson', 'csv', 'tsv', 'md', 'xlsx', 'parquet']],
	['usagectl keys list -o d', ['dashboard']],
	['usagectl questions run -o j', ['json', 'junit']],
	['usagectl exceptions show ', ['1f0c2b3a4d5e6f70']],
	['usagectl exceptions mark ', ['1f0c2b3a4d5e6f70']],
	['usagectl exceptions mark 1f0c ', ['known', 'fixed-in', 'ignore-until', 'open']],
	['usagectl --sandbox report current -p ', ['Aurora Viewer']],
	['usagectl report ', ['current', 'usage', 'churn', 'events', 'support', 'why']],
	['usagectl -p 1 report cur', ['current']],
	['usagectl report current --fil', ['--filter']],
	['usagectl release check ', ['latest', '5.1', '5.0', '4.10', '4.9']],
	['usagectl release check --crashes elsewhere ', ['latest', '5.1', '5.0']],
	['usagectl release check 5.1 --against ', ['previous', 'all-others', '5.1', '5.0', '4.10', '4.9']],
	['usagectl release check 4.', ['4.10', '4.9']],
	['usagectl report current --compa', ['--compare']],
	['usagectl report churn --compa', ['--compare']],
	['usagectl report current --htm', ['--html']],
	['usagectl keys list --htm', []],
	['usagectl questions digest --titl', ['--title']],
	['usagectl report current --status ', ['new', 'active', 'lost']],
	['usagectl report current --output=c', ['--output=csv']],
	["usagectl report current --filter 'prodV", ['prodVersion']],
	["usagectl report current --filter 'prodVersion=4.* and touchS", ['prodVersion=4.* and touchScreen']],
	["usagectl report current --filter 'prodBuild=10", ['prodBuild=10', 'prodBuild=10 beta']],
	["usagectl report current --filter 'prodBuild=10 beta", []],
	[
		"usagectl report current --filter 'os.version=Mic",
		['os.version=Microsoft Windows 10', 'os.version=Microsoft Windows 11'],
	],
	[
		'usagectl report current --filter "country=U',
		['country=UA', 'country=UG', 'country=UM', 'country=US', 'country=UY', 'country=UZ'],
	],
	['usagectl keys list --filter overQ', ['overQuotaCount']],
	['usagectl props values cou', ['country']],
	['usagectl report current --level cou', ['country']],
	["usagectl report current --filter 'ram>=8GB and cou", ['ram>=8GB and country']],
	['usagectl report events timeline --event prodV', []],
	['usagectl props values os.version --match ', ['Microsoft Windows 10', 'Microsoft Windows 11', 'macOS 15']],
	['usagectl props values country --match G', ['Germany']],
	['usagectl exceptions download ', ['1_exc_2026-03-01.zip']],
	['usagectl profile use w', ['work']],
	['usagectl questions run a', ['active']],
	['usagectl exceptions show crashes 1f', ['1f0c2b3a4d5e6f70']],
	['usagectl exceptions show crashes 2', []],
	['usagectl exceptions mark ', ['1f0c2b3a4d5e6f70']],
	['usagectl exceptions mark --crashes old ', []],
	['usagectl exceptions mark 1f0c2b3a4d5e6f70 kn', ['known']],
	['usagectl exceptions show 1f0c ', [':file']],
	['usagectl report churn --compare p', ['previous']],
	['usagectl report churn --segment-by inst', ['installationMonth', 'installationWeek']],
	["usagectl report current --filter 'not n", []],
	["usagectl report current --filter 'os.version=macOS 15,m", []],
	['usagectl completion f', ['fish']],
	['usagectl keys update ', [':file']],
	["usagectl report current --filter 'ram", ['ram=', 'ram>=', 'ram<=']],
	["usagectl report current --filter 'prodEdition=", []],
	["usagectl report current --filter 'prodEdition=n", ['prodEdition=null']],
	["usagectl report current --filter 'os.version=macOS 15'", []],
	['usagectl report events timeline --event Fil', ['Files/Open', 'Files/Save as']],
	['usagectl report events timeline --event Files/O', ['Files/Open']],
	["usagectl report events timeline --event 'Files/S", ['Files/Save as']],
	["usagectl report events timeline --event 'Edit/", ['Edit/"Find & Replace"']],
	[
		"usagectl report current --filter 'lifetimeEventUsage(Files/",
		['lifetimeEventUsage(Files/Open', 'lifetimeEventUsage(Files/Save as'],
	],
	['usagectl report churn days --fields b', ['bin']],
	['usagectl report churn days --fields bin,', ['bin,installations']],
	['usagectl keys list --sort overQ', ['overQuotaCount']],
	['usagectl keys list --sort addedDate', ['addedDate', 'addedDate:asc', 'addedDate:desc']],
	['usagectl report current --status new,', ['new,active', 'new,lost']],
	['usagectl report current --from last-m', ['last-month']],
	['usagectl report current --from -3', ['-30d']],
	[
		'usagectl report current --period last-',
		['last-week', 'last-month', 'last-quarter', 'last-year', 'last-30-days', 'last-8-weeks', 'last-12-months'],
	],
	['usagectl exceptions top crashes --period 2026-Q', ['2026-Q2', '2026-Q1']],
	['usagectl report current --today 2026-0', ['2026-06-30']],
	['usagectl keys undo ', ['r1']],
	['usagectl help filt', ['filter', 'filters']],
	['usagectl help report ch', ['churn']],
	['usagectl profile set --unset out', ['output']],
	['usagectl nonsense ', []],
	['usagectl nonsense --outp', ['--output']],
	['usagectl report churn ', ['retention', 'days', 'sessions', 'runtime', 'events', 'event']],
	['usagectl -p 1 report churn -q ', ['retention', 'days', 'sessions', 'runtime', 'events', 'event']],
	['usagectl report churn --lost', ['--lost-after']],
	['usagectl report churn --lost-after 30 ', []],
	['usagectl report churn retention ', []],
	['usagectl completion -q --color never ', ['bash', 'zsh', 'fish', 'powershell']],
	['usagectl completion bash ', []],
	['usagectl keys get A ', []],
	['usagectl exceptions download 1_exc_2026-02-01.zip ', ['1_exc_2026-03-01.zip']],
])('%s', async (line, expected) => {
	expect(await after(line)).toEqual(expected);
});

test('never throws for a broken line, and every suggestion begins with the typed text', async () => {
	const word = fc.constantFrom(
		'report',
		'current',
		'keys',
		'list',
		'--filter',
		'--level',
		'--event',
		'-p',
		'1',
		"'os.version=",
		'"',
		"'",
		'x=1 and ',
		'--',
		'-',
		'~^[',
		'\\',
		'ram>=',
	);
	await fc.assert(
		fc.asyncProperty(fc.array(fc.oneof(word, fc.string({maxLength: 12})), {maxLength: 7}), async words => {
			const line = `usagectl ${words.join(' ')}`;
			const last = readLine(line).words.at(-1) ?? '';
			for (const text of await after(line)) if (!text.startsWith(':')) expect(text.startsWith(last)).toBe(true);
		}),
		{numRuns: 300},
	);
});

test.each(['report current --level ', "report current --filter '", 'props values ', 'report churn --segment-by '])(
	'`%s` offers the properties that people use first, with their own names, and custom ones last',
	async line => {
		const words = readLine(`usagectl ${line}`).words.slice(1);
		const offered = await suggest(words, {tree: commandTree, lookup, today: '2026-06-30'});
		const [first] = offered.filter(({text}) => /^[a-z]\w+$/.test(text));
		expect(first).toMatchObject({text: 'prodVersion', summary: 'Product Version'});
		const names = offered.map(({text}) => text);
		expect(names.indexOf('C01')).toBeGreaterThan(names.indexOf('javaVmName'));
	},
);
