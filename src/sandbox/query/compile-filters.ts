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
import {type Columns, isApplicable} from './property-columns.ts';
import {matches} from './regular-expressions.ts';
import {and, join, or, raw, type Sql, sql} from './sql-template.ts';

/** Global filters as conditions on an installation (docs/service.md#filters, #null). */

type Context = {readonly columns: Columns; readonly product: number};
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

const text: Compile<TextFilter> = (property, filter, {columns}) => {
	const column = columns.column(property);
	return withNull(textCondition(column, filter, columns), sql`(${column} IS NULL)`, filter.includeNull);
};

const number: Compile<NumberFilter> = (property, filter, {columns}) => {
	const column = columns.column(property);
	const condition =
		'type' in filter
			? filter.type === 'number'
				? sql`${column} = ${filter.value}`
				: isWithin(column, filter)
			: undefined;
	return withNull(condition, sql`(${column} IS NULL)`, filter.includeNull);
};

const date: Compile<DateFilter> = (property, filter, {columns}) => {
	const column = columns.column(property);
	if (filter.type === 'date') return sql`${column} = ${dayNumber(filter.value)}`;
	const bound = (day: string | undefined) => (day === undefined ? undefined : dayNumber(day));
	return isWithin(column, {min: bound(filter.min), max: bound(filter.max)});
};

const boolean: Compile<BooleanFilter> = (property, {value}, {columns}) => sql`${columns.column(property)} = ${value}`;

/** All flags of one object must hold. The objects are alternatives. */
const flags: Compile<FlagsFilter> = (property, alternatives, {columns}) =>
	or(
		alternatives.map(item =>
			and(
				Object.entries(item)
					.filter(([, value]) => value !== undefined)
					.map(([flag, value]) => sql`${columns.column(property, flag)} = ${value === true}`),
			),
		),
	);

type PartFilter = LevelFilterValue<string> | LevelFilterValue<readonly string[]>;

/** The parts of a filter are alternatives. A version includes its editions, because they are in the same row. */
const levels: Compile<LevelsFilter> = (property, filter, {columns}) =>
	or(
		(property.parts ?? []).flatMap(part => {
			const level = filter[part] as PartFilter | undefined;
			if (level === undefined) return [];
			const column = columns.column(property, part);
			const isNull = sql`(${column} IS NULL AND ${isApplicable({property, part}, columns)})`;
			const plain = typeof level === 'string' || Array.isArray(level);
			const {value, includeNull} = (plain ? {value: level} : level) as {
				value?: string | readonly string[];
				includeNull?: boolean;
			};
			if (value === undefined) return [includeNull ? isNull : sql`(${column} IS NOT NULL)`];
			return [withNull(isOneOf(column, typeof value === 'string' ? [value] : value), isNull, includeNull)];
		}),
	);

/** Sums the uses of all matching events. An installation without uses counts 0. */
const eventCount: Compile<EventCountFilter> = (_, filter, {columns, product}) => {
	const unbounded = filter.min === undefined && filter.max === undefined;
	const min = unbounded ? 1 : (filter.min ?? Number.NEGATIVE_INFINITY);
	const max = filter.max ?? Number.POSITIVE_INFINITY;
	const used = (having: Sql) =>
		sql`(SELECT installation FROM lifetime_usage WHERE productId = ${product} AND event IN (SELECT event FROM event WHERE productId = ${product} AND ${eventCondition(filter, columns.options)}) GROUP BY installation HAVING ${having})`;
	const bounds = {min: filter.min ?? (unbounded ? 1 : undefined), max: filter.max};
	const within = isWithin(raw('sum(uses)'), bounds);
	return min <= 0 && max >= 0
		? sql`i.installation NOT IN ${used(sql`NOT ${within}`)}`
		: sql`i.installation IN ${used(within)}`;
};

const campaigns: Compile<OutreachFilter> = (_, alternatives, {product}) => {
	const received = (channel: string, campaign: string) =>
		sql`i.installation IN (SELECT installation FROM outreach_delivery WHERE productId = ${product} AND channel = ${channel} AND campaign = ${campaign})`;
	return or(
		alternatives.map(item =>
			and(
				campaignChannels.flatMap(channel => [
					...(item[channel]?.delivered ?? []).map(campaign => received(channel, campaign)),
					...(item[channel]?.undelivered ?? []).map(campaign => sql`NOT ${received(channel, campaign)}`),
				]),
			),
		),
	);
};

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

const compilers: {readonly [Kind in PropertyKind]: Compile<Filters[Kind]>} = {
	text,
	number,
	date,
	boolean,
	flags,
	levels,
	eventCount,
	campaigns,
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
