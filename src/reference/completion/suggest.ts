import type {Argument} from '../../commands/command.ts';
import type {Completion, Flag, Flags} from '../../commands/flag.ts';
import {globalFlags} from '../../commands/globals.ts';
import {properties} from '../../contract/properties.ts';
import {getReport, type ReportPath} from '../../contract/reports.ts';
import {complete} from '../../language/complete.ts';
import type {ExpressionKind} from '../../language/kinds.ts';
import {type CommandTree, childrenOf, type Entry} from '../../program/command-tree.ts';
import {spellingsOf, takesValue} from '../../program/flag-names.ts';
import {locate} from '../../program/locate.ts';

/** A completion of the last word; with a `text` of `:file` or `:directory` the shell completes paths. */
export type Candidate = {readonly text: string; readonly summary: string};

/** Reads names from the files of this machine. */
export type Lookup = {
	readonly known: (heading: string) => Promise<readonly string[]>;
	readonly profiles: () => Promise<readonly string[]>;
	readonly runs: () => Promise<readonly string[]>;
};
type Setting = {readonly tree: CommandTree; readonly lookup: Lookup; readonly today: string};
type Asked = Setting & {readonly path: string; readonly before: readonly string[]};

const plain = (texts: readonly string[], summary = ''): Candidate[] => texts.map(text => ({text, summary}));

/** `os.version` beside `os`; each property with its name in words. */
const propertyCandidates = (): Candidate[] =>
	properties.flatMap(({name, friendlyName, kind, parts = [], partNames = []}) =>
		kind === 'levels'
			? parts.map((part, at) => ({text: `${name}.${part}`, summary: partNames[at] ?? ''}))
			: [{text: name, summary: friendlyName}],
	);

/** Which language a flag's value is in. */
function kindOf(flag: string, path: string): ExpressionKind {
	if (flag === '--level') return 'level';
	if (flag === '--segment-by' || flag === '--segment') return 'segment';
	if (flag === '--filter') return path.startsWith('keys') ? 'key' : 'filter';
	return 'event';
}

/** Completions of an expression: its text with a word that the parser expects, or a value that the service is known to have. */
async function expressionCandidates(text: string, flag: string, {path, lookup, today}: Asked): Promise<Candidate[]> {
	const report = getReport(path)?.path as ReportPath | undefined;
	const {suggestions, values} = complete(text, text.length, kindOf(flag, path), {today, report});
	const grown = suggestions.map(({from, text: word, what}) => ({text: text.slice(0, from) + word, summary: what}));
	if (!values) return grown;
	const known = await lookup.known(`values ${values.property}`);
	const start = values.prefix.toLowerCase();
	const found = known.filter(value => value.toLowerCase().startsWith(start));
	return [
		...plain(
			found.map(value => text.slice(0, values.from) + value),
			values.property,
		),
		...grown,
	];
}

type Source = (word: string, asked: Asked & {readonly flag: string}) => Promise<Candidate[]> | Candidate[];

/** The property in `props values PROPERTY --match`. */
const propertyIn = (before: readonly string[]) =>
	before.findLast(word => properties.some(({name}) => name === word.split('.')[0])) ?? '';

const sources: Readonly<Record<Completion, Source>> = {
	file: () => plain([':file']),
	directory: () => plain([':directory']),
	property: (word, asked) =>
		word.includes(':') ? expressionCandidates(word, asked.flag, asked) : propertyCandidates(),
	propertyValue: async (_, {lookup, before}) => plain(await lookup.known(`values ${propertyIn(before)}`)),
	profile: async (_, {lookup}) => plain(await lookup.profiles()),
	remoteFile: async (_, {lookup, path}) => plain(await lookup.known(`files ${path.split(' ')[0]}`)),
	key: () => [],
	run: async (_, {lookup}) => plain(await lookup.runs()),
	expression: (word, asked) => expressionCandidates(word, asked.flag, asked),
};

const findFlag = (flags: Flags, name: string) =>
	Object.values<Flag>(flags).find(flag => spellingsOf(flag).includes(name));

/** Values of a flag or argument. */
async function valueCandidates(
	word: string,
	spec: Pick<Argument, 'choices' | 'complete'>,
	asked: Asked & {readonly flag: string},
): Promise<Candidate[]> {
	if (spec.choices) return plain(spec.choices);
	return spec.complete ? sources[spec.complete](word, asked) : [];
}

/** The number of arguments before the last word. */
function countArguments(rest: readonly string[], flags: Flags): number {
	let count = 0;
	for (let at = 0; at < rest.length; at++) {
		const word = rest[at] as string;
		const flag = word.startsWith('-') ? findFlag(flags, word) : undefined;
		if (flag && takesValue(flag)) at++;
		else if (!word.startsWith('-')) count++;
	}
	return count;
}

/** The argument at a place; the last one may take many. */
const argumentAt = (args: readonly Argument[], place: number): Argument | undefined =>
	args[place] ?? (args.at(-1)?.name.includes('...') ? args.at(-1) : undefined);

type Place = {
	/** The command that would run. */
	readonly entry?: Entry;
	/** The path of a group that another word may follow. */
	readonly open?: string;
	readonly rest: readonly string[];
};

/** The command or group that the words name; neither when they are wrong. */
function placeOf(tree: CommandTree, before: readonly string[]): Place {
	try {
		const {entry, rest} = locate(tree, before);
		// With `--help`, a group is found even where its own verb would run.
		const {entry: named, group} = locate(tree, [...before, '--help']);
		return {...(entry ? {entry} : {}), ...(named ? {} : {open: group?.path ?? ''}), rest};
	} catch {
		return {rest: []};
	}
}

/**
 * What the last of the words may become, best first. Never asks the network; unknown words give nothing.
 * `words` are those after `usagectl`, as the shell understood them.
 */
export async function suggest(words: readonly string[], setting: Setting): Promise<readonly Candidate[]> {
	const [before, word] = [words.slice(0, -1), words.at(-1) ?? ''];
	const {entry, open, rest} = placeOf(setting.tree, before);
	const command = await entry?.load();
	const flags: Flags = {...globalFlags, ...command?.flags};
	const asked = {...setting, path: entry?.path ?? '', before};
	const inline = /^(--[\w-]+)=(.*)$/s.exec(word);
	const [name, value] = inline ? [inline[1] as string, inline[2] as string] : [before.at(-1) ?? '', word];
	const flag = name.startsWith('-') ? findFlag(flags, name) : undefined;
	const start = (text: string) => (inline ? `${name}=${text}` : text);
	if (flag && takesValue(flag)) {
		const found = await valueCandidates(value, flag, {...asked, flag: name});
		return found
			.filter(({text}) => text.startsWith(':') || text.startsWith(value))
			.map(item => (item.text.startsWith(':') ? item : {...item, text: start(item.text)}));
	}
	const matching = (items: readonly Candidate[]) =>
		items.filter(({text}) => text.startsWith(':') || text.startsWith(word));
	if (word.startsWith('-'))
		return matching(
			Object.values<Flag>(flags).flatMap(each => spellingsOf(each).map(text => ({text, summary: each.summary}))),
		);
	if (open !== undefined)
		return matching(childrenOf(setting.tree, open).map(child => ({text: child.word, summary: child.summary})));
	const argument = argumentAt(command?.args ?? [], countArguments(rest, flags));
	return argument ? matching(await valueCandidates(word, argument, {...asked, flag: argument.name})) : [];
}
