import {isFingerprint} from '../../archive/crashes/fingerprint.ts';
import {logKinds} from '../../archive/log-kinds.ts';
import {type Completion, Expected, type Flag} from '../../cli/definition/flag.ts';
import {childrenOf} from '../../cli/find/command-tree.ts';
import {properties} from '../../contract/properties.ts';
import {aliases} from '../../language/properties/catalog.ts';
import {offeredDates} from '../../language/values/date-words.ts';
import {fileFormats, formats, isSpecial} from '../../output/formats.ts';
import {listSqlNames} from '../../query/view-table.ts';
import {findProperties} from '../../session/name-cache.ts';
import {compareVersions} from '../../text/version-order.ts';
import {pageSummaries, topics} from '../topics.ts';
import {type Candidate, type CompletionContext, open, plain, type Spec, typedTexts} from './completion-context.ts';
import {expressionCandidates, kindOf} from './expression-candidates.ts';
import {sortByUse} from './offered-properties.ts';

/** Offers `os.version` beside `os`. Aliases are offered only once the user has begun to type one. */
const propertyCandidates = (word: string): Candidate[] => [
	...(word === '' ? [] : [...aliases].map(([text, name]) => ({text, summary: name}))),
	...sortByUse(
		properties.flatMap(({name, friendlyName, kind, parts = [], partNames = []}) =>
			kind === 'levels'
				? parts.map((part, at) => ({text: `${name}.${part}`, summary: partNames[at] ?? ''}))
				: [{text: name, summary: friendlyName}],
		),
	),
];

/** Parses the flags typed so far and skips invalid ones. */
function lenientOptions(context: CompletionContext): Readonly<Record<string, unknown>> {
	const texts = typedTexts(context);
	const read = (name: string, flag: Flag) => {
		try {
			return flag.read(texts[name] ?? []);
		} catch {
			return undefined;
		}
	};
	return Object.fromEntries(Object.entries<Flag>(context.flags).map(([name, flag]) => [name, read(name, flag)]));
}

async function columnCandidates(word: string, context: CompletionContext): Promise<Candidate[]> {
	try {
		const columns =
			(await context.command?.columns?.(lenientOptions(context), await findProperties(context.lookup.known))) ?? [];
		return afterComma(
			word,
			columns.map(({key, title}) => ({text: key, summary: title})),
		);
	} catch {
		// The columns depend on flags that may be incomplete.
		return [];
	}
}

/** Returns the items for the last place of a list, without those that are in the list already. */
function afterComma(word: string, items: readonly Candidate[]): Candidate[] {
	const start = word.slice(0, word.lastIndexOf(',') + 1);
	const given = start.split(',');
	return items.filter(({text}) => !given.includes(text)).map(item => ({...item, text: start + item.text, open: true}));
}

/** Offers views and their columns for the last name in a statement. */
function sqlCandidates(word: string): Candidate[] {
	const start = word.replace(/\w*$/, '');
	return listSqlNames().map(([name, summary]) => ({text: start + name, summary, open: true}));
}

function helpCandidates({tree, args}: CompletionContext): Candidate[] {
	const commands = childrenOf(tree, args.join(' ')).map(({word, summary}) => ({text: word, summary}));
	return args.length > 0 ? commands : [...commands, ...plain(Object.keys({...topics, ...pageSummaries}), 'topic')];
}

const propertyIn = (words: readonly string[]) =>
	words
		.map(word => aliases.get(word) ?? word)
		.findLast(word => properties.some(({name}) => name === word.split('.')[0])) ?? '';

/** The folders of crash reports: the arguments, or the value of `--crashes` in a command that has it. */
function archiveFolders(context: CompletionContext): readonly string[] {
	const {crashes} = context.flags;
	if (crashes) return [typedTexts(context).crashes?.at(-1) ?? crashes.default ?? '.'];
	return context.args.length > 0 ? context.args : [logKinds.exceptions.folder];
}

type Find = (
	word: string,
	spec: Spec,
	context: CompletionContext,
) => Promise<readonly Candidate[]> | readonly Candidate[];

const sources: Readonly<Record<Completion, Find>> = {
	file: () => plain([':file']),
	directory: () => plain([':directory']),
	property: (word, spec, context) => {
		if (spec.flag && kindOf(spec.flag, context) === 'segment') return expressionCandidates(word, spec, context);
		return propertyCandidates(word).map(item => (spec.flag ? {...item, open: true} : item));
	},
	propertyValue: async (_word, _spec, {lookup, rest}) => open(await lookup.known(`values ${propertyIn(rest)}`)),
	profile: async (_word, _spec, {lookup}) => plain(await lookup.profiles()),
	product: (_word, _spec, {lookup}) => lookup.products(),
	remoteFile: async (_word, _spec, {lookup, path}) =>
		plain(await lookup.known(`files ${path.split(' ').slice(0, -1).join(' ')}`)),
	key: () => [],
	run: (_word, _spec, {lookup}) => lookup.runs(),
	question: (_word, _spec, {lookup}) => lookup.questions(),
	fingerprint: async (_word, _spec, context) => {
		if (context.args.some(isFingerprint)) return plain([':file']);
		const found = await context.lookup.fingerprints(archiveFolders(context));
		return found.length > 0 || context.flags.crashes ? found : plain([':file']);
	},
	version: async (_word, spec, context) => {
		const {known, versions} = context.lookup;
		const found = [...(await known('values prodVersion')), ...(await versions(archiveFolders(context)))];
		const words = spec.flag ? ['previous', 'all-others'] : ['latest'];
		return plain([...words, ...[...new Set(found)].sort((a, b) => compareVersions(b, a))]);
	},
	expression: expressionCandidates,
	column: (word, _spec, context) => columnCandidates(word, context),
	sql: sqlCandidates,
	help: (_word, _spec, context) => helpCandidates(context),
};

/** The dates that flags accept: `-7d` where an expression has `today-7d`. */
const rangeWords = [...offeredDates.map(word => word.replace(/^today(?=-)/, '')), 'oldest'];

const offeredPeriods = ['today', 'yesterday', ...rangeWords.filter(text => /^(?:this|last)-/.test(text))];

/** Returns the months of this year, the quarters and the year: `2026-10`, `2026-Q4`, `2026`. */
function calendarPeriods(today: string): readonly string[] {
	const [year, month] = [today.slice(0, 4), Number(today.slice(5, 7))];
	const months = Array.from({length: month}, (_, at) => `${year}-${String(month - at).padStart(2, '0')}`);
	const quarters = Array.from({length: Math.ceil(month / 3)}, (_, at) => `${year}-Q${Math.ceil(month / 3) - at}`);
	return [...months, ...quarters, year];
}

/** Returns the values that a parser suggests when it rejects the text. */
function expectedBy(flag: Flag, text: string): readonly string[] {
	try {
		flag.read([text]);
		return [];
	} catch (error) {
		return error instanceof Expected ? error.suggest : [];
	}
}

const accepts = (flag: Flag, text: string) => {
	try {
		flag.read([text]);
		return true;
	} catch {
		return false;
	}
};

/** Returns the choices; for a flag with a list, what may follow the last comma; and suffixes such as `active:desc`. */
function choiceCandidates(word: string, choices: readonly string[], flag?: Flag): Candidate[] {
	if (!flag) return plain(choices);
	if (choices.length > 1 && accepts(flag, choices.slice(0, 2).join(','))) return afterComma(word, plain(choices));
	const [choice = ''] = word.split(':');
	const longer = choices.includes(choice) ? expectedBy(flag, `${word}:`) : [];
	return plain([...choices, ...longer]);
}

/** Returns the formats that the command writes: those of files only with `--out`. */
function getFormats(context: CompletionContext): readonly string[] {
	const {command} = context;
	const allowed = command?.formats?.allowed ?? formats;
	const files = typedTexts(context).out === undefined ? [] : fileFormats;
	const special = command?.specialFormats ?? [];
	return [...new Set([...allowed.filter(format => !isSpecial(format)), ...files, ...special])];
}

/** Returns all candidates for the last word, including those that do not begin with it. */
export function valueCandidates(
	word: string,
	spec: Spec,
	context: CompletionContext,
): Promise<readonly Candidate[]> | readonly Candidate[] {
	const {flag} = spec;
	if (flag?.flags.startsWith('-o,')) return plain(getFormats(context));
	if (spec.choices) return choiceCandidates(word, spec.choices, flag);
	if (spec.complete) return sources[spec.complete](word, spec, context);
	if (flag?.flags.endsWith('<range>'))
		return plain(['previous', ...rangeWords.filter(text => text.startsWith('last-'))]);
	if (flag?.flags.endsWith('<period>')) return plain([...offeredPeriods, ...calendarPeriods(context.today)]);
	if (flag?.flags.endsWith('<date>')) return plain([...rangeWords, context.today].filter(text => accepts(flag, text)));
	return flag ? choiceCandidates(word, expectedBy(flag, '\0'), flag) : [];
}
