import {continentNames} from '../contract/geography.ts';
import {isInReport} from '../contract/properties.ts';
import {cohortSegments, levelSorts, sortDirections} from '../contract/request-words.ts';
import {CliError} from '../errors.ts';
import {distinctBy} from '../text/group-by.ts';
import {createSetting} from './compile-expressions.ts';
import {readEventExpression} from './events/event-expression.ts';
import type {ExpressionKind} from './expression-kinds.ts';
import {operatorWords} from './filter/operators.ts';
import {readFilter} from './filter/read-filter.ts';
import type {LanguageContext} from './language-context.ts';
import {
	aliases,
	type Catalog,
	keyCatalog,
	namesOf,
	reportCatalog,
	type Target,
	targetName,
	withOwnProperties,
} from './properties/catalog.ts';
import {filterCatalog} from './properties/record-catalog.ts';
import {readLevels, readSegmentation} from './segment/segment-expression.ts';
import type {Setting} from './source/cursor.ts';
import {type Expectation, LatestExpectations, type Wanted} from './source/expectation.ts';
import type {Source} from './source/source-text.ts';
import {offeredDates} from './values/date-words.ts';
import {countries, states} from './values/geo-codes.ts';

/**
 * Completes expressions in shells and editors. The parser records what it expects at each position; this file turns that
 * into words.
 */

type Suggestion = {
	/** The suggestion replaces the text from here to the cursor. */
	readonly from: number;
	readonly text: string;
	readonly what: Wanted;
};

export type Completions = {
	readonly suggestions: readonly Suggestion[];
	/** Present if values of this property may follow, which only the service can list. */
	readonly values?: {readonly property: string; readonly from: number; readonly prefix: string};
	/** Present if categories, or the events of one, may follow, which only the service can list. */
	readonly events?: {readonly category: string | null | undefined; readonly from: number; readonly prefix: string};
	/** The quote character that is open at the cursor. */
	readonly quote?: "'" | '"';
};

const readers: Readonly<Record<ExpressionKind, (source: Source, setting: Setting) => unknown>> = {
	filter: readFilter,
	key: readFilter,
	segment: (segmentBy, setting) => readSegmentation({segmentBy, segments: []}, setting),
	level: (source, setting) => readLevels([source], setting),
	event: readEventExpression,
};

/** Suggests what may follow in an expression at the cursor (in UTF-16 units). Never throws. */
export function complete(text: string, cursor: number, kind: ExpressionKind, context: LanguageContext): Completions {
	const head = text.slice(0, cursor);
	const expectations = new LatestExpectations();
	const setting = createSetting(kind === 'key' ? keyCatalog : filterCatalog(context), context, expectations);
	const after = kind === 'segment' || kind === 'level' ? 'after-segment' : 'connective';
	try {
		readers[kind]({name: kind, text: head}, setting);
	} catch (error) {
		// An unfinished text always fails; the expectations recorded before that are the result.
		if (!(error instanceof CliError)) throw error;
	}
	const open = expectations.items.flatMap(item => placeIn(head, item, after));
	const suggestions = open.flatMap(place => suggest(place, setting));
	const value = open.findLast(({expectation: {what}}) => what === 'value' || what === 'segment');
	const event = open.findLast(({expectation: {what}}) => what === 'category' || what === 'event');
	const mark = (value ?? event)?.quote;
	return {
		suggestions: distinctBy(
			suggestions.filter(({from, text}) => text !== 'not' || !/\bnot\s+$/i.test(head.slice(0, from))),
			({from, text}) => `${from} ${text}`,
		),
		...(value?.expectation.target
			? {values: {property: targetName(value.expectation.target), from: value.from, prefix: value.prefix}}
			: {}),
		...(event ? {events: {category: event.expectation.category, from: event.from, prefix: event.prefix}} : {}),
		...(mark ? {quote: mark} : {}),
	};
}

type OpenExpectation = {
	readonly expectation: Expectation;
	readonly from: number;
	readonly prefix: string;
	readonly quote?: "'" | '"';
	/** True directly after a letter, where a word operator cannot follow: `ram` and `in` would give `ramin`. */
	readonly isGlued?: boolean;
};

const separatedKinds = new Set<Wanted>(['connective', 'property', 'after-segment', 'after-level', 'sort', 'direction']);

type After = 'connective' | 'after-segment';

function placeIn(head: string, expectation: Expectation, after: After): OpenExpectation[] {
	const prefix = head.slice(expectation.at).trimStart();
	const from = head.length - prefix.length;
	const quoted = /^(['"])([^'"]*)$/.exec(prefix);
	if (quoted) return [{expectation, from: from + 1, prefix: quoted[2] ?? '', quote: quoted[1] as "'" | '"'}];
	if (separatedKinds.has(expectation.what) && !/[\s(,]/.test(head[from - 1] ?? ' ')) return [];
	if (/^[^\s(),'"=~<>!]*$/.test(prefix)) {
		const isGlued = expectation.what === 'operator' && /\w/.test(head[from - 1] ?? '');
		return [{expectation, from, prefix, isGlued}];
	}
	return expectation.what === 'value'
		? [{expectation, from, prefix}, ...lastWord({expectation, from, prefix}, after)]
		: [];
}

/** Bare text can contain spaces, so its last word may also be the beginning of the next keyword. */
function lastWord({expectation, prefix}: OpenExpectation, what: After): OpenExpectation[] {
	const word = /^[^(),'"=~<>!]*\s(\S*)$/.exec(prefix)?.[1];
	if (word === undefined || !expectation.target) return [];
	const from = expectation.at + prefix.length - word.length;
	return [{expectation: {what, at: from, target: expectation.target}, from, prefix: word}];
}

function suggest(place: OpenExpectation, setting: Setting): Suggestion[] {
	const {expectation, from, prefix, quote, isGlued} = place;
	const candidates = quote && expectation.what !== 'value' ? [] : candidatesOf(expectation, setting);
	const low = prefix.toLowerCase();
	const begun = candidates.filter(text => text.toLowerCase().startsWith(low) && !(isGlued && /^[a-z]/i.test(text)));
	const names = begun.filter(text => !aliases.has(text));
	// Suggest an alias only if no full name begins with the prefix.
	const offered = names.length > 0 ? names : begun.filter(text => text.length > low.length);
	return offered.map(text => ({from, text, what: expectation.what}));
}

function candidatesOf({what, target}: Expectation, {catalog, context}: Setting): readonly string[] {
	if (what === 'property') return propertyNames(catalog, context);
	if (what === 'grouping') return groupingNames(context);
	return (target && ofTarget[what]?.(target)) ?? fixed.get(what) ?? [];
}

const ofTarget: Readonly<Partial<Record<Wanted, (target: Target) => readonly string[]>>> = {
	operator: operatorWords,
	value: target => [...codesOf(target), ...nullWord(target)],
	segment: target => [...segmentWords(target), ...nullWord(target)],
	flag: ({field}) => [...field.parts, 'not'],
};

const fixed = new Map<Wanted, readonly string[]>([
	['connective', ['and', 'or']],
	['date', offeredDates],
	['null', ['null', 'not null']],
	['only-null', ['null']],
	['boolean', ['true', 'false']],
	['campaign', ['auto/', 'manual/', 'not']],
	['category', ['null/']],
	['call', ['(']],
	['colon', [':']],
	['after-segment', ['limit', 'sort']],
	['after-level', ['sort']],
	['sort', levelSorts],
	['direction', sortDirections],
]);

const nullWord = ({field}: Target) => (field.nullable ? ['null'] : []);

function codesOf({field, part}: Target): readonly string[] {
	if (field.name !== 'geography') return [];
	if (part === 'continent') return [...continentNames.keys()];
	return part === 'country' ? [...countries] : [...states.keys()].map(state => `US-${state}`);
}

function segmentWords(target: Target): readonly string[] {
	const {kind, parts} = target.field;
	if (kind === 'flags') return [...parts, 'not'];
	if (kind === 'boolean') return ['true', 'false'];
	return kind === 'number' ? [] : ['each *', 'each', ...codesOf(target)];
}

function targetsInReport({targets, names}: Catalog, {report}: LanguageContext): Target[] {
	const {family} = report ?? {};
	const found = names.flatMap(name => targets.get(name.toLowerCase()) ?? []);
	if (!family) return found;
	return found.filter(({field}) => !field.property || isInReport(field.property, family));
}

const ownTitles = ({ownNames}: LanguageContext) =>
	[...(ownNames?.keys() ?? [])].filter(title => /^[\w.-]+(?: [\w-]+){0,3}$/.test(title));

const propertyNames = (catalog: Catalog, context: LanguageContext) => [
	...targetsInReport(catalog, context).flatMap(namesOf),
	...(catalog.kind === 'report' ? ownTitles(context) : []),
	'not',
];

function groupingNames(context: LanguageContext): string[] {
	const segmentable = targetsInReport(withOwnProperties(reportCatalog, context.listed), context).filter(
		({field, part}) => field.property?.segmentable && (field.kind === 'levels') === (part !== undefined),
	);
	const cohorts = context.report?.path === 'engagement/churnAndEngagement' ? cohortSegments : [];
	return [...segmentable.flatMap(namesOf), ...ownTitles(context), ...cohorts];
}
