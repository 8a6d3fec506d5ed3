import {dayNumber} from '../../calendar.ts';
import type {
	BooleanFilter,
	DateFilter,
	EventCountFilter,
	FlagsFilter,
	GlobalFilters,
	LevelFilterValue,
	LevelsFilter,
	NumberFilter,
	OutreachFilter,
	TextFilter,
} from '../../contract/filter-schemas.ts';
import type {Property, PropertyKind} from '../../contract/properties.ts';
import {campaignChannels} from '../../contract/request-words.ts';
import {reject} from '../rejection.ts';
import {eventCondition} from './events/event-selection.ts';
import {findProperty} from './more-properties.ts';
import {type Columns, isApplicable, type Reference} from './property-columns.ts';
import {matches} from './regular-expressions.ts';
import {and, join, or, raw, type Sql, sql} from './sql-template.ts';

/** Global filters as conditions on an installation (docs/service.md#filters, #null). */

type Context = {readonly columns: Columns; readonly product: number};

type Filters = {
	readonly text: TextFilter;
	readonly number: NumberFilter;
	readonly date: DateFilter;
	readonly boolean: BooleanFilter;
	readonly flags: FlagsFilter;
	readonly levels: LevelsFilter;
	readonly eventCount: EventCountFilter;
	readonly campaigns: OutreachFilter;
};

type Compile<Filter> = (property: Property, filter: Filter, context: Context) => Sql;

/** Longer lists are bound as one parameter. */
const shortList = 50;

export const isOneOf = (text: Sql, values: readonly string[]): Sql =>
	values.length <= shortList
		? sql`${text} IN (${join(
				values.map(value => sql`${value}`),
				', ',
			)})`
		: sql`${text} IN (SELECT unnest(${values}))`;

const isWithin = (value: Sql, {min, max}: {min?: number | undefined; max?: number | undefined}): Sql =>
	and([
		...(min === undefined ? [] : [sql`${value} >= ${min}`]),
		...(max === undefined ? [] : [sql`${value} <= ${max}`]),
	]);

/** A filter excludes nulls unless it includes them. Without a condition it selects all values, or only nulls. */
function withNull(condition: Sql | undefined, isNull: Sql, includeNull: boolean | undefined): Sql {
	if (condition === undefined) return includeNull ? isNull : sql`NOT ${isNull}`;
	return includeNull ? or([condition, isNull]) : condition;
}

function textCondition(text: Sql, filter: TextFilter, {options}: Columns): Sql | undefined {
	if (!('type' in filter)) return undefined;
	if (filter.type === 'regex') return matches(text, filter.value, options);
	return filter.type === 'string' ? sql`${text} = ${filter.value}` : isOneOf(text, filter.value);
}

function numberCondition(value: Sql, filter: NumberFilter): Sql | undefined {
	if (!('type' in filter)) return undefined;
	return filter.type === 'number' ? sql`${value} = ${filter.value}` : isWithin(value, filter);
}

type PartFilter = LevelFilterValue<string | readonly string[]> | undefined;

function partCondition(reference: Required<Reference>, filter: PartFilter, columns: Columns): readonly Sql[] {
	if (filter === undefined) return [];
	const column = columns.column(reference.property, reference.part);
	const isNull = sql`(${column} IS NULL AND ${isApplicable(reference, columns)})`;
	const plain = typeof filter === 'string' || Array.isArray(filter);
	const {value, includeNull} = (plain ? {value: filter} : filter) as {
		value?: string | readonly string[];
		includeNull?: boolean;
	};
	if (value === undefined) return [includeNull ? isNull : sql`(${column} IS NOT NULL)`];
	return [withNull(isOneOf(column, typeof value === 'string' ? [value] : value), isNull, includeNull)];
}

/** Installations with a sum of uses of all matching events. One without uses counts 0. */
function eventCount(filter: EventCountFilter, {columns: {options}, product}: Context): Sql {
	const {min = filter.max === undefined ? 1 : undefined, max} = filter;
	const used = (having: Sql) =>
		sql`(SELECT installation FROM lifetime_usage WHERE productId = ${product} AND event IN (SELECT event FROM event WHERE productId = ${product} AND ${eventCondition(filter, options)}) GROUP BY installation HAVING ${having})`;
	const within = isWithin(raw('sum(uses)'), {min, max});
	return (min ?? 0) <= 0 && (max ?? 0) >= 0
		? sql`i.installation NOT IN ${used(sql`NOT ${within}`)}`
		: sql`i.installation IN ${used(within)}`;
}

const received = (channel: string, campaign: string, {product}: Context): Sql =>
	sql`i.installation IN (SELECT installation FROM outreach_delivery WHERE productId = ${product} AND channel = ${channel} AND campaign = ${campaign})`;

const compilers: {readonly [Kind in PropertyKind]: Compile<Filters[Kind]>} = {
	text: (property, filter, {columns}) => {
		const column = columns.column(property);
		return withNull(textCondition(column, filter, columns), sql`(${column} IS NULL)`, filter.includeNull);
	},
	number: (property, filter, {columns}) => {
		const column = columns.column(property);
		return withNull(numberCondition(column, filter), sql`(${column} IS NULL)`, filter.includeNull);
	},
	date: (property, filter, {columns}) => {
		const column = columns.column(property);
		if (filter.type === 'date') return sql`${column} = ${dayNumber(filter.value)}`;
		const bound = (day: string | undefined) => (day === undefined ? undefined : dayNumber(day));
		return isWithin(column, {min: bound(filter.min), max: bound(filter.max)});
	},
	boolean: (property, {value}, {columns}) => sql`${columns.column(property)} = ${value}`,
	/** All flags of one object must hold. The objects are alternatives. */
	flags: (property, alternatives, {columns}) =>
		or(
			alternatives.map(item =>
				and(
					Object.entries(item)
						.filter(([, value]) => value !== undefined)
						.map(([flag, value]) => sql`${columns.column(property, flag)} = ${value === true}`),
				),
			),
		),
	/** The parts of a filter are alternatives. A version includes its editions, because they are in the same row. */
	levels: (property, filter, {columns}) =>
		or((property.parts ?? []).flatMap(part => partCondition({property, part}, filter[part] as PartFilter, columns))),
	eventCount: (_, filter, context) => eventCount(filter, context),
	campaigns: (_, alternatives, context) =>
		or(
			alternatives.map(item =>
				and(
					campaignChannels.flatMap(channel => [
						...(item[channel]?.delivered ?? []).map(campaign => received(channel, campaign, context)),
						...(item[channel]?.undelivered ?? []).map(campaign => sql`NOT ${received(channel, campaign, context)}`),
					]),
				),
			),
		),
};

/** The schema of the request guarantees that the filter has the shape of the property's kind. */
const compileFilter = <Kind extends PropertyKind>(kind: Kind, property: Property, filter: unknown, context: Context) =>
	compilers[kind](property, filter as Filters[Kind], context);

function validateFilter(property: Property, filter: unknown, {options}: Columns): void {
	if (property.kind === 'levels' && options['level-type'] === 'required' && !('type' in (filter as object)))
		reject(`globalFilters: ${property.name} needs a type`);
}

/** Throws a Rejection for a property that does not exist, or for a missing type. */
export function compileFilters(filters: GlobalFilters | undefined, context: Context): Sql {
	const conditions = Object.entries(filters ?? {}).flatMap(([name, filter]) => {
		if (filter === undefined) return [];
		const property =
			findProperty(name, context.columns.options) ?? reject(`globalFilters: there is no property ${name}`);
		validateFilter(property, filter, context.columns);
		return [compileFilter(property.kind, property, filter, context)];
	});
	return and(conditions);
}
