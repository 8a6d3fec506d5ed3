import {
	type Compiled,
	compileEvent,
	compileLevels,
	compileSegments,
	filterModel,
	filterOf,
	levelsOf,
} from '../compile.ts';
import type {LanguageContext} from '../context.ts';
import {type ExpressionKind, segmentSources} from '../kinds.ts';
import {type Catalogue, keyCatalogue, reportCatalogue} from '../properties/catalogue.ts';
import type {Source} from '../source/source.ts';
import {explainEvent, explainModel} from './filter.ts';
import {explainLevel, explainSegments} from './segments.ts';

/** An expression, what it compiles to, and what it says in plain sentences. */
export type Explained = Compiled<object> & {readonly sentences: readonly string[]};

const explainers: Readonly<
	Record<ExpressionKind, (sources: readonly Source[], context: LanguageContext) => Explained>
> = {
	filter: (sources, context) => explainFilter(reportCatalogue, sources, context),
	key: (sources, context) => explainFilter(keyCatalogue, sources, context),
	segment: (sources, context) => {
		const compiled = compileSegments(segmentSources(sources), context);
		return {...compiled, sentences: explainSegments(compiled.json.segmentBy, compiled.json.segments)};
	},
	level: (sources, context) => {
		const compiled = compileLevels(sources, context);
		return {...compiled, sentences: levelsOf(compiled.json).flatMap(explainLevel)};
	},
	event: ([source = {name: '--event', text: ''}], context) => {
		const compiled = compileEvent(source, context);
		const text = explainEvent(compiled.json);
		return {...compiled, sentences: [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`]};
	},
};

/** Compiles an expression of any kind and says what it means. @throws CliError as the compilers do. */
export const explain = (kind: ExpressionKind, sources: readonly Source[], context: LanguageContext): Explained =>
	explainers[kind](sources, context);

function explainFilter(catalogue: Catalogue, sources: readonly Source[], context: LanguageContext): Explained {
	const read = filterModel(catalogue, sources, context);
	const sentences = [...read.model].flatMap(([name, model]) => {
		const field = catalogue.byName.get(name);
		return field ? [explainModel(field, model)] : [];
	});
	return {...filterOf(catalogue, read, context), sentences};
}
