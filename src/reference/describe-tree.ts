import type {Command} from '../cli/definition/command.ts';
import type {Flag} from '../cli/definition/flag.ts';
import {getTakenFlags, globalFlags} from '../cli/definition/globals.ts';
import type {CommandTree} from '../cli/find/command-tree.ts';
import {version} from '../version.ts';
import {exitCodeRows} from './exit-code-meanings.ts';
import {topics} from './topics.ts';

const describeFlag = ([name, {flags, summary, form, choices, complete, default: text}]: [string, Flag]) => ({
	name,
	flags,
	summary,
	form,
	...(choices ? {choices} : {}),
	...(text === undefined ? {} : {default: text}),
	...(complete ? {complete} : {}),
});
const describeFlags = (flags: Readonly<Record<string, Flag>>) => Object.entries(flags).map(describeFlag);

/** The keys belong to the JSON of `help --json`, which programs read. */
const describeCommand = ({description, args = [], flags, takes, examples, product}: Command) => ({
	...(description ? {description} : {}),
	arguments: args,
	flags: describeFlags(flags),
	globalFlags: Object.keys(getTakenFlags(takes)),
	examples: examples.map(({line, caption}) => ({line, does: caption})),
	product: product ?? 'none',
});

/** Returns every command with its flags, arguments and examples, for `help --json` and the completion scripts. */
export async function describeTree({commands, groups}: CommandTree) {
	const shown = commands.filter(({hidden}) => !hidden);
	const described = shown.map(async ({path, summary, load}) => ({path, summary, ...describeCommand(await load())}));
	return {
		program: 'usagectl',
		version,
		groups,
		commands: await Promise.all(described),
		globalFlags: describeFlags(globalFlags),
		topics: Object.keys(topics),
		exitCodes: exitCodeRows.map(([code, meaning]) => ({code: Number(code), meaning})),
	};
}
