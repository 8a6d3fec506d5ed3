import {type Flag, longName} from '../../cli/definition/flag.ts';
import type {EventReference} from '../../contract/event-reference.ts';
import {getReport} from '../../contract/reports.ts';
import {compileEvent} from '../../language/compile-expressions.ts';
import {complete} from '../../language/complete-expressions.ts';
import {printEvent} from '../../language/events/print-event.ts';
import {type ExpressionKind, expressionKinds} from '../../language/expression-kinds.ts';
import {findProperties} from '../../session/name-cache.ts';
import {type Candidate, type CompletionContext, open, type Spec, typedTexts} from './completion-context.ts';
import {getFriendlyName, sortByUse} from './offered-properties.ts';

const recordsOf = (path: string) => (['exceptions', 'events'] as const).find(kind => path.startsWith(`${kind} `));

export function kindOf(flag: Flag | undefined, context: CompletionContext): ExpressionKind {
	if (context.path.startsWith('filter ')) {
		const typed = typedTexts(context).kind?.at(-1);
		return expressionKinds.find(kind => kind === typed) ?? 'filter';
	}
	const name = flag && longName(flag);
	if (name === '--level') return 'level';
	if (name === '--segment-by' || name === '--segment') return 'segment';
	if (name === '--filter') return context.path.startsWith('keys') ? 'key' : 'filter';
	return 'event';
}

function readEvent(text: string, today: string): EventReference | undefined {
	try {
		return compileEvent({name: '', text}, {today}).json;
	} catch {
		return undefined;
	}
}

/**
 * Writes an event as a user types it: without quotes if it means the same without them, so that the typed part stays; else in
 * double quotes, which need no escaping inside the single quotes of a shell.
 */
function writeEvent(known: string, today: string): string {
	const [category, name] = JSON.parse(known) as [string | null, string];
	const bare = `${category}/${name}`;
	const read = readEvent(bare, today);
	const isSame = read && 'name' in read && read.category === category && read.name === name;
	return isSame ? bare : printEvent({category, name}, '"');
}

/** Completes the event that begins at a position in the text, using events that earlier reports have shown. */
async function eventCandidates(
	text: string,
	{category, from, prefix}: NonNullable<ReturnType<typeof complete>['events']>,
	{lookup, today}: CompletionContext,
): Promise<Candidate[]> {
	const head = text.slice(0, from);
	const found = (await lookup.known('events'))
		.map(known => writeEvent(known, today))
		.flatMap(event => {
			if (category === undefined) return event.startsWith(prefix) ? [head + event] : [];
			const slashes = [...event.matchAll(/\//g)].map(({index}) => index + 1);
			const cut = slashes.find(at => head.endsWith(event.slice(0, at)) && event.slice(at).startsWith(prefix));
			return cut === undefined ? [] : [head + event.slice(cut)];
		});
	return open(found, 'event');
}

const valuesBefore = (head: string): readonly string[] =>
	head.endsWith(',')
		? head
				.slice(head.search(/[^=(]*$/))
				.split(',')
				.map(value => value.trim())
		: [];

/** Completes an expression with a word that the parser expects, or with a name from earlier responses. */
export async function expressionCandidates(
	text: string,
	{flag}: Spec,
	context: CompletionContext,
): Promise<Candidate[]> {
	const {lookup, today} = context;
	const {suggestions, values, events} = complete(text, text.length, kindOf(flag, context), {
		today,
		report: getReport(context.path),
		records: recordsOf(context.path),
		...(await findProperties(lookup.known)),
	});
	const known = values ? await lookup.known(`values ${values.property}`) : [];
	const start = values?.prefix.toLowerCase() ?? '';
	const given = valuesBefore(text.slice(0, values?.from));
	const found = known.filter(value => value.toLowerCase().startsWith(start) && !given.includes(value));
	const used = events ? await eventCandidates(text, events, context) : [];
	// Null alone would be inserted where any value or event may follow.
	const isOnly =
		(values ?? events)?.prefix === '' &&
		found.length + used.length === 0 &&
		suggestions.every(({text: word}) => /^null\/?$/.test(word));
	const offered = isOnly ? [] : suggestions;
	return [
		...used,
		...open(
			found.map(value => text.slice(0, values?.from) + value),
			values?.property,
		),
		...sortByUse(
			offered.map(({from, text: word, what}) => ({
				text: text.slice(0, from) + word,
				summary: getFriendlyName(word) ?? what,
				open: true,
			})),
			({text: whole}) => whole.slice(offered[0]?.from ?? 0),
		),
	];
}
