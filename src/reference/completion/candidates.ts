import type {Argument, Command} from '../../commands/definition/command.ts';
import {type Completion, Expected, type Flag, type Flags} from '../../commands/definition/flag.ts';
import {properties} from '../../contract/properties.ts';
import {getReport} from '../../contract/reports.ts';
import {complete, dateWords} from '../../language/complete.ts';
import {printEvent} from '../../language/events/print.ts';
import {type ExpressionKind, expressionKinds} from '../../language/kinds.ts';
import {type CommandTree, childrenOf} from '../../program/command-tree.ts';
import {longName} from '../../program/flag-names.ts';
import {parseWords, type Texts} from '../../program/parse.ts';
import {
	listedProperties,
	ownNames,
	type ProductProperties,
	parseListed,
	parseOwnNames,
} from '../../session/known-values.ts';
import {topics} from '../topics.ts';

/** A completion of the last word; with a `text` of `:file` or `:directory` the shell completes paths. */
export type Candidate = {
	readonly text: string;
	readonly summary: string;
	/** More may follow in the same word. */
	readonly open?: boolean;
};

/** Reads names from the files of this machine. */
export type Lookup = {
	/** Names that answers of the service contained: `values os.version`, `files exceptions`, `events`. */
	readonly known: (heading: string) => Promise<readonly string[]>;
	readonly profiles: () => Promise<readonly string[]>;
	readonly runs: () => Promise<readonly Candidate[]>;
};

/** What the words before the last one say. */
export type Asked = {
	readonly tree: CommandTree;
	readonly lookup: Lookup;
	readonly today: string;
	/** The path of the command; empty when none is named. */
	readonly path: string;
	readonly command: Command | undefined;
	/** The flags that it takes, the global ones among them. */
	readonly flags: Flags;
	/** The words after the path. */
	readonly rest: readonly string[];
	/** Those of them that are arguments. */
	readonly args: readonly string[];
};

/** What the last word is: the value of a flag, by its name, or an argument. */
type Spec = Pick<Argument, 'choices' | 'complete'> & {readonly flag?: Flag};

const plain = (texts: readonly string[], summary = ''): Candidate[] => texts.map(text => ({text, summary}));
const open = (texts: readonly string[], summary = ''): Candidate[] => texts.map(text => ({text, summary, open: true}));

/** `os.version` beside `os`; each property with its name in words. */
const propertyCandidates = (): Candidate[] =>
	properties.flatMap(({name, friendlyName, kind, parts = [], partNames = []}) =>
		kind === 'levels'
			? parts.map((part, at) => ({text: `${name}.${part}`, summary: partNames[at] ?? ''}))
			: [{text: name, summary: friendlyName}],
	);

/** The texts typed for each flag so far; none where the words cannot be read. */
function typedTexts({flags, rest, path}: Asked): Texts {
	try {
		return parseWords(rest, {flags, args: [{name: '[words...]', summary: ''}], command: path}).texts;
	} catch {
		return {};
	}
}

/** Which language a word is in. */
function kindOf(flag: Flag | undefined, asked: Asked): ExpressionKind {
	if (asked.path.startsWith('filter ')) {
		const typed = typedTexts(asked).kind?.at(-1);
		return expressionKinds.find(kind => kind === typed) ?? 'filter';
	}
	const name = flag && longName(flag);
	if (name === '--level') return 'level';
	if (name === '--segment-by' || name === '--segment') return 'segment';
	if (name === '--filter') return asked.path.startsWith('keys') ? 'key' : 'filter';
	return 'event';
}

/** An event as it is written; `"` needs no thought within the quotes of a shell that people use first. */
function writeEvent(known: string): string {
	const [category, name] = JSON.parse(known) as [string | null, string];
	return printEvent({category, name}, '"');
}

/** What the product calls its properties. */
const readNames = async (lookup: Lookup): Promise<ProductProperties> => ({
	ownNames: parseOwnNames(await lookup.known(ownNames)),
	listed: parseListed(await lookup.known(listedProperties)),
});

/** Events that reports have shown, from the place in a text where one begins. */
async function eventCandidates(
	text: string,
	{category, from, prefix}: NonNullable<ReturnType<typeof complete>['events']>,
	lookup: Lookup,
): Promise<Candidate[]> {
	const head = text.slice(0, from);
	const found = (await lookup.known('events')).map(writeEvent).flatMap(event => {
		if (category === undefined) return event.startsWith(prefix) ? [head + event] : [];
		const slashes = [...event.matchAll(/\//g)].map(({index}) => index + 1);
		const cut = slashes.find(at => head.endsWith(event.slice(0, at)) && event.slice(at).startsWith(prefix));
		return cut === undefined ? [] : [head + event.slice(cut)];
	});
	return open(found, 'event');
}

/** Completions of an expression: its text with a word that the parser expects, or a name that the service is known to have. */
async function expressionCandidates(text: string, {flag}: Spec, asked: Asked): Promise<Candidate[]> {
	const {lookup, today} = asked;
	const report = getReport(asked.path)?.path;
	const {suggestions, values, events} = complete(text, text.length, kindOf(flag, asked), {
		today,
		report,
		...(await readNames(lookup)),
	});
	const known = values ? await lookup.known(`values ${values.property}`) : [];
	const start = values?.prefix.toLowerCase() ?? '';
	const found = known.filter(value => value.toLowerCase().startsWith(start));
	// Null alone would be inserted where any value may stand.
	const isOnly =
		values && values.prefix === '' && found.length === 0 && suggestions.every(each => each.text === 'null');
	const grown = isOnly ? [] : suggestions;
	return [
		...(events ? await eventCandidates(text, events, lookup) : []),
		...open(
			found.map(value => text.slice(0, values?.from) + value),
			values?.property,
		),
		...grown.map(({from, text: word, what}) => ({text: text.slice(0, from) + word, summary: what, open: true})),
	];
}

/** The values of all flags as far as they are typed and right. */
function lenientOptions(asked: Asked): Readonly<Record<string, unknown>> {
	const texts = typedTexts(asked);
	const read = (name: string, flag: Flag) => {
		try {
			return flag.read(texts[name] ?? []);
		} catch {
			return undefined;
		}
	};
	return Object.fromEntries(Object.entries<Flag>(asked.flags).map(([name, flag]) => [name, read(name, flag)]));
}

async function columnCandidates(word: string, asked: Asked): Promise<Candidate[]> {
	try {
		const columns = (await asked.command?.columns?.(lenientOptions(asked), await readNames(asked.lookup))) ?? [];
		return afterComma(
			word,
			columns.map(({key, title}) => ({text: key, summary: title})),
		);
	} catch {
		// Which columns there are depends on flags that are not right yet.
		return [];
	}
}

/** The items for the last place of a list, without those that are in it already. */
function afterComma(word: string, items: readonly Candidate[]): Candidate[] {
	const start = word.slice(0, word.lastIndexOf(',') + 1);
	const given = start.split(',');
	return items.filter(({text}) => !given.includes(text)).map(item => ({...item, text: start + item.text, open: true}));
}

/** A command or topic of `help`. */
function helpCandidates({tree, args}: Asked): Candidate[] {
	const commands = childrenOf(tree, args.join(' ')).map(({word, summary}) => ({text: word, summary}));
	return args.length > 0 ? commands : [...commands, ...plain(Object.keys(topics), 'topic')];
}

/** The property in `props values PROPERTY --match`. */
const propertyIn = (words: readonly string[]) =>
	words.findLast(word => properties.some(({name}) => name === word.split('.')[0])) ?? '';

type Find = (word: string, spec: Spec, asked: Asked) => Promise<readonly Candidate[]> | readonly Candidate[];

const sources: Readonly<Record<Completion, Find>> = {
	file: () => plain([':file']),
	directory: () => plain([':directory']),
	property: (word, spec, asked) => {
		if (word.includes(':')) return expressionCandidates(word, spec, asked);
		return propertyCandidates().map(item => (spec.flag ? {...item, open: true} : item));
	},
	propertyValue: async (_word, _spec, {lookup, rest}) => open(await lookup.known(`values ${propertyIn(rest)}`)),
	profile: async (_word, _spec, {lookup}) => plain(await lookup.profiles()),
	remoteFile: async (_word, _spec, {lookup, path}) =>
		plain(await lookup.known(`files ${path.split(' ').slice(0, -1).join(' ')}`)),
	key: () => [],
	run: (_word, _spec, {lookup}) => lookup.runs(),
	expression: expressionCandidates,
	column: (word, _spec, asked) => columnCandidates(word, asked),
	help: (_word, _spec, asked) => helpCandidates(asked),
};

/** Days as flags take them: `-7d` where an expression has `today-7d`. */
const rangeWords = [...dateWords.map(word => word.replace(/^today(?=-)/, '')), 'oldest'];

/** The values that the parser of a flag says it takes, for a text that it refuses. */
function expectedBy(flag: Flag, text: string): readonly string[] {
	try {
		flag.read([text]);
		return [];
	} catch (error) {
		return error instanceof Expected ? error.suggest : [];
	}
}

const takes = (flag: Flag, text: string) => {
	try {
		flag.read([text]);
		return true;
	} catch {
		return false;
	}
};

/** One of several values; a list of them where the flag takes one; and what may stand behind one (`active:desc`). */
function choiceCandidates(word: string, choices: readonly string[], flag?: Flag): Candidate[] {
	if (!flag) return plain(choices);
	if (choices.length > 1 && takes(flag, choices.slice(0, 2).join(','))) return afterComma(word, plain(choices));
	const [choice = ''] = word.split(':');
	const longer = choices.includes(choice) ? expectedBy(flag, `${word}:`) : [];
	return plain([...choices, ...longer]);
}

/** What the last word may become, whether or not it begins so. */
export function valueCandidates(
	word: string,
	spec: Spec,
	asked: Asked,
): Promise<readonly Candidate[]> | readonly Candidate[] {
	const {flag} = spec;
	if (spec.choices) return choiceCandidates(word, spec.choices, flag);
	if (spec.complete) return sources[spec.complete](word, spec, asked);
	if (flag?.flags.endsWith('<date>')) return plain([...rangeWords, asked.today].filter(text => takes(flag, text)));
	return flag ? choiceCandidates(word, expectedBy(flag, '\0'), flag) : [];
}
