import type {GlobalFilters} from '../contract/filters.ts';
import type {KeyFilters} from '../contract/license-keys.ts';
import type {LanguageContext} from './context.ts';
import {type Catalogue, keyCatalogue, reportCatalogue} from './filter/catalogue.ts';
import {conjoin} from './filter/combine.ts';
import {finish} from './filter/finish.ts';
import type {FilterModel} from './filter/model.ts';
import {printFilter} from './filter/print.ts';
import {readFilter} from './filter/read.ts';
import {filterJson} from './filter/wire.ts';
import {filterNotes} from './notes.ts';
import type {Setting} from './source/cursor.ts';
import type {Remark} from './source/fault.ts';
import {type Source, withoutMark} from './source/source.ts';

/**
 * The entry of the language: texts in, the API's JSON out. Everything here is pure; a fault is a CliError of kind usage
 * with its place, its code, what was expected and near names (filter-language.md 4).
 */

export type Compiled<Json> = {
	readonly json: Json;
	/** The canonical text: it compiles to the same JSON. */
	readonly canonical: string;
	/** What is sent all the same but was hardly meant. */
	readonly warnings: readonly Remark[];
	/** What a reader of the answer should know. */
	readonly notes: readonly Remark[];
};

/** `--filter` texts and files, joined by and, to `globalFilters` (service-api.md, "Filters"). No text is no filter: `{}`. */
export const compileFilter = (sources: readonly Source[], context: LanguageContext): Compiled<GlobalFilters> =>
	compileWith(reportCatalogue, sources, context) as Compiled<GlobalFilters>;

/** `keys list --filter` to `filters` of listKeys. */
export const compileKeyFilter = (sources: readonly Source[], context: LanguageContext): Compiled<KeyFilters> =>
	compileWith(keyCatalogue, sources, context) as Compiled<KeyFilters>;

function compileWith(catalogue: Catalogue, sources: readonly Source[], context: LanguageContext): Compiled<object> {
	const {model, warnings} = filterModel(catalogue, sources, context);
	return {
		json: filterJson(model, catalogue),
		canonical: printFilter(model, catalogue),
		warnings,
		notes: filterNotes(model, catalogue, context),
	};
}

/** The models of a filter, and what looked wrong. */
export function filterModel(
	catalogue: Catalogue,
	sources: readonly Source[],
	context: LanguageContext,
): {readonly model: FilterModel; readonly warnings: Remark[]} {
	const warnings: Remark[] = [];
	const setting: Setting = {catalogue, context, warnings};
	const parts = sources.flatMap(source => readFilter(withoutMark(source), setting));
	return {model: finish(conjoin(parts), catalogue, warnings), warnings};
}
