import type {Command} from '../cli/definition/command.ts';
import type {Flag} from '../cli/definition/flag.ts';
import {flagGroups} from '../cli/definition/flag-groups.ts';
import {longName} from '../cli/definition/flag-names.ts';
import {getTakenFlags, type Takes} from '../cli/definition/globals.ts';
import {type CommandTree, childrenOf, type Group, type Located} from '../cli/find/command-tree.ts';
import {enumeration} from '../text/wording.ts';
import {columns, fill, type Item, section} from './layout.ts';
import {getArgumentName, getUsage} from './usage-line.ts';

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
		.map(title => section(title, flagItems(Object.values(flags).filter(({heading = 'Flags'}) => heading === title))))
		.join('');

/** Returns the global flags by heading. */
export const globalSections = (): readonly (readonly [heading: string, flags: readonly Flag[]])[] =>
	Object.values(flagGroups).map(({heading, flags}) => [heading, Object.values(flags)]);

const tasks: Readonly<Record<string, readonly string[]>> = {
	'Reports and monitoring': ['report', 'release', 'clients', 'props', 'explore', 'questions', 'history'],
	'License keys, crashes and custom events': ['keys', 'exceptions', 'events', 'query'],
	'Account and settings': ['login', 'logout', 'whoami', 'profile', 'doctor'],
	Tools: ['filter', 'api', 'sandbox', 'mcp', 'skill', 'completion', 'examples', 'help'],
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
`;

export const flagsHelp = (): string => `Common flags, before or after the command

A flag that does not apply to a command is an error. --help (-h) shows the help
of a command, and --version prints the version of usagectl.

${globalSections()
	.map(([heading, flags]) => `${heading}:\n${columns(flagItems(flags))}\n`)
	.join('\n')}`;

const groupHelp = (tree: CommandTree, {path, summary, description, verb}: Group): string =>
	`${summary}\n${description ? `\n${fill(description)}\n` : ''}\nUsage: usagectl ${path} <command> [flags]\n${section(
		'Commands',
		childrenOf(tree, path).map(({word, summary: does}) => [word, does]),
	)}${verb ? `\nWithout a command, runs \`${verb}\`.\n` : ''}
Help for a command: usagectl ${path} <command> --help
All flags: usagectl help flags
`;

const ofEvery = getTakenFlags([]);
const getOwnTaken = (takes: Takes): readonly string[] =>
	Object.entries(getTakenFlags(takes)).flatMap(([name, flag]) => (ofEvery[name] ? [] : [longName(flag)]));

function commandHelp(path: string, summary: string, command: Command): string {
	const args = command.args ?? [];
	const description = command.description ? `\n${fill(command.description)}\n` : '';
	const taken = enumeration([...getOwnTaken(command.takes), 'the flags of every command']);
	const examples = command.examples.map(({line, caption}) => `  # ${caption}\n  ${line}\n`).join('\n');
	return `${summary}\n${description}\nUsage: ${getUsage(path, args)}\n${section(
		'Arguments',
		args.map(arg => [getArgumentName(arg), arg.summary]),
	)}${flagSections(command.flags)}${examples ? `\nExamples:\n${examples}` : ''}
${command.product ? `Without an account: usagectl --sandbox ${path} …\n` : ''}${fill(`Also takes ${taken} (usagectl help flags).`)}
`;
}

export async function helpText(tree: CommandTree, {entry, group}: Located): Promise<string> {
	if (entry) return commandHelp(entry.path, entry.summary, await entry.load());
	return group ? groupHelp(tree, group) : rootHelp(tree);
}
