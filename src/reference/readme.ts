import {endpointRows} from '../contract/endpoints.ts';
import {properties} from '../contract/properties.ts';
import type {CommandTree} from '../program/command-tree.ts';
import {settingTable} from '../session/setting-table.ts';
import {describeTree} from './describe-tree.ts';
import {engineLines} from './engines.ts';
import {exitCodeRows} from './exit-code-meanings.ts';
import {describeKind} from './property-kinds.ts';

/** Tables of the README, made from the tables that the program runs on. */

const escapeCell = (text: string) => text.replaceAll('|', '\\|');
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map(row => `| ${row.map(escapeCell).join(' | ')} |`).join('\n');
const code = (text: string) => `\`${text}\``;

async function commandTable(tree: CommandTree): Promise<string> {
	const {commands} = await describeTree(tree);
	return markdownTable(
		['Command', 'Does', 'Flags of its own'],
		commands.map(({path, summary, flags, arguments: args}) => [
			code([path, ...args.map(({name}) => name)].join(' ')),
			summary,
			flags.map(({flags: text}) => code(/--[\w-]+/.exec(text)?.[0] ?? text)).join(' '),
		]),
	);
}

const propertyTable = () =>
	markdownTable(
		['Property', 'Name', 'Kind', 'Null', 'Not in the reports on events of lost installations'],
		properties.map(property => [
			code(property.name),
			property.friendlyName,
			describeKind(property),
			property.nullable ? 'yes' : '',
			property.sets.includes('event') ? '' : 'not there',
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

const exitCodeTable = () => markdownTable(['Code', 'Meaning'], exitCodeRows);

/** Generated parts of the README by the name of their markers. */
export const getSections = async (tree: CommandTree): Promise<ReadonlyMap<string, string>> =>
	new Map([
		['commands', await commandTable(tree)],
		['properties', propertyTable()],
		['endpoints', endpointTable()],
		['environment', environmentTable()],
		['exit-codes', exitCodeTable()],
		['engines', `\`\`\`sql\n${engineLines.replace(/^ {2}/gm, '')}\n\`\`\``],
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
