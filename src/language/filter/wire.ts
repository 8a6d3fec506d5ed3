import type {Catalogue, Field} from '../properties/catalogue.ts';
import {ends} from '../values/range.ts';
import {everything} from '../values/regex.ts';
import type {Alternative, EventCountModel, FilterModel, IntervalModel, LevelsModel, Model, TextModel} from './model.ts';

/** From models to the API's JSON (docs/service.md#filters, docs/service.md#null, docs/service.md#list-keys). */

export type FilterJson = {[property: string]: unknown};

/** `globalFilters`, or `filters` of listKeys, with members in API order. */
export function filterJson(model: FilterModel, catalogue: Catalogue): FilterJson {
	const json: FilterJson = {};
	for (const [name, part] of model) {
		const field = catalogue.byName.get(name);
		if (field) json[name] = jsonOf(field, part, catalogue.kind);
	}
	return json;
}

function jsonOf(field: Field, model: Model, kind: Catalogue['kind']): unknown {
	switch (model.kind) {
		case 'text':
			return textJson(model, field);
		case 'number':
		case 'date':
			return intervalJson(model);
		case 'boolean':
			return kind === 'keys' ? model.value : {type: 'boolean', value: model.value};
		case 'flags':
			return model.alternatives.map(alternative => flagsJson(alternative, field.parts));
		case 'levels':
			return levelsJson(model);
		case 'eventCount':
			return eventCountJson(model);
		case 'campaigns':
			return model.alternatives.map(campaignsJson);
	}
}

const nullJson = (isNull: boolean) => (isNull ? {includeNull: true} : {});

function textJson({values, regex, null: isNull}: TextModel, {nullable}: Field): object {
	// To include all values but null, a regular expression that matches everything goes with includeNull = false.
	if (regex === everything && nullable) return {type: 'regex', value: regex, includeNull: isNull};
	if (regex !== undefined) return {type: 'regex', value: regex, ...nullJson(isNull)};
	if (values.length === 0) return nullJson(isNull);
	return values.length === 1
		? {type: 'string', value: values[0], ...nullJson(isNull)}
		: {type: 'stringArray', value: values, ...nullJson(isNull)};
}

function intervalJson({kind, value, min, max, null: isNull}: IntervalModel): object {
	if (value !== undefined) return {type: kind, value, ...nullJson(isNull)};
	if (min === undefined && max === undefined) return nullJson(isNull);
	return {type: `${kind}Range`, ...ends(min, max), ...nullJson(isNull)};
}

/** Flags in API order. */
export const flagsJson = (alternative: Alternative, order: readonly string[]): Record<string, boolean> =>
	Object.fromEntries(
		order.flatMap(flag => {
			const value = alternative.get(flag);
			return value === undefined ? [] : [[flag, value]];
		}),
	);

function levelsJson({levels}: LevelsModel): object {
	const isArray = [...levels.values()].some(({values}) => values.length > 1);
	const isTyped = [...levels.values()].some(({values}) => values.length > 0);
	const members = [...levels].map(([part, {values, null: isNull}]) => {
		const value = isArray ? values : values[0];
		if (!isNull) return [part, value];
		return [part, {...(values.length > 0 ? {value} : {}), includeNull: true}];
	});
	return {...(isTyped ? {type: isArray ? 'stringArray' : 'string'} : {}), ...Object.fromEntries(members)};
}

const eventCountJson = ({event, min, max}: EventCountModel): object => ({
	...event,
	...ends(min, max),
});

const channels = ['auto', 'manual'] as const;

/** Both arrays of a channel are always sent. */
function campaignsJson(alternative: Alternative): object {
	const members = channels.flatMap(channel => {
		const mine = [...alternative].filter(([key]) => key.startsWith(`${channel}/`));
		const ids = (delivered: boolean) =>
			mine.filter(([, value]) => value === delivered).map(([key]) => key.slice(channel.length + 1));
		return mine.length === 0 ? [] : [[channel, {delivered: ids(true), undelivered: ids(false)}]];
	});
	return Object.fromEntries(members);
}
