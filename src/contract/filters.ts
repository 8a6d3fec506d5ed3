import {z} from 'zod';
import {properties} from './properties.ts';
import {day} from './values.ts';

/** Wire shapes of `globalFilters` (service-api.md, "Filters" and "Null handling"). */

const includeNull = z.boolean().optional();
const bounds = <T extends z.ZodType>(item: T) => ({min: item.optional(), max: item.optional()});
const hasBound = (value: {min?: unknown; max?: unknown}) => value.min !== undefined || value.max !== undefined;
const boundNeeded = 'a range needs min, max or both';
const inOrder = (value: {min?: string | number | undefined; max?: string | number | undefined}) =>
	value.min === undefined || value.max === undefined || value.min <= value.max;
const orderNeeded = 'min must not be greater than max';

/** A filter object that holds nothing but `includeNull`. */
const nullOnly = z.strictObject({includeNull: z.boolean()});

export const textFilter = z.union([
	z.strictObject({type: z.literal('string'), value: z.string(), includeNull}),
	z.strictObject({type: z.literal('stringArray'), value: z.array(z.string()).min(1), includeNull}),
	z.strictObject({type: z.literal('regex'), value: z.string(), includeNull}),
	nullOnly,
]);

export const numberFilter = z.union([
	z.strictObject({type: z.literal('number'), value: z.number(), includeNull}),
	z
		.strictObject({type: z.literal('numberRange'), ...bounds(z.number()), includeNull})
		.refine(hasBound, boundNeeded)
		.refine(inOrder, orderNeeded),
	nullOnly,
]);

/** A reference filter omits `type` and sends only `min`; we read that and send the type. */
export const dateFilter = z.union([
	z.strictObject({type: z.literal('date'), value: day}),
	z
		.strictObject({type: z.literal('dateRange').optional(), ...bounds(day)})
		.refine(hasBound, boundNeeded)
		.refine(inOrder, orderNeeded),
]);

export const booleanFilter = z.strictObject({type: z.literal('boolean').optional(), value: z.boolean()});

const flagsFilter = (names: readonly string[]) =>
	z
		.array(
			z
				.strictObject(Object.fromEntries(names.map(name => [name, z.boolean().optional()])))
				.refine(flags => Object.keys(flags).length > 0, 'name at least one flag'),
		)
		.min(1);

const levelValue = <T extends z.ZodType>(value: T) =>
	z.union([
		value,
		z
			.strictObject({value: value.optional(), includeNull})
			.refine(level => level.value !== undefined || level.includeNull !== undefined, 'give value, includeNull or both'),
	]);

const levelsFilter = (names: readonly string[]) => {
	const parts = <T extends z.ZodType>(value: T) =>
		Object.fromEntries(names.map(name => [name, levelValue(value).optional()]));
	const some = (filter: Record<string, unknown>) => names.some(name => filter[name] !== undefined);
	const levelNeeded = `give at least one of ${names.join(', ')}`;
	return z.union([
		z.strictObject({type: z.literal('string'), ...parts(z.string())}).refine(some, levelNeeded),
		z.strictObject({type: z.literal('stringArray'), ...parts(z.array(z.string()).min(1))}).refine(some, levelNeeded),
		// As on a text, includeNull alone has no type (service-api.md, "Null handling").
		z.strictObject(Object.fromEntries(names.map(name => [name, nullOnly.optional()]))).refine(some, levelNeeded),
	]);
};

const matchType = z.enum(['string', 'regex']);
const counted = z
	.strictObject({category: z.string().nullable(), name: z.string(), ...bounds(z.number())})
	.refine(inOrder, orderNeeded);
const combined = z
	.strictObject({
		combiArray: z
			.array(
				z.strictObject({
					categoryType: matchType,
					nameType: matchType,
					category: z.string().nullable(),
					name: z.string(),
				}),
			)
			.min(1),
		...bounds(z.number()),
	})
	.refine(inOrder, orderNeeded);

/** Campaigns delivered and not delivered, by kind of campaign. */
const deliveries = z.strictObject({
	delivered: z.array(z.string()).optional(),
	undelivered: z.array(z.string()).optional(),
});
const outreach = z
	.array(
		z
			.strictObject({auto: deliveries.optional(), manual: deliveries.optional()})
			.refine(item => item.auto !== undefined || item.manual !== undefined, 'give auto, manual or both'),
	)
	.min(1);

const shapes = {
	text: () => textFilter,
	number: () => numberFilter,
	date: () => dateFilter,
	boolean: () => booleanFilter,
	flags: flagsFilter,
	levels: levelsFilter,
	eventCount: () => z.union([counted, combined]),
	campaigns: () => outreach,
} as const;

/** Filters by property name; a property that is absent is not filtered. The catalogue decides each one's shape. */
export const globalFilters = z.strictObject(
	Object.fromEntries(properties.map(({name, kind, parts = []}) => [name, shapes[kind](parts).optional()])),
);

export type TextFilter = z.infer<typeof textFilter>;
export type NumberFilter = z.infer<typeof numberFilter>;
export type DateFilter = z.infer<typeof dateFilter>;
export type BooleanFilter = z.infer<typeof booleanFilter>;
export type FlagsFilter = readonly Readonly<Record<string, boolean | undefined>>[];
export type LevelFilterValue<T> = T | {readonly value?: T | undefined; readonly includeNull?: boolean | undefined};
export type LevelsFilter =
	| {readonly [part: string]: {readonly includeNull: boolean} | undefined}
	| ({readonly type: 'string'} & {readonly [part: string]: LevelFilterValue<string> | undefined})
	| ({readonly type: 'stringArray'} & {
			readonly [part: string]: LevelFilterValue<readonly string[]> | 'stringArray' | undefined;
	  });
export type EventCountFilter = z.infer<typeof counted> | z.infer<typeof combined>;
export type OutreachFilter = z.infer<typeof outreach>;
export type GlobalFilters = z.infer<typeof globalFilters>;
