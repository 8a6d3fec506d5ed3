import {calendarDay} from '../calendar.ts';
import type {EventReference} from '../contract/event-reference.ts';
import type {GlobalFilters} from '../contract/filter-schemas.ts';
import type {KeyFilters} from '../contract/operations/license-keys.ts';
import {getReport, type Report, reportNames} from '../contract/reports.ts';
import type {Levels, Segmentation} from '../contract/segment-schemas.ts';
import {CliError} from '../errors.ts';
import type {Compiled} from '../language/compile-expressions.ts';
import {compileKind, type ExpressionKind} from '../language/expression-kinds.ts';
import type {LanguageContext} from '../language/language-context.ts';
import {readJson} from '../language/source/read-json.ts';
import {nearNames, suggestion} from '../text/near-names.ts';
import {guard} from './guard.ts';

/** `today` defaults to this machine's day. `report` is its path or its command: `churn retention`. */
export type ExpressionOptions = Partial<Omit<LanguageContext, 'report'>> & {readonly report?: string | undefined};

/** An expression as the service's JSON, as canonical text that compiles to the same JSON, and in sentences. */
export type Expression<Json> = Pick<Compiled<Json>, 'json' | 'canonical' | 'warnings' | 'notes'> & {
	readonly explanation: readonly string[];
};

const toExpression = <Json>({json, canonical, warnings, notes, explain}: Compiled<Json>): Expression<Json> => ({
	json,
	canonical,
	warnings,
	notes,
	explanation: explain(),
});

function findReport(name: string): Report {
	const found = getReport(name);
	if (found) return found;
	const advice = suggestion(nearNames(name, reportNames), `the reports are ${reportNames.join(', ')}`);
	throw new CliError('usage', `there is no report '${name}'`, advice);
}

const createContext = ({report, ...options}: ExpressionOptions): LanguageContext => ({
	today: calendarDay(new Date()),
	...options,
	report: report === undefined ? undefined : findReport(report),
});

const compile = <Kind extends ExpressionKind>(
	kind: Kind,
	{name, texts}: {readonly name: string; readonly texts: string | readonly string[]},
	options: ExpressionOptions,
) => {
	const sources = [texts].flat().map(text => ({name, text, readJson}));
	return toExpression(compileKind(kind, sources, createContext(options)));
};

/** Compiles `prodVersion=4.* and ram>=8GB` to `globalFilters`; several texts are joined by `and`. */
export const filter = guard(
	'filter',
	(texts: string | readonly string[], options: ExpressionOptions = {}): Expression<GlobalFilters> =>
		compile('filter', {name: 'filter', texts}, options),
);

/** Compiles `overQuotaCount>=1` to `filters` of listKeys. */
export const keyFilter = guard(
	'keyFilter',
	(texts: string | readonly string[], options: ExpressionOptions = {}): Expression<KeyFilters> =>
		compile('key', {name: 'filter', texts}, options),
);

/** Compiles `ram: Small = ..<4GB, Big = 4GB..` to `segmentBy` and `segments`; further segments may be separate texts. */
export const segments = guard(
	'segments',
	(segmentBy: string, more: readonly string[] = [], options: ExpressionOptions = {}): Expression<Segmentation> =>
		compile('segment', {name: 'segments', texts: [segmentBy, ...more]}, options),
);

/** Compiles `os.version: each * limit 5` to `levels` of the current report, outermost first. */
export const levels = guard(
	'levels',
	(texts: string | readonly string[], options: ExpressionOptions = {}): Expression<Levels> =>
		compile('level', {name: 'level', texts}, options),
);

/** Compiles `Export/PDF + Export/XPS` to an event reference. */
export const event = guard(
	'event',
	(text: string, options: ExpressionOptions = {}): Expression<EventReference> =>
		compile('event', {name: 'event', texts: text}, options),
);

/** Converts the service's JSON back to canonical texts, one per level. */
export const print = guard(
	'print',
	(kind: ExpressionKind, json: object): readonly string[] =>
		compileKind(kind, [{name: 'JSON', text: JSON.stringify(json), readJson}], createContext({anyCode: true})).texts,
);
