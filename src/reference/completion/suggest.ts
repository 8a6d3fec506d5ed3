import type {Argument} from '../../cli/definition/command.ts';
import {type Flag, type Flags, spellingsOf, takesValue} from '../../cli/definition/flag.ts';
import {type CommandTree, childrenOf, type Entry} from '../../cli/find/command-tree.ts';
import {locate} from '../../cli/find/locate.ts';
import {getLineFlags} from '../../cli/parse/parse-words.ts';
import {valueCandidates} from './candidates.ts';
import type {Candidate, CompletionContext, Lookup} from './completion-context.ts';

type Setting = {readonly tree: CommandTree; readonly lookup: Lookup; readonly today: string};

const findFlag = (flags: Flags, name: string) =>
	name.startsWith('-')
		? Object.values<Flag>(flags).find(flag => takesValue(flag) && spellingsOf(flag).includes(name))
		: undefined;

function argumentsIn(rest: readonly string[], flags: Flags): readonly string[] {
	const found: string[] = [];
	for (let at = 0; at < rest.length; at++) {
		const word = rest[at] as string;
		if (findFlag(flags, word)) at++;
		else if (!word.startsWith('-')) found.push(word);
	}
	return found;
}

/** Returns the argument at a position; the last one may be repeated. */
const argumentAt = (args: readonly Argument[], place: number): Argument | undefined =>
	args[place] ?? (args.at(-1)?.name.includes('...') ? args.at(-1) : undefined);

type WordPosition = {
	readonly entry?: Entry;
	readonly group?: string;
	readonly rest: readonly string[];
};

/** Finds the command or group that the words name; neither if they are invalid. */
function findPosition(tree: CommandTree, before: readonly string[]): WordPosition {
	try {
		const {entry, rest} = locate(tree, before);
		// With `--help`, a group is found even if its default command would run.
		const {entry: named, group} = locate(tree, [...before, '--help']);
		return {...(entry ? {entry} : {}), ...(named ? {} : {group: group?.path ?? ''}), rest};
	} catch {
		return {rest: []};
	}
}

const flagCandidates = (flags: Flags): readonly Candidate[] =>
	Object.values<Flag>(flags).flatMap(flag => spellingsOf(flag).map(text => ({text, summary: flag.summary})));

async function find(before: readonly string[], word: string, setting: Setting): Promise<readonly Candidate[]> {
	const {entry, group, rest} = findPosition(setting.tree, before);
	const command = await entry?.load();
	const flags = getLineFlags(command ?? {flags: {}});
	const args = argumentsIn(rest, flags);
	const context: CompletionContext = {...setting, path: entry?.path ?? '', command, flags, rest, args};
	const flag = findFlag(flags, before.at(-1) ?? '');
	if (flag) return valueCandidates(word, {...flag, flag}, context);
	if (word.startsWith('-')) return flagCandidates(flags);
	if (group !== undefined) {
		return childrenOf(setting.tree, group).map(child => ({text: child.word, summary: child.summary}));
	}
	const argument = argumentAt(command?.args ?? [], args.length);
	return argument ? valueCandidates(word, argument, context) : [];
}

/**
 * Returns completions of the last word, best first; each begins with the typed text. Never uses the network. `words` are those
 * after `usagectl`, as the shell split them.
 */
export async function suggest(words: readonly string[], setting: Setting): Promise<readonly Candidate[]> {
	const [before, word] = [words.slice(0, -1), words.at(-1) ?? ''];
	const [, name, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
	if (name !== undefined && value !== undefined) {
		const found = await suggest([...before, name, value], setting);
		return found.map(item => (item.text.startsWith(':') ? item : {...item, text: `${name}=${item.text}`}));
	}
	const found = await find(before, word, setting);
	const matching = found.filter(({text}) => text.startsWith(':') || text.startsWith(word));
	const isLonger = ({text}: Candidate) => text.length > word.length && !/^[=<>~]/.test(text.slice(word.length));
	// A value that is complete is shown beside longer ones. A property needs an operator.
	return matching.some(isLonger) ? matching : matching.filter(({text, open}) => !(open && text === word));
}
