import {
	type Compiled,
	compileEvent,
	compileFilter,
	compileKeyFilter,
	compileLevels,
	compileSegments,
} from './compile.ts';
import type {LanguageContext} from './context.ts';
import type {Source} from './source/source.ts';

/** The five languages by name. */
export const expressionKinds = ['filter', 'segment', 'level', 'event', 'key'] as const;
export type ExpressionKind = (typeof expressionKinds)[number];

/** The flag that takes each, which is also its name in messages. */
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
const segmentSources = ([segmentBy = nothing('segment'), ...segments]: readonly Source[]) => ({
	segmentBy,
	segments,
});

/** Compiles an expression of any kind, or its JSON. @throws CliError of kind usage. */
export const compileKind = (
	kind: ExpressionKind,
	sources: readonly Source[],
	context: LanguageContext,
): Compiled<object> => compilers[kind](sources, context);
