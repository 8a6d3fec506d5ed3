import type {Catalogue, Field} from '../properties/catalogue.ts';
import type {QuoteMark} from '../values/quoting.ts';
import {kindOf} from './kinds/table.ts';
import type {FilterModel, Model} from './model.ts';

/** What a filter becomes: the service's JSON, its canonical text, sentences. Properties come in API order. */

const each = <T>(model: FilterModel, {byName}: Catalogue, write: (field: Field, part: Model) => T): T[] =>
	[...model].flatMap(([name, part]) => {
		const field = byName.get(name);
		return field ? [write(field, part)] : [];
	});

/** `globalFilters`, or `filters` of listKeys. */
export const filterJson = (model: FilterModel, catalogue: Catalogue): object =>
	Object.fromEntries(
		each(model, catalogue, (field, part) => [field.name, kindOf(field).toJson(field, part, catalogue.kind)]),
	);

/** The canonical text (docs/language.md#canonical-text). */
export const printFilter = (model: FilterModel, catalogue: Catalogue, mark: QuoteMark = "'"): string =>
	each(model, catalogue, (field, part) => kindOf(field).print(field, part, {mark, alone: model.size === 1})).join(
		' and ',
	);

/** One plain sentence for each property. */
export const explainFilter = (model: FilterModel, catalogue: Catalogue): string[] =>
	each(model, catalogue, (field, part) => `${kindOf(field).explain(field, part)}.`);
