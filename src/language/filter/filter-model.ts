import type {Catalog, Field} from '../properties/catalog.ts';
import type {AlternativesModel} from './alternatives.ts';
import {campaignFilter} from './campaign-filter.ts';
import {type EventCountModel, eventFilter} from './event-filter.ts';
import type {Kind} from './filter-kind.ts';
import {type BooleanModel, booleanFilter, flagFilter} from './flag-filter.ts';
import {type LevelsModel, levelFilter} from './hierarchy-filter.ts';
import {type IntervalModel, intervalFilter} from './interval-filter.ts';
import {type TextModel, textFilter} from './text-filter.ts';

/** Each property of a filter has one model (docs/service.md#filters, docs/service.md#null). */

export type Model = TextModel | IntervalModel | BooleanModel | AlternativesModel | LevelsModel | EventCountModel;

/** Models by property, in API order. */
export type FilterModel = ReadonlyMap<string, Model>;

const kinds: Readonly<Record<Model['kind'], Kind<Model>>> = {
	text: textFilter,
	number: intervalFilter,
	date: intervalFilter,
	boolean: booleanFilter,
	flags: flagFilter,
	campaigns: campaignFilter,
	levels: levelFilter,
	eventCount: eventFilter,
};

export const kindOf = ({kind}: Field): Kind<Model> => kinds[kind];

const mapModels = <T>(model: FilterModel, {byName}: Catalog, write: (field: Field, part: Model) => T): T[] =>
	[...model].flatMap(([name, part]) => {
		const field = byName.get(name);
		return field ? [write(field, part)] : [];
	});

export const filterJson = (model: FilterModel, catalog: Catalog): object =>
	Object.fromEntries(
		mapModels(model, catalog, (field, part) => [field.name, kindOf(field).toJson(field, part, catalog.kind)]),
	);

/** The canonical text (docs/language.md#canonical-text). */
export const printFilter = (model: FilterModel, catalog: Catalog): string =>
	mapModels(model, catalog, (field, part) => {
		const kind = kindOf(field);
		return kind.print(field, kind.toJson(field, part, catalog.kind), model.size === 1);
	}).join(' and ');

export function explainFilter(model: FilterModel, catalog: Catalog): string[] {
	if (model.size === 0) return ['An empty filter matches everything.'];
	return mapModels(model, catalog, (field, part) => `${kindOf(field).explain(field, part)}.`);
}
