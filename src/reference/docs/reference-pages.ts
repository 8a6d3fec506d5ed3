import type {CommandTree} from '../../cli/find/command-tree.ts';
import {endpointRows} from '../../contract/operations/endpoints.ts';
import {properties} from '../../contract/properties.ts';
import {settingTable} from '../../session/setting-table.ts';
import {engineLines} from '../engines.ts';
import {loneVariables, otherVariables} from '../environment-variables.ts';
import {exitCodeRows} from '../exit-code-meanings.ts';
import {describeKind} from '../property-kinds.ts';
import {topics} from '../topics.ts';
import {commandIndex, commandPages, globalFlagsPage} from './command-pages.ts';
import {block, code, joinParts, markdownTable} from './markdown-parts.ts';

const page = (title: string, ...parts: readonly string[]) =>
	joinParts(['<!-- Generated: npm run reference -->', `# ${title}`, ...parts]);

const index = (tree: CommandTree) =>
	page(
		'Reference',
		commandIndex(tree),
		`- [Common flags](flags.md)
- [Filters and the properties that they can use](filters.md)
- [Settings and environment](environment.md)
- [Exit codes](exit-codes.md)
- [Operations of the service](operations.md)
- [Crash reports as Parquet](crash-lines.md)
- [Tables of the sandbox](sandbox-tables.md)`,
	);

const filters = () =>
	page(
		'Filters',
		'The text of `usagectl help filters`. [language.md](../language.md) describes the whole language.',
		block(topics.filters?.() ?? '', 'text'),
		'## Properties',
		'A friendly name in quotes works instead of the property name.',
		markdownTable(
			['Property', 'Name', 'Kind', 'Can be null', 'Usable in `report churn events` and `report churn event`'],
			properties.map(property => [
				code(property.name),
				property.friendlyName,
				describeKind(property),
				property.nullable ? 'yes' : '',
				property.sets.includes('event') ? 'yes' : 'no',
			]),
		),
	);

const environment = () =>
	page(
		'Settings and environment',
		'In order of precedence, a value comes from a flag, an environment variable, the profile, the profile `default`, or the built-in default. `usagectl profile list --origin` prints the origin of each value.',
		markdownTable(
			['Setting and flag', 'Variable', 'Default', 'Meaning'],
			[
				...Object.entries(settingTable).map(([name, row]) => [
					code(`--${name}`),
					'env' in row ? code(row.env) : '',
					'default' in row ? row.default : '',
					row.summary,
				]),
				...loneVariables.map(([name, meaning]) =>
					name === 'USAGECTL_PROFILE'
						? [code('--profile'), code(name), 'default', meaning]
						: ['', code(name), '', meaning],
				),
			],
		),
		'usagectl also respects these variables:',
		markdownTable(
			['Variable', 'Meaning'],
			otherVariables.map(([name, meaning]) => [code(name), meaning]),
		),
	);

const operations = () =>
	page(
		'Operations of the service',
		'`usagectl api PATH` calls an operation; `usagectl api PATH --describe` prints its fields.',
		markdownTable(
			['Path', 'Description', 'Source'],
			endpointRows.map(({path, summary, source}) => [
				code(path),
				summary,
				`[${source.replace(/^docs\//, '')}](${source.replace(/^docs\//, '../')})`,
			]),
		),
	);

const crashLines = () =>
	page(
		'Crash reports as Parquet',
		'`usagectl exceptions sync crashes` stores every crash report once, in the Delta Lake table `crashes/lines/kind=exceptions`. [lines.md](../lines.md) describes it. Other engines can read it directly; here, `d`, `eu.b` and `B` stand for your schema, connection and bucket:',
		block(engineLines.replace(/^ {2}/gm, ''), 'sql'),
	);

/** Returns the files of `docs/reference` by name. `sandboxTables` are rows of name, content and columns. */
export const referencePages = async (
	tree: CommandTree,
	sandboxTables: readonly (readonly string[])[],
): Promise<ReadonlyMap<string, string>> =>
	new Map([
		['README.md', index(tree)],
		...(await commandPages(tree)),
		['flags.md', globalFlagsPage()],
		['filters.md', filters()],
		['environment.md', environment()],
		['exit-codes.md', page('Exit codes', markdownTable(['Code', 'Meaning'], exitCodeRows))],
		['operations.md', operations()],
		['crash-lines.md', crashLines()],
		[
			'sandbox-tables.md',
			page(
				'Tables of the sandbox',
				'A type with `?` can be null. Columns without a description are [properties](filters.md#properties), with `_` instead of a dot. `usagectl help sandbox` says how reports are computed from the tables.',
				markdownTable(['Table', 'Content', 'Columns'], sandboxTables),
			),
		],
	]);
