import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {findEntry, findGroup} from '../../src/cli/find/command-tree.ts';
import {commandTree} from '../../src/command-table.ts';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * Every command that a message of the program tells to type, found in its source, is typed here: it exists, takes what it is
 * given, and ends well. What a template leaves open is filled in.
 */

const source = join(import.meta.dirname, '../../src');
/** Help topics and examples have tests of their own; scripts of shells are no messages. */
const isOther = /^(reference|sandbox|commands\/completion)/;
const isComment = /^\s*(\*|\/\/|\/\*)|\b(caption|line):/;

const files = readdirSync(source, {recursive: true, encoding: 'utf8'}).filter(
	name => name.endsWith('.ts') && !isOther.test(name),
);
const phrases = files.flatMap(name => {
	const lines = readFileSync(join(source, name), 'utf8').split('\n');
	const text = lines.filter(line => !isComment.test(line)).join('\n');
	return [...text.matchAll(/usagectl ((?:\$\{[^}]*\}|[^'"`\n;,:()])+)/g)].map(([, phrase = '']) => phrase.trim());
});

// Files of few days: each of them is zipped to be listed.
const sandbox = await started({assume: ['file-days=9']});
const folder = mkdtempSync(join(tmpdir(), 'hints-'));
const env = {USAGECTL_CONFIG_DIR: join(folder, 'config'), ...sandbox.env};
const home = process.cwd();
// Some commands write into the working folder.
beforeAll(() => process.chdir(folder));
afterAll(() => {
	process.chdir(home);
	rmSync(folder, {recursive: true, force: true});
});

const type = (line: string) => {
	const terminal = /usagectl (login|keys u)/.test(line) ? {columns: 80, answers: [sandbox.admin.password, 'yes']} : {};
	// The doctor compares this clock with the service's.
	const clock = fakeClock(line.includes('doctor') ? '2026-06-30T23:59:59Z' : '2026-06-30T12:00:00Z');
	return usagectl(line, {env, clock, ...terminal});
};

let run = '';
beforeAll(async () => {
	process.chdir(folder);
	const keys = join(folder, 'keys.csv');
	writeFileSync(keys, 'licenseKey,installQuota\nAAAA-BBBB,5\n');
	expect(await type('usagectl questions init')).toMatchObject({exitCode: 0});
	expect(await type(`usagectl keys update ${keys} -y`)).toMatchObject({exitCode: 0});
	run = (await type('usagectl keys runs -o csv --no-header --fields run')).stdout.split('\n')[0] ?? '';
});

/** What the templates of messages stand for. */
const meanings = (): readonly (readonly [RegExp, string])[] => [
	[/\$\{profile === [^`]*/, ''],
	[/\$\{(header\.)?run\}/, run],
	[/ \$\{flags\}/, ''],
	[/\$\{endpoint\.path\}/, '/licenseKeys/listKeys'],
	[/\$\{(ports\.)?kind\}/, 'exceptions'],
	[/\$\{profile\}/, 'default'],
	[/(?<=advance )\$\{near\}/, '1d'],
	[/(?<=values )\$\{name\}/, 'prodVersion'],
	[/(?<=help )\$\{name\}/, 'filters'],
	[/(?<=why )\$\{name\}/, 'lost'],
	[/\$\{(path|command)\}(?= --help)/, 'report current'],
	[/(?<=values )X\b/, 'prodVersion'],
	[/(?<=help )X\b/, 'filters'],
	// Its statement is in quotes.
	[/^query$/, 'query --help'],
	[/\.$/, ''],
	[/(?<=--engine )URL\b/, 'trino://ada@127.0.0.1:1/c/s'],
	[/\bURL\b/, sandbox.baseUrl],
	[/\bID\b/, String(sandbox.product)],
	[/\bDIR\b/, join(folder, 'crashes')],
	[/ \$\{(newer\.question|name|question)\}/, ''],
	[/\$\{isSynthetic.*$/, ''],
	// The usual size takes seconds to make.
	[/^sandbox reset$/, 'sandbox reset --size 60'],
];
const filled = (phrase: string) => meanings().reduce((text, [form, value]) => text.replace(form, value), phrase);

/** The words to type: the command, then flags and what looks like a value; prose ends them. */
async function wordsOf(phrase: string): Promise<readonly string[]> {
	const words = filled(phrase).split(/\s+/);
	const paths = words.map((_, index) => words.slice(0, index + 1).join(' '));
	const path = paths.findLast(each => findEntry(commandTree, each) ?? findGroup(commandTree, each));
	if (path === undefined) return words[0]?.startsWith('--') ? words.slice(0, 1) : [];
	const length = path.split(' ').length;
	const {args = []} = (await findEntry(commandTree, path)?.load()) ?? {};
	const rest = words.slice(length);
	const most = path === 'help' ? 1 : args.filter(({name}) => !name.endsWith('...]')).length;
	const end = rest.findIndex((word, index) => index >= most && !/^(-|[A-Z0-9/.]|http|trino|default$)/.test(word));
	return words.slice(0, length + (end < 0 ? rest.length : end));
}

/** Commands that a sentence names, and does not tell to type as they are. */
const parts = new Map([
	['usagectl profile set', /a setting is missing/],
	['usagectl filter convert', /an expression is missing/],
	['usagectl exceptions engine-setup LOCATION', /--engine is missing/],
	['usagectl questions run', /there is no usagectl\.yaml in this folder/],
	['usagectl questions digest', /there is no usagectl\.yaml in this folder/],
	['usagectl exceptions sync', /<dir> is missing/],
	['usagectl history list', /there is no usagectl\.yaml in this folder/],
	['usagectl history show', /there is no usagectl\.yaml in this folder|is missing/],
	['usagectl history prune --forget-before -90d', /there is no usagectl\.yaml in this folder/],
	['usagectl report why event', /no event is given/],
	['usagectl report why event --event', /needs a value/],
	['usagectl questions add', /<name> and <line> are missing/],
	['usagectl questions add NAME --', /<line> is missing/],
	['usagectl questions add by-edition --', /<line> is missing/],
	['usagectl mcp --print-config', /needs a value/],
	['usagectl report support', /<expression> is missing/],
]);

test('every command that a message names can be typed and succeeds', async () => {
	expect(phrases.length).toBeGreaterThan(30);
	const failed: string[] = [];
	for (const phrase of new Set(phrases)) {
		const words = await wordsOf(phrase);
		if (words.length === 0) continue;
		const line = `usagectl ${words.join(' ')}`;
		const {exitCode, stderr} = await type(line);
		rmSync('usagectl.yaml', {force: true});
		const isPart = parts.get(line)?.test(stderr) ?? false;
		if (exitCode !== 0 && !isPart) failed.push(`${phrase}: ${line}: ${exitCode} ${stderr}`);
	}
	expect(failed.join('\n')).toBe('');
});

/** A mistake, and the part of its hint that is added to the line, or the line that it becomes. */
test.each([
	['report current --from 2020-01-01', '--clamp'],
	['report current --from -30d --segment-by prodEdition', '--level prodEdition'],
	['report churn --segment Home', '--segment-by prodEdition'],
	['report events timeline --from -30d', '--event Export/PDF'],
	['report current --from -30d --sort active', '--level prodVersion'],
	['report current --from -30d --level prodEdition --sort lost', '--status new,active,lost'],
	['report current --from -30d --filter country=XK', '--any-code'],
	['props values', 'prodVersion'],
])('`%s` succeeds with %s, as its hint says', async (line, addition) => {
	const mistaken = await type(`usagectl ${line}`);
	expect(mistaken.exitCode).toBe(2);
	const [flag = ''] = addition.split(' ');
	expect(mistaken.stderr).toContain(flag);
	const obeyed = line.replace(/--segment-by prodEdition$/, '');
	expect(await type(`usagectl ${obeyed} ${addition}`)).toMatchObject({exitCode: 0});
});

test.each([
	['props values nosuch', 'usagectl --sandbox props list'],
	['props values nosuch -o json', 'usagectl --sandbox props list'],
	['report current --level nosuch --filter zzz=1', "'zzz'; run usagectl --sandbox props list"],
	['exceptions top nosuch', 'usagectl --sandbox exceptions sync nosuch'],
	['release list --crashes nosuch', 'usagectl --sandbox exceptions sync nosuch'],
	['report current --from -30d extra', 'see usagectl report current --help'],
])('the hint of `--sandbox %s` names the sandbox where it is asked', async (line, hint) => {
	expect((await type(`usagectl --sandbox ${line}`)).stderr).toContain(hint);
});

test('without --sandbox, no hint names it', async () => {
	expect((await type('usagectl props values nosuch')).stderr).toContain('run usagectl props list');
});
