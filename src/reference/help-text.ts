import type {Command} from '../cli/definition/command.ts';
import {type Flag, longName} from '../cli/definition/flag.ts';
import {flagGroups} from '../cli/definition/flag-groups.ts';
import {getTakenFlags, type Takes} from '../cli/definition/globals.ts';
import {type CommandTree, childrenOf, type Group, type Located} from '../cli/find/command-tree.ts';
import {groupBy} from '../text/group-by.ts';
import {enumeration} from '../text/wording.ts';
import {columns, fill, type Item, section} from './layout.ts';
import {getUsage} from './usage-line.ts';

function listChoices({summary, choices}: Flag, earlier: readonly Flag[]): string {
	if (!choices || summary.includes(choices[0] ?? '')) return '';
	const same = earlier.find(flag => flag.choices?.join() === choices.join());
	return same ? ` (same values as ${longName(same)})` : ` (${choices.join(', ')})`;
}

/** A flag with the choices of an earlier one refers to it. */
export const flagItems = (table: readonly Flag[]): readonly Item[] =>
	table.map((flag, place) => {
		const term = flag.flags.startsWith('--') ? `    ${flag.flags}` : flag.flags;
		const ending = flag.default === undefined ? '' : ` (default: ${flag.default})`;
		return [term, flag.summary + listChoices(flag, table.slice(0, place)) + ending];
	});

const flagSections = (flags: Readonly<Record<string, Flag>>): string =>
	['Flags', 'Query engine']
		.map(title => {
			const shown = Object.values(flags).filter(({heading = 'Flags', rare}) => heading === title && !rare);
			return section(title, flagItems(shown));
		})
		.join('');

/** Returns the global flags by heading. */
export const globalSections = (): readonly (readonly [heading: string, flags: readonly Flag[]])[] =>
	Object.values(flagGroups).map(({heading, flags}) => [heading, Object.values(flags)]);

const tasks: Readonly<Record<string, readonly string[]>> = {
	'Reports and monitoring': ['report', 'release', 'clients', 'props', 'explore', 'questions', 'history'],
	'License keys, crashes and custom events': ['keys', 'exceptions', 'events', 'query'],
	'Account and settings': ['login', 'logout', 'whoami', 'profile', 'doctor', 'uninstall'],
	Tools: ['filter', 'api', 'sandbox', 'mcp', 'completion', 'help'],
};

const commonFlags: readonly Item[] = [
	['-p, --product <id>', 'Product ID; repeat for several'],
	['    --sandbox', 'Use the local sandbox instead of the service'],
	['-o, --output <format>', 'table, json, ndjson, csv, tsv or md'],
	['    --out <file>', 'Write to a file; its extension sets the format'],
	['    --fields <names>', 'Columns to show, in this order'],
	['    --limit <n>', 'Show at most n rows'],
	['    --chart', 'Draw a chart instead of the table'],
	['    --html <file>', 'Write a self-contained HTML page'],
	['-q, --quiet', 'Print only the result and errors'],
	['-h, --help', 'Show help for a command'],
];

function taskSections(tree: CommandTree): string {
	const summaries = new Map(childrenOf(tree, '').map(({word, summary}) => [word, summary]));
	const width = Math.max(...[...summaries.keys()].map(word => word.length));
	const rowOf = (word: string) => `  ${word.padEnd(width)}   ${summaries.get(word)}\n`;
	return Object.entries(tasks)
		.map(([heading, words]) => `${heading}\n${words.map(rowOf).join('')}`)
		.join('\n');
}

const rootHelp = (
	tree: CommandTree,
): string => `usagectl: usage analytics, license keys and crash reports from the terminal
Usage: usagectl <command> [flags]

${taskSections(tree)}
Common flags
${columns(commonFlags)}

All flags: usagectl help flags       Topics: usagectl help topics
Try it:    usagectl --sandbox report current --from -90d
Examples:  usagectl help examples
`;

/** Returns the rare flags of single commands, with the commands that take each. */
async function rareItems({commands}: CommandTree): Promise<readonly Item[]> {
	const found = new Map<string, {readonly flag: Flag; readonly paths: string[]}>();
	for (const {path, load} of commands)
		for (const flag of Object.values((await load()).flags)) {
			if (!flag.rare) continue;
			const known = found.get(flag.flags) ?? {flag, paths: []};
			found.set(flag.flags, {...known, paths: [...known.paths, path]});
		}
	return [...found.values()].flatMap(({flag, paths}) =>
		flagItems([{...flag, summary: `${flag.summary} (${enumeration(describePaths(paths))})`}]),
	);
}

/** Names a group of commands by its first word. */
const describePaths = (paths: readonly string[]): readonly string[] =>
	[...groupBy(paths, path => path.split(' ')[0] as string)].map(([word, [first = '', ...others]]) =>
		others.length > 0 ? word : first,
	);

export const flagsHelp = async (tree: CommandTree): Promise<string> => `Common flags, before or after the command

A flag that does not apply to a command is an error. --help (-h) shows the help
of a command, and --version prints the version of usagectl.

${globalSections()
	.map(([heading, flags]) => `${heading}:\n${columns(flagItems(flags))}\n`)
	.join('\n')}${section('Rare flags of single commands', await rareItems(tree))}`;

function groupHelp(tree: CommandTree, {path, summary, description, verb, advanced = []}: Group): string {
	const children = childrenOf(tree, path).map(({word, summary: does}): Item => [word, does]);
	const isAdvanced = ([word]: Item) => advanced.includes(word);
	return `${summary}\n${description ? `\n${fill(description)}\n` : ''}\nUsage: usagectl ${path} <command> [flags]\n${section(
		'Commands',
		children.filter(item => !isAdvanced(item)),
	)}${section('Advanced', children.filter(isAdvanced))}${verb ? `\nWithout a command, runs \`${verb}\`.\n` : ''}
Help for a command: usagectl ${path} <command> --help
All flags: usagectl help flags
`;
}

/** The common flags that the help of a command names, in this order. */
const namedFlags = {
	Output: ['output', 'out', 'fields', 'limit', 'chart', 'html'],
	Also: ['product', 'baseUrl', 'sandbox', 'dryRun', 'yes', 'strict', 'today', 'quiet'],
};

/** `-o FORMAT`, `--out FILE`, `--chart`. */
const shortForm = ({flags}: Flag): string =>
	flags.replace(/^(-\w), --\S+/, '$1').replace(/<(.*)>/, (_, value: string) => value.toUpperCase());

function commonLines(takes: Takes): string {
	const taken = getTakenFlags(takes);
	const lines = Object.entries(namedFlags).map(([heading, names]) => {
		const forms = names.flatMap(name => (taken[name] ? shortForm(taken[name]) : []));
		return `${`${heading}:`.padEnd(8)}${fill(forms.join(', '), 8)}\n`;
	});
	return `\n${lines.join('')}More:   usagectl help flags\n`;
}

function commandHelp(path: string, summary: string, command: Command): string {
	const args = command.args ?? [];
	const description = command.description ? `\n${fill(command.description)}\n` : '';
	const examples = command.examples.map(({line, caption}) => `  # ${caption}\n  ${line}\n`).join('\n');
	return `${summary}\n${description}\nUsage: ${getUsage(path, args)}\n${section(
		'Arguments',
		args.map(({name, summary}) => [name, summary]),
	)}${flagSections(command.flags)}${commonLines(command.takes)}${examples ? `\nExamples:\n${examples}` : ''}${
		command.product ? `\nWithout an account: usagectl --sandbox ${path} …\n` : ''
	}`;
}

export async function helpText(tree: CommandTree, {entry, group}: Located): Promise<string> {
	if (entry) return commandHelp(entry.path, entry.summary, await entry.load());
	return group ? groupHelp(tree, group) : rootHelp(tree);
}
