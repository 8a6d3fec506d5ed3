import fc from 'fast-check';
import type {EventReference} from '../../../src/contract/event-reference.ts';
import {continentNames} from '../../../src/contract/geography.ts';
import type {FilterModel, Model} from '../../../src/language/filter/filter-model.ts';
import type {Level} from '../../../src/language/filter/hierarchy-filter.ts';
import {type Catalog, type Field, keyCatalog, reportCatalog} from '../../../src/language/properties/catalog.ts';
import {countries, states} from '../../../src/language/values/geo-codes.ts';
import {anyRegex, anyText} from './texts.ts';

/** Filters in normal form: every kind of the specification's table, with hostile values. */

/** Plain records, with the prototype of objects. */
const record = <T extends object>(parts: {[Name in keyof T]: fc.Arbitrary<T[Name]>}): fc.Arbitrary<T> =>
	fc.record(parts, {noNullPrototype: true}) as fc.Arbitrary<T>;

const uniqueTexts = (text: fc.Arbitrary<string>, minLength: number) => fc.uniqueArray(text, {minLength, maxLength: 4});
const ends = <T>(min: T | undefined, max: T | undefined): {readonly min?: T; readonly max?: T} => ({
	...(min === undefined ? {} : {min}),
	...(max === undefined ? {} : {max}),
});

const textModel = (field: Field): fc.Arbitrary<Model> => {
	const isNull = field.nullable ? fc.boolean() : fc.constant(false);
	const values = fc
		.record({values: uniqueTexts(anyText, 1), null: isNull})
		.map(item => ({kind: 'text' as const, ...item}));
	const regex = fc
		.record({regex: anyRegex, null: isNull})
		.map(item => ({kind: 'text' as const, values: [] as string[], ...item}));
	const isNothing = fc.constant({kind: 'text' as const, values: [] as string[], null: true});
	return fc.oneof(values, ...(field.supportsRegex ? [regex] : []), ...(field.nullable ? [isNothing] : []));
};

/** Whole, decimal and very large or small numbers that can be sent exactly. */
const anyNumber = (field: Pick<Field, 'integer'>) =>
	field.integer
		? fc.oneof(fc.integer({min: -5, max: 5}), fc.maxSafeInteger())
		: fc.oneof(
				fc.integer({min: 0, max: 20}),
				fc.nat(64).map(count => count * 1024),
				fc.constantFrom(0, 0.1 + 0.2, 102.4, 1e-7, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
				fc.double({min: -1e9, max: 1e9, noNaN: true}).map(number => number + 0),
			);
const anyDay = fc
	.integer({min: -719_162, max: 2_932_896})
	.map(days => new Date(days * 86_400_000).toISOString().slice(0, 10));

const interval = (field: Field): fc.Arbitrary<Model> => {
	const kind = field.kind === 'date' ? ('date' as const) : ('number' as const);
	const value: fc.Arbitrary<number | string> = kind === 'date' ? anyDay : anyNumber(field);
	const isNull = field.nullable ? fc.boolean() : fc.constant(false);
	const exact = record({value, null: isNull}).map(item => ({kind, ...item}));
	const range = fc
		.tuple(value, value, isNull, fc.constantFrom('min', 'max', 'both'))
		.map(([a, b, isNothing, which]) => {
			const [min, max] = a <= b ? [a, b] : [b, a];
			// The key registry requires min to be smaller than max.
			if (field.integer && min === max && which === 'both') return {kind, value: min, null: isNothing};
			return {kind, ...ends(which === 'max' ? undefined : min, which === 'min' ? undefined : max), null: isNothing};
		});
	const [isNothing, isKnown] = [fc.constant({kind, null: true}), fc.constant({kind, null: false, notNull: true})];
	return fc.oneof(exact, range, ...(field.nullable ? [isNothing, isKnown] : []));
};

const flagsModel = (field: Field): fc.Arbitrary<Model> =>
	fc
		.uniqueArray(
			fc
				.array(fc.option(fc.boolean(), {nil: undefined}), {
					minLength: field.parts.length,
					maxLength: field.parts.length,
				})
				.map(values =>
					field.parts.flatMap((part, index) => (values[index] === undefined ? [] : [[part, values[index]] as const])),
				)
				.filter(entries => entries.length > 0),
			{minLength: 1, maxLength: 4, selector: entries => JSON.stringify(entries)},
		)
		.map(alternatives => ({kind: 'flags', alternatives: alternatives.map(entries => new Map(entries))}));

const codes: Readonly<Record<string, readonly string[]>> = {
	continent: [...continentNames.keys()],
	country: [...countries],
	usState: [...states.keys()].map(state => `US-${state}`),
};

const levelModel = (part: string): fc.Arbitrary<Level> => {
	const known = codes[part];
	const text = known ? fc.constantFrom(...known) : anyText;
	return fc.oneof(
		record({values: uniqueTexts(text, 1), null: fc.boolean()}),
		fc.constant({values: [] as string[], null: true}),
		fc.constant({values: [] as string[], null: false, notNull: true}),
	);
};
const levelsModel = (field: Field): fc.Arbitrary<Model> =>
	fc
		.tuple(
			...field.parts.map(part =>
				fc.option(
					levelModel(part).map(level => [part, level] as const),
					{nil: undefined},
				),
			),
		)
		.map(levels => levels.filter(level => level !== undefined))
		.filter(levels => levels.length > 0)
		.map(levels => ({kind: 'levels', levels: new Map(levels)}));

const anyCategory = fc.option(anyText, {nil: null, freq: 6});
const combined = fc.oneof(
	record({
		categoryType: fc.constant('string' as const),
		nameType: fc.constant('string' as const),
		category: anyCategory,
		name: anyText,
	}),
	record({
		categoryType: fc.constant('string' as const),
		nameType: fc.constant('regex' as const),
		category: anyCategory,
		name: anyRegex,
	}),
	record({
		categoryType: fc.constant('regex' as const),
		nameType: fc.constantFrom('string' as const, 'regex' as const),
		category: anyRegex,
		name: anyRegex,
	}),
);
const anyEvent: fc.Arbitrary<EventReference> = fc.oneof(
	record({category: anyCategory, name: anyText}),
	record({
		combiArray: fc.uniqueArray(combined, {minLength: 1, maxLength: 3, selector: item => JSON.stringify(item)}),
	}),
);
/** Any event reference, with a label on some sums. */
export const eventReference: fc.Arbitrary<EventReference> = fc
	.tuple(anyEvent, fc.option(anyText, {nil: undefined}))
	.map(([event, combiLabel]) => ('combiArray' in event && combiLabel !== undefined ? {combiLabel, ...event} : event));

const eventCount: fc.Arbitrary<Model> = fc
	.tuple(anyEvent, fc.option(fc.nat(50), {nil: undefined}), fc.option(fc.nat(50), {nil: undefined}))
	.map(([event, min, more]) => ({
		kind: 'eventCount',
		event,
		...ends(min, more === undefined ? undefined : (min ?? 0) + more),
	}));

const ids = fc.uniqueArray(anyText, {maxLength: 2});
const campaigns: fc.Arbitrary<Model> = fc
	.uniqueArray(
		fc
			.record({auto: ids, notAuto: ids, manual: ids, notManual: ids})
			.map(({auto, notAuto, manual, notManual}) => [
				...auto.map(id => [`auto/${id}`, true] as const),
				...notAuto.filter(id => !auto.includes(id)).map(id => [`auto/${id}`, false] as const),
				...manual.map(id => [`manual/${id}`, true] as const),
				...notManual.filter(id => !manual.includes(id)).map(id => [`manual/${id}`, false] as const),
			])
			.filter(entries => entries.length > 0),
		{minLength: 1, maxLength: 3, selector: entries => JSON.stringify([...entries].sort())},
	)
	.map(alternatives => ({kind: 'campaigns', alternatives: alternatives.map(entries => new Map(entries))}));

function modelOf(field: Field): fc.Arbitrary<Model> {
	switch (field.kind) {
		case 'text':
			return textModel(field);
		case 'number':
		case 'date':
			return interval(field);
		case 'boolean':
			return fc.boolean().map(value => ({kind: 'boolean', value}));
		case 'flags':
			return flagsModel(field);
		case 'levels':
			return levelsModel(field);
		case 'eventCount':
			return eventCount;
		case 'campaigns':
			return campaigns;
	}
}

/** One to four properties, each kind as often as any other. */
const filterModels = ({fields}: Catalog): fc.Arbitrary<FilterModel> => {
	const kinds = [...new Set(fields.map(field => field.kind))];
	const part = fc.oneof(
		...kinds.map(kind =>
			fc.oneof(
				...fields
					.filter(field => field.kind === kind)
					.map(field => modelOf(field).map(model => [field.name, model] as const)),
			),
		),
	);
	const order = fields.map(field => field.name);
	return fc
		.uniqueArray(part, {minLength: 1, maxLength: 4, selector: ([name]) => name})
		.map(parts => new Map([...parts].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))));
};
export const reportFilters = filterModels(reportCatalog);
export const keyFilters = filterModels(keyCatalog);
