import type {EventReference} from '../contract/event-reference.ts';
import type {GlobalFilters} from '../contract/filter-schemas.ts';
import type {KeyFilters} from '../contract/operations/license-keys.ts';
import type {Levels, Segmentation} from '../contract/segment-schemas.ts';
import {
	type Compiled,
	compileEvent,
	compileFilter,
	compileKeyFilter,
	compileLevels,
	compileSegments,
} from './compile-expressions.ts';
import type {LanguageContext} from './language-context.ts';
import type {Source} from './source/source-text.ts';

export const expressionKinds = ['filter', 'segment', 'level', 'event', 'key'] as const;
export type ExpressionKind = (typeof expressionKinds)[number];

export const flagOfKind: Readonly<Record<ExpressionKind, string>> = {
	filter: '--filter',
	segment: '--segment-by',
	level: '--level',
	event: '--event',
	key: '--filter',
};

type JsonOf = {
	readonly filter: GlobalFilters;
	readonly segment: Segmentation;
	readonly level: Levels;
	readonly event: EventReference;
	readonly key: KeyFilters;
};

type Compiler<Json> = (sources: readonly Source[], context: LanguageContext) => Compiled<Json>;
const compilers: {readonly [Kind in ExpressionKind]: Compiler<JsonOf[Kind]>} = {
	filter: compileFilter,
	key: compileKeyFilter,
	level: compileLevels,
	segment: (sources, context) => compileSegments(segmentSources(sources), context),
	event: ([source = nothing('event')], context) => compileEvent(source, context),
};

const nothing = (kind: ExpressionKind): Source => ({name: flagOfKind[kind], text: ''});

/** The first text holds the property and its segments; the others add segments. */
const segmentSources = ([segmentBy = nothing('segment'), ...segments]: readonly Source[]) => ({
	segmentBy,
	segments,
});

/** Compiles an expression, or API JSON, of any kind. Throws CliError (usage). */
export const compileKind = <Kind extends ExpressionKind>(
	kind: Kind,
	sources: readonly Source[],
	context: LanguageContext,
): Compiled<JsonOf[Kind]> => compilers[kind](sources, context);
