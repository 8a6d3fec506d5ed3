import {z} from 'zod';
import {combined} from './event-reference.ts';
import {once} from './once.ts';
import {properties} from './properties.ts';
import {bounded, day, includeNull, ordered} from './value-schemas.ts';

/** `globalFilters` in requests (docs/service.md#filters, docs/service.md#null). */

const bounds = <T extends z.ZodType>(item: T) => ({min: item.optional(), max: item.optional()});

const nullOnly = once(() => z.strictObject({includeNull: z.boolean()}));

const textFilter = once(() =>
	z.union([
		z.strictObject({type: z.literal('string'), value: z.string(), includeNull: includeNull()}),
		z.strictObject({type: z.literal('stringArray'), value: z.array(z.string()).min(1), includeNull: includeNull()}),
		z.strictObject({type: z.literal('regex'), value: z.string(), includeNull: includeNull()}),
		nullOnly(),
	]),
);

const numberFilter = once(() =>
	z.union([
		z.strictObject({type: z.literal('number'), value: z.number(), includeNull: includeNull()}),
		bounded(z.strictObject({type: z.literal('numberRange'), ...bounds(z.number()), includeNull: includeNull()})),
		nullOnly(),
	]),
);

/** A documented example omits `type` and has only `min`. We accept that, but always send the type. */
const dateFilter = once(() =>
	z.union([
		z.strictObject({type: z.literal('date'), value: day(), includeNull: includeNull()}),
		bounded(z.strictObject({type: z.literal('dateRange').optional(), ...bounds(day()), includeNull: includeNull()})),
	]),
);

const booleanFilter = once(() =>
	z.strictObject({type: z.literal('boolean').optional(), value: z.boolean(), includeNull: includeNull()}),
);

const each = <T extends z.ZodType>(names: readonly string[], make: (name: string) => T): Record<string, T> =>
	Object.fromEntries(names.map(name => [name, make(name)]));

/** Any subset of the flags. Even the empty one is valid, and every installation matches it. */
const flagsFilter = (names: readonly string[]) =>
	z.array(z.strictObject(each(names, () => z.boolean().optional()))).min(1);

const levelValue = <T extends z.ZodType>(value: T) =>
	z
		.union([
			value,
			z
				.strictObject({value: value.optional(), includeNull: includeNull()})
				.refine(
					level => level.value !== undefined || level.includeNull !== undefined,
					'value, includeNull or both are required',
				),
		])
		.optional();
const levelNull = once(() => nullOnly().optional());

const capitals = /^[A-Z]{2}$/;
/** Levels whose values are codes (docs/service.md#filter-kinds). */
const codes = new Map<string, readonly [form: RegExp, expected: string]>([
	['continent', [capitals, 'expected a continent code in two capital letters, such as EU']],
	['country', [capitals, 'expected an ISO 3166-1 country code in two capital letters, such as US']],
	['usState', [/^US-[A-Z]{2}$/, 'expected a US state code, such as US-CA']],
]);
const levelText = (name: string) => {
	const code = codes.get(name);
	return code ? z.string().regex(...code) : z.string();
};

const levelsFilter = (names: readonly string[]) => {
	const some = (filter: Record<string, unknown>) => names.some(name => filter[name] !== undefined);
	const levelNeeded = `at least one of ${names.join(', ')} is required`;
	return z.union([
		z
			.strictObject({type: z.literal('string'), ...each(names, name => levelValue(levelText(name)))})
			.refine(some, levelNeeded),
		z
			.strictObject({
				type: z.literal('stringArray'),
				...each(names, name => levelValue(z.array(levelText(name)).min(1))),
			})
			.refine(some, levelNeeded),
		// As for text, includeNull alone requires no type (docs/service.md#null).
		z.strictObject(each(names, levelNull)).refine(some, levelNeeded),
	]);
};

const counted = once(() =>
	ordered(z.strictObject({category: z.string().nullable(), name: z.string(), ...bounds(z.number())})),
);
const countedTogether = once(() => ordered(z.strictObject({combiArray: combined(), ...bounds(z.number())})));

const outreach = once(() => {
	const deliveries = z
		.strictObject({delivered: z.array(z.string()).optional(), undelivered: z.array(z.string()).optional()})
		.optional();
	return z
		.array(
			z
				.strictObject({auto: deliveries, manual: deliveries})
				.refine(item => item.auto !== undefined || item.manual !== undefined, 'auto, manual or both are required'),
		)
		.min(1);
});

/** Properties of one kind share a schema, unless their parts differ. */
const shapes = {
	text: once(() => textFilter().optional()),
	number: once(() => numberFilter().optional()),
	date: once(() => dateFilter().optional()),
	boolean: once(() => booleanFilter().optional()),
	flags: (parts: readonly string[]) => flagsFilter(parts).optional(),
	levels: (parts: readonly string[]) => levelsFilter(parts).optional(),
	eventCount: () => z.union([counted(), countedTogether()]).optional(),
	campaigns: () => outreach().optional(),
} as const;

/** A filter on a property outside the catalog, of any kind but `eventCount` and `campaigns`. */
const otherFilter = once(() => {
	const anyLevel = z.union([z.string(), z.array(z.string()).min(1), nullOnly()]);
	return z.union([
		textFilter(),
		numberFilter(),
		dateFilter(),
		booleanFilter(),
		z.array(z.record(z.string(), z.boolean())).min(1),
		z
			.object({type: z.enum(['string', 'stringArray']).optional()})
			.catchall(anyLevel)
			.refine(levels => Object.keys(levels).some(name => name !== 'type') && !('value' in levels), 'a part is missing'),
	]);
});

/** Products can define properties beyond the catalog. */
export const globalFilters = once(() =>
	z
		.object(Object.fromEntries(properties.map(({name, kind, parts = []}) => [name, shapes[kind](parts)])))
		.catchall(otherFilter()),
);

type Made<T extends () => z.ZodType> = z.infer<ReturnType<T>>;
export type TextFilter = Made<typeof textFilter>;
export type NumberFilter = Made<typeof numberFilter>;
export type DateFilter = Made<typeof dateFilter>;
export type BooleanFilter = Made<typeof booleanFilter>;
export type FlagsFilter = readonly Readonly<Record<string, boolean | undefined>>[];
export type LevelFilterValue<T> = T | {readonly value?: T | undefined; readonly includeNull?: boolean | undefined};
export type LevelsFilter =
	| {readonly [part: string]: {readonly includeNull: boolean} | undefined}
	| ({readonly type: 'string'} & {readonly [part: string]: LevelFilterValue<string> | undefined})
	| ({readonly type: 'stringArray'} & {
			readonly [part: string]: LevelFilterValue<readonly string[]> | 'stringArray' | undefined;
	  });
export type EventCountFilter = Made<typeof counted> | Made<typeof countedTogether>;
export type OutreachFilter = Made<typeof outreach>;
export type GlobalFilters = Made<typeof globalFilters>;
