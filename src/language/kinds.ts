import type {EventReference} from '../contract/event-reference.ts';
import type {Levels} from '../contract/segments.ts';
import {
	type Compiled,
	compileEvent,
	compileFilter,
	compileKeyFilter,
	compileLevels,
	compileSegments,
	filterModel,
	levelsOf,
} from './compile.ts';
import type {LanguageContext} from './context.ts';
import {printFilter} from './filter/print.ts';
import {type Catalogue, keyCatalogue, reportCatalogue} from './properties/catalogue.ts';
import type {Segmentation} from './segment/import.ts';
import {printLevel, printSegments} from './segment/print.ts';
import type {Remark} from './source/fault.ts';
import type {Source} from './source/source.ts';
import {printEvent} from './values/print-event.ts';
import type {QuoteMark} from './values/print-text.ts';

/** The five languages by name. */
export const expressionKinds = ['filter', 'segment', 'level', 'event', 'key'] as const;
export type ExpressionKind = (typeof expressionKinds)[number];

/** The flag that takes each, which is also how its text is called in messages. */
export const flagOf: Readonly<Record<ExpressionKind, string>> = {
	filter: '--filter',
	segment: '--segment-by',
	level: '--level',
	event: '--event',
	key: '--filter',
};

type Compiler = (sources: readonly Source[], context: LanguageContext) => Compiled<object>;
const compilers: Readonly<Record<ExpressionKind, Compiler>> = {
	filter: compileFilter,
	key: compileKeyFilter,
	level: compileLevels,
	segment: (sources, context) => compileSegments(segmentSources(sources), context),
	event: ([source = nothing('event')], context) => compileEvent(source, context),
};

const nothing = (kind: ExpressionKind): Source => ({name: flagOf[kind], text: ''});

/** The first text is the property and its segments, the others hold more segments. */
export const segmentSources = ([segmentBy = nothing('segment'), ...segments]: readonly Source[]) => ({
	segmentBy,
	segments,
});

/** Compiles an expression of any kind; JSON is taken for text. @throws CliError of kind usage. */
export const compileKind = (
	kind: ExpressionKind,
	sources: readonly Source[],
	context: LanguageContext,
): Compiled<object> => compilers[kind](sources, context);

/** The canonical text of each flag, with the quote that stays free inside. */
export function printKind(
	kind: ExpressionKind,
	sources: readonly Source[],
	{context, mark}: {readonly context: LanguageContext; readonly mark: QuoteMark},
): {readonly texts: readonly string[]; readonly warnings: readonly Remark[]} {
	const {json, warnings} = compileKind(kind, sources, context);
	return {texts: printers[kind](json, mark), warnings};
}

/** JSON that was compiled, printed; a level is a flag of its own. */
const printers: Readonly<Record<ExpressionKind, (json: object, mark: QuoteMark) => readonly string[]>> = {
	filter: (json, mark) => [printFilterJson(reportCatalogue, json, mark)],
	key: (json, mark) => [printFilterJson(keyCatalogue, json, mark)],
	segment: (json, mark) => {
		const {segmentBy, segments} = json as Segmentation;
		return [printSegments(segmentBy, segments, mark)];
	},
	level: (json, mark) => levelsOf(json as Levels).map(level => printLevel(level, mark)),
	event: (json, mark) => [printEvent(json as EventReference, mark)],
};

function printFilterJson(catalogue: Catalogue, json: object, mark: QuoteMark): string {
	const source = {name: 'JSON', text: JSON.stringify(json)};
	const {model} = filterModel(catalogue, [source], {today: '1970-01-01', anyCode: true});
	return printFilter(model, catalogue, mark);
}
