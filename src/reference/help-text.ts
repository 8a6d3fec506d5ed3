import type {Command} from '../cli/definition/command.ts';
import type {Flag} from '../cli/definition/flag.ts';
import {globalFlags} from '../cli/definition/globals.ts';
import {type CommandTree, childrenOf, type Group, type Located} from '../cli/find/command-tree.ts';
import {columns, fill, type Item, section} from './layout.ts';
import {topics} from './topics.ts';

/** A flag with its summary, its values and its default. */
export function flagItem({flags, summary, choices, default: text}: Flag): Item {
	const term = flags.startsWith('--') ? `    ${flags}` : flags;
	const values = choices && !summary.includes(choices[0] ?? '') ? ` (${choices.join(', ')})` : '';
	return [term, summary + values + (text === undefined ? '' : ` (default ${text})`)];
}
const flagItems = (flags: Readonly<Record<string, Flag>>) => Object.values(flags).map(flagItem);

type GlobalName = keyof typeof globalFlags;

/** The flags of every command by their purpose. */
const headings: Readonly<Record<string, readonly GlobalName[]>> = {
	'Where to': ['product', 'profile', 'baseUrl', 'sandbox'],
	Output: [
		...(['output', 'out', 'fields', 'header', 'limit', 'chart', 'html', 'raw'] as const),
		...(['delimiter', 'csvBom', 'csvSafe'] as const),
	],
	Request: ['dryRun', 'printRequest', 'today', 'tz', 'clamp', 'anyCode', 'strict', 'timeout', 'retries'],
	'Unattended runs': ['yes', 'input', 'lock', 'failOnEmpty'],
	'Signing in': ['passwordStdin', 'passwordFile', 'passwordCommand', 'cookies', 'insecureHttp'],
	'What is said on stderr': ['quiet', 'verbose', 'debug', 'progress', 'color'],
};

/** The flags of every command under headings; those without a heading come last. */
export function globalSections(): readonly (readonly [heading: string, flags: readonly Flag[]])[] {
	const placed = new Set(Object.values(headings).flat());
	const others = (Object.keys(globalFlags) as GlobalName[]).filter(name => !placed.has(name));
	return Object.entries({...headings, Others: others})
		.filter(([, names]) => names.length > 0)
		.map(([heading, names]) => [heading, names.map(name => globalFlags[name])]);
}

/** Help of the whole program. */
const rootHelp = (tree: CommandTree): string => `usagectl: ask a product usage analytics service from the terminal

Usage: usagectl <command> [flags]
${section(
	'Commands',
	childrenOf(tree, '').map(({word, summary}) => [word, summary]),
)}
Flags of every command, before or after it

${globalSections()
	.map(([heading, flags]) => `${heading}:\n${columns(flags.map(flagItem))}\n`)
	.join('\n')}
More:
  usagectl <command> --help
  usagectl help <topic>: ${fill(Object.keys(topics).join(', '), 25)}
Try it without an account:
  usagectl --sandbox report current --from -90d
`;

/** Help of a group. */
const groupHelp = (tree: CommandTree, {path, summary}: Group): string =>
	`${summary}\n\nUsage: usagectl ${path} <command> [flags]\n${section(
		'Commands',
		childrenOf(tree, path).map(({word, summary: does}) => [word, does]),
	)}
usagectl ${path} <command> --help says more.
Flags of every command: usagectl --help
`;

/** Help of one command. */
function commandHelp(path: string, summary: string, command: Command): string {
	const args = command.args ?? [];
	const usage = `usagectl ${[path, ...args.map(({name}) => name)].join(' ')} [flags]`;
	const description = command.description ? `\n${fill(command.description)}\n` : '';
	const examples = command.examples.map(({line, caption}) => `  # ${caption}\n  ${line}\n`).join('\n');
	return `${summary}\n${description}\nUsage: ${usage}\n${section(
		'Arguments',
		args.map(({name, summary: does}) => [name, does]),
	)}${section('Flags', flagItems(command.flags))}${examples ? `\nExamples:\n${examples}` : ''}
${command.product ? `Without an account: usagectl --sandbox ${path} …\n` : ''}Flags of every command (-p, -o, --out, --fields, -q, …): usagectl --help
`;
}

/** Help of what the command line names: the program, a group or a command. */
export async function helpText(tree: CommandTree, {entry, group}: Located): Promise<string> {
	if (entry) return commandHelp(entry.path, entry.summary, await entry.load());
	return group ? groupHelp(tree, group) : rootHelp(tree);
}
