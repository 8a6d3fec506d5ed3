import {endpointRows} from '../contract/endpoints.ts';
import {type Property, properties} from '../contract/properties.ts';
import {exitCodes} from '../errors.ts';
import {settingTable} from '../session/setting-table.ts';
import {getCommandTree} from './command-tree.ts';

/** Tables of the README, made from the tables that the program runs on. */

const escapeCell = (text: string) => text.replaceAll('|', '\\|');
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(row => `| ${row.map(escapeCell).join(' | ')} |`).join('\n');
const code = (text: string) => `\`${text}\``;

async function commandTable(): Promise<string> {
	const {commands} = await getCommandTree();
	return markdownTable(
		['Command', 'Does', 'Flags of its own'],
		commands.map(({path, summary, flags, arguments: args}) => [
			code([path, ...args.map(({name}) => name)].join(' ')),
			summary,
			flags.map(({flags: text}) => code(/--[\w-]+/.exec(text)?.[0] ?? text)).join(' '),
		]),
	);
}

const kinds: Readonly<Record<Property['kind'], string>> = {
	text: 'text',
	number: 'number',
	date: 'date',
	boolean: 'yes/no',
	flags: 'flags',
	levels: 'levels',
	eventCount: 'count of events',
	campaigns: 'campaigns',
};

const propertyTable = () =>
	markdownTable(
		['Property', 'Name', 'Kind', 'Null', 'Not in the reports on events of lost installations'],
		properties.map(({name, friendlyName, kind, parts, unit, nullable, sets}) => [
			code(name),
			friendlyName,
			[kinds[kind], unit && `in ${unit}`, parts && `(${parts.join(', ')})`].filter(Boolean).join(' '),
			nullable ? 'yes' : '',
			sets.includes('event') ? '' : 'not there',
		]),
	);

const endpointTable = () =>
	markdownTable(
		['Path', 'Does', 'Source'],
		endpointRows.map(({path, summary, source}) => [code(path), summary, source]),
	);

const environmentTable = () =>
	markdownTable(
		['Setting, also a flag', 'Variable', 'Default', 'Meaning'],
		[
			...Object.entries(settingTable).map(([name, row]) => [
				code(`--${name}`),
				'env' in row ? code(row.env) : '',
				'otherwise' in row ? row.otherwise : '',
				row.summary,
			]),
			['', code('USAGECTL_PASSWORD'), '', 'the password itself'],
			['', code('USAGECTL_SESSION_ID'), '', 'a session that is open already'],
			[code('--profile'), code('USAGECTL_PROFILE'), 'default', 'named settings to use'],
			['', code('USAGECTL_CONFIG_DIR'), '', 'folder of settings and state'],
		],
	);

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
	internal: 'a bug in the tool',
	usage:
		'wrong use: flags, filter, dates, CSV, an input file that does not exist, a question that nobody could answer; nothing was sent',
	auth: 'not signed in, session over, wrong password, no permission',
	refused: 'the service refused the request, or answered something the contract does not allow',
	network: 'network, time-out, 429 or 5xx after all retries: try again later',
	partial: 'partly done: rejected keys, some files or products failed, keys not found',
	assertion: 'something you asserted does not hold (`--fail-on-empty`, `--strict`)',
	damaged: 'damaged or unsafe data refused: CRC, truncated or hostile archive',
	locked: 'another run holds the lock',
	disk: 'local disk or permission',
	notReady: 'not ready yet: an open file the service is still processing',
	hangup: 'SIGHUP: state saved, files whole',
	interrupted: 'SIGINT: state saved, files whole, how to resume said',
	brokenPipe: 'the reader of stdout went away',
	terminated: 'SIGTERM: state saved, files whole',
};

const exitCodeTable = () =>
	markdownTable(
		['Code', 'Meaning'],
		[
			['0', 'done, complete'],
			...Object.entries(exitCodes)
				.sort(([, a], [, b]) => a - b)
				.map(([kind, number]) => [String(number), meanings[kind as keyof typeof exitCodes]]),
		],
	);

/** Generated parts of the README by the name of their markers. */
export const getSections = async (): Promise<ReadonlyMap<string, string>> =>
	new Map([
		['commands', await commandTable()],
		['properties', propertyTable()],
		['endpoints', endpointTable()],
		['environment', environmentTable()],
		['exit-codes', exitCodeTable()],
	]);

/** The text with each part between `<!-- name -->` and `<!-- /name -->` replaced; throws where a marker is missing. */
export function fillSections(text: string, sections: ReadonlyMap<string, string>): string {
	return [...sections].reduce((filled, [name, section]) => {
		const [before, rest] = filled.split(`<!-- ${name} -->\n`);
		const after = rest?.split(`<!-- /${name} -->`)[1];
		if (before === undefined || after === undefined) throw new Error(`README has no section ${name}`);
		return `${before}<!-- ${name} -->\n${section}\n<!-- /${name} -->${after}`;
	}, text);
}
