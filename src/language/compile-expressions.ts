import type {EventReference} from '../contract/event-reference.ts';
import type {GlobalFilters} from '../contract/filter-schemas.ts';
import type {Members} from '../contract/json-values.ts';
import type {KeyFilters} from '../contract/operations/license-keys.ts';
import {listLevels} from '../contract/rules/segment-rules.ts';
import type {Levels, Segmentation} from '../contract/segment-schemas.ts';
import {readEventExpression} from './events/event-expression.ts';
import {explainEvent, printEvent} from './events/print-event.ts';
import {finish, joinWithAnd, multiply, type Parts} from './filter/combine-clauses.ts';
import {explainFilter, type FilterModel, filterJson, printFilter} from './filter/filter-model.ts';
import {filterNotes} from './filter/filter-notes.ts';
import {readFilter, readLines} from './filter/read-filter.ts';
import {getTerms, joinAcross} from './filter/union-filter.ts';
import type {LanguageContext} from './language-context.ts';
import {type Catalog, keyCatalog, reportCatalog, withOwnProperties} from './properties/catalog.ts';
import {resolveTarget} from './properties/property-names.ts';
import {filterCatalog} from './properties/record-catalog.ts';
import {type MatchFilter, readMatch} from './read-match.ts';
import {readAll, readWhole} from './read-sources.ts';
import {explainLevel, explainSegments, printLevel, printSegments} from './segment/print-segments.ts';
import {readLevels, readSegmentation} from './segment/segment-expression.ts';
import {segmentNotes} from './segment/segment-notes.ts';
import type {Setting} from './source/cursor.ts';
import type {LatestExpectations} from './source/expectation.ts';
import type {Remark} from './source/expression-error.ts';
import {type Source, withoutMark} from './source/source-text.ts';
import {asSentence, quote, quoteIfNeeded} from './values/quoting.ts';

/**
 * Compiles expressions to API JSON. All functions are pure, and throw CliError (usage) with a code, a place, expected
 * forms and suggestions (docs/language.md#messages).
 */

export type Compiled<Json> = {
	/** JSON that was not joined with other filters is unchanged. */
	readonly json: Json;
	/** The canonical text, which compiles to the same JSON. */
	readonly canonical: string;
	/** Parts that can be sent but are probably not intended (docs/language.md#warnings). */
	readonly warnings: readonly Remark[];
	/** Facts that a reader of the result should know (docs/language.md#notes). */
	readonly notes: readonly Remark[];
	/** The canonical text, as one for each flag. */
	readonly texts: readonly string[];
	readonly explain: () => readonly string[];
};

const createCompiled = <Json>(parts: Omit<Compiled<Json>, 'canonical'>): Compiled<Json> => ({
	canonical: parts.texts.join('\n'),
	...parts,
});

/** Compiles all `--filter` texts and files, joined by `and`, to `globalFilters` (docs/service.md#filters); without any, to `{}`. */
export const compileFilter = (sources: readonly Source[], context: LanguageContext): Compiled<GlobalFilters> =>
	compileWith(filterCatalog(context), sources, context) as Compiled<GlobalFilters>;

export const compileRecordFilter = (
	sources: readonly Source[],
	context: LanguageContext,
): {readonly model: FilterModel; readonly warnings: readonly Remark[]} =>
	filterModel(filterCatalog(context), sources, context);

/** A filter, and the sign with which its count enters the count of a filter whose `or` joins properties. */
export type FilterTerm = {readonly sign: number; readonly filters: GlobalFilters};

/** Compiles a filter whose `or` may join different properties to filters whose signed counts add up to its count. */
export function compileUnion(
	source: Source,
	context: LanguageContext,
): Omit<Compiled<readonly FilterTerm[]>, 'texts' | 'explain'> {
	const setting = createSetting(filterCatalog(context), context);
	const {warnings, catalog} = setting;
	const alternatives = multiply(readLines(withoutMark(source), setting, joinAcross));
	const models = alternatives.map(parts => finish(parts, catalog, warnings));
	const print = (model: FilterModel) =>
		models.length > 1 && model.size > 1 ? `(${printFilter(model, catalog)})` : printFilter(model, catalog);
	return {
		json: getTerms(alternatives).map(({sign, parts}) => ({
			sign,
			filters: {...filterJson(finish(parts, catalog, []), catalog), ...getGiven(parts)} as GlobalFilters,
		})),
		canonical: models.map(print).join(' or '),
		warnings,
		notes: models.flatMap(model => filterNotes(model, catalog, context)),
	};
}

/** Compiles `keys list --filter` to `filters` of listKeys. */
export const compileKeyFilter = (sources: readonly Source[], context: LanguageContext): Compiled<KeyFilters> =>
	compileWith(keyCatalog, sources, context) as Compiled<KeyFilters>;

/** Compiles one `--event` to an event reference (docs/service.md#event-reference). */
export function compileEvent(source: Source, context: LanguageContext): Compiled<EventReference> {
	const setting = createSetting(reportCatalog, context);
	const {json, texts} = readWhole<EventReference>([source], setting, {
		kind: 'event',
		read: ([text = source]) => readEventExpression(text, setting),
		print: event => [printEvent(event)],
	});
	const explain = () => [asSentence(explainEvent(json))];
	return createCompiled({json, texts, warnings: setting.warnings, notes: [], explain});
}

/** Compiles `--segment-by` and `--segment` to `segmentBy` and `segments` (docs/service.md#segments). */
export function compileSegments(
	{segmentBy, segments}: {readonly segmentBy: Source; readonly segments: readonly Source[]},
	context: LanguageContext,
): Compiled<Segmentation> {
	const setting = createSetting(reportCatalog, context);
	const {warnings, catalog} = setting;
	const {json, texts} = readWhole<Segmentation>([segmentBy, ...segments], setting, {
		kind: 'segment',
		read: ([by = segmentBy, ...more]) => readSegmentation({segmentBy: by, segments: more}, setting),
		print: read => [printSegments(read.segmentBy, read.segments, catalog)],
		names: ({segmentBy: name}) => [[name, ['segmentBy']]],
	});
	return createCompiled({
		json,
		texts,
		warnings,
		notes: segmentNotes(json.segmentBy, json.segments, catalog),
		explain: () => explainSegments(json.segmentBy, json.segments, catalog),
	});
}

/** Compiles `--level` lines to `levels` of the current report; without any, to `{}`. */
export function compileLevels(sources: readonly Source[], context: LanguageContext): Compiled<Levels> {
	const setting = createSetting(reportCatalog, context);
	const {warnings, catalog} = setting;
	const {json, texts} = readWhole<Levels>(sources, setting, {
		kind: 'level',
		read: lines => readLevels(lines, setting),
		print: read => listLevels(read).map(level => printLevel(level, catalog)),
		names: read => listLevels(read).map(({property}, index) => [property, [`level${index + 1}`, 'property']]),
	});
	const levels = listLevels(json);
	return createCompiled({
		json,
		texts,
		warnings,
		notes: levels.flatMap(({property, segments}) => segmentNotes(property, segments, catalog)),
		explain: () => levels.flatMap((level, index) => explainLevel(level, index, catalog)),
	});
}

/**
 * Resolves a name, an alias, a friendly name (`Product Version`) or the product's own name to the service's name and, for os,
 * geography and gpu, the level. `flag` names the source in messages. Throws CliError (usage) with suggestions.
 */
export function resolveProperty(
	name: string,
	language: Omit<LanguageContext, 'today'> = {},
	flag?: string,
): {readonly property: string; readonly level?: string} {
	const {field, part} = resolveTarget(
		name.trim(),
		createSetting(reportCatalog, {today: '1970-01-01', ...language}),
		flag,
	);
	return {property: field.name, ...(part === undefined ? {} : {level: part})};
}

export function compileMatch(
	source: Source,
	property: string,
): Pick<Compiled<MatchFilter>, 'json' | 'canonical' | 'warnings'> {
	const setting = createSetting(reportCatalog, {today: '1970-01-01'});
	const json = readMatch(withoutMark(source), property, setting);
	const canonical = json.type === 'regex' ? `~${quote(json.value)}` : quoteIfNeeded(json.value);
	return {json, canonical, warnings: setting.warnings};
}

export const createSetting = (
	catalog: Catalog,
	context: LanguageContext,
	expectations?: LatestExpectations,
): Setting => ({
	catalog: withOwnProperties(catalog, context.listed),
	context,
	warnings: [],
	...(expectations ? {expectations} : {}),
});

function compileWith(own: Catalog, sources: readonly Source[], context: LanguageContext): Compiled<object> {
	const {model, given, warnings, catalog} = filterModel(own, sources, context);
	const unprinted = Object.entries(given).filter(([name]) => !model.has(name));
	const isPrinted = unprinted.length === 0;
	const texts = [
		...(model.size > 0 || isPrinted ? [printFilter(model, catalog)] : []),
		...(isPrinted ? [] : [JSON.stringify(Object.fromEntries(unprinted))]),
	];
	return createCompiled({
		json: {...filterJson(model, catalog), ...given},
		texts: [texts.join(' and ')],
		warnings,
		notes: filterNotes(model, catalog, context),
		explain: () => [
			...(model.size > 0 || isPrinted ? explainFilter(model, catalog) : []),
			...unprinted.map(([name]) => `The filter on ${name} is sent as its JSON.`),
		],
	});
}

const getGiven = (parts: Parts): Members =>
	Object.fromEntries(parts.flatMap(({field, given}) => (given === undefined ? [] : [[field.name, given]])));

/** Returns the models of a filter, the JSON of those that were given as JSON, and the catalog extended by the product's own properties. */
export function filterModel(
	own: Catalog,
	sources: readonly Source[],
	context: LanguageContext,
): {
	readonly model: FilterModel;
	readonly given: Members;
	readonly warnings: readonly Remark[];
	readonly catalog: Catalog;
} {
	const setting = createSetting(own, context);
	const {warnings, catalog} = setting;
	const parts = joinWithAnd(readAll(sources, source => readFilter(withoutMark(source), setting)));
	return {model: finish(parts, catalog, warnings), given: getGiven(parts), warnings, catalog};
}
