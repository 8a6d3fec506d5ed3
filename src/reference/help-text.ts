import {Command as Parser} from 'commander';
import type {Command} from '../commands/command.ts';
import type {Flag} from '../commands/flag.ts';
import {globalFlags} from '../commands/globals.ts';
import {childrenOf, type Located} from '../program/locate.ts';
import {topics} from './topics.ts';

/** Fixed, so that the text can be made at build time and is the same in a pipe. */
const width = 100;

const wrap = (text: string, indent: number) =>
	text
		.split('\n')
		.map(line => new Parser().createHelp().boxWrap(line, width - indent))
		.join('\n')
		.replace(/\n/g, `\n${' '.repeat(indent)}`);

type Item = readonly [term: string, summary: string];

/** Two columns under a heading; terms longer than the column stand on a line of their own. */
function section(heading: string, items: readonly Item[]): string {
	if (items.length === 0) return '';
	const column = Math.min(Math.max(...items.map(([term]) => term.length)), 30) + 4;
	const lines = items.map(([term, summary]) => {
		const start = `  ${term}`.padEnd(column);
		const text = wrap(summary, column);
		return start.length > column || start.endsWith(term) ? `  ${term}\n${' '.repeat(column)}${text}` : start + text;
	});
	return `\n${heading}:\n${lines.join('\n')}\n`;
}

function flagItem(flag: Flag): Item {
	const term = flag.flags.startsWith('-') && !flag.flags.startsWith('--') ? flag.flags : `    ${flag.flags}`;
	const choices = flag.choices && !flag.summary.includes(flag.choices[0] ?? '') ? ` (${flag.choices.join(', ')})` : '';
	const otherwise = flag.otherwise === undefined ? '' : ` (default ${flag.otherwise})`;
	return [term, flag.summary + choices + otherwise];
}
const flagItems = (flags: Readonly<Record<string, Flag>>) => Object.values(flags).map(flagItem);

const globalNames = () =>
	Object.values<Flag>(globalFlags)
		.map(flag => flag.flags.replace(/ <.*/, ''))
		.join(' · ');

/** Help of the whole program. */
const rootHelp = (): string =>
	`usagectl: ask a product usage analytics service from the terminal\n\nUsage: usagectl <command> [flags]\n${section(
		'Commands',
		childrenOf('').map(({word, summary}) => [word, summary]),
	)}${section('Flags of every command', flagItems(globalFlags))}
Try it without an account: usagectl --sandbox report current --from -90d
Topics: usagectl help ${Object.keys(topics).join(' | ')}
`;

/** Help of a word that holds commands. */
const groupHelp = (path: string, summary: string): string =>
	`${summary}\n\nUsage: usagectl ${path} <command> [flags]\n${section(
		'Commands',
		childrenOf(path).map(({word, summary: does}) => [word, does]),
	)}
usagectl ${path} <command> --help says more. Flags of every command: usagectl --help
`;

/** Help of one command. */
function commandHelp(path: string, summary: string, command: Command): string {
	const args = (command.args ?? []).map(({name}) => ` ${name}`).join('');
	const description = command.description ? `\n${wrap(command.description, 0)}\n` : '';
	const examples = command.examples.map(({line, does}) => `  # ${does}\n  ${line}\n`).join('\n');
	return `${summary}\n${description}\nUsage: usagectl ${path}${args} [flags]\n${section(
		'Arguments',
		(command.args ?? []).map(({name, summary: does}) => [name, does]),
	)}${section('Flags', flagItems(command.flags))}${examples ? `\nExamples:\n${examples}` : ''}
Flags of every command (usagectl --help):
  ${wrap(globalNames(), 2)}
`;
}

/** Help of whatever the words name: the program, a word that holds commands, or a command. */
export async function helpText({entry, group}: Located): Promise<string> {
	if (entry) return commandHelp(entry.path, entry.summary, await entry.load());
	return group ? groupHelp(group.path, group.summary) : rootHelp();
}
