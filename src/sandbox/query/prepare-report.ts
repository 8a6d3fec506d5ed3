import {dayNumber} from '../../calendar.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {ReportFamily} from '../../contract/properties.ts';
import {isCohort} from '../../contract/rules/segment-rules.ts';
import type {Segment} from '../../contract/segment-schemas.ts';
import {groupBy} from '../../text/group-by.ts';
import type {Service} from '../handler.ts';
import {createPeriods} from './calendar-periods.ts';
import {compileFilters} from './compile-filters.ts';
import type {ReportRange} from './installations/client-status.ts';
import {compareLabels} from './label-order.ts';
import {type Columns, createColumns} from './property-columns.ts';
import {validatePatterns} from './regular-expressions.ts';
import {compileSegments, type Segmentation, wholeSegment} from './segments/compile-segments.ts';
import {raw, type Sql, sql} from './sql-template.ts';

export type ReportInput = {
	readonly startDate: string;
	readonly stopDate: string;
	readonly globalFilters?: GlobalFilters | undefined;
	readonly segmentBy?: string | undefined;
	readonly segments?: readonly Segment[] | undefined;
	readonly groupBy?: string | undefined;
};

export type PreparedReport = {
	readonly range: ReportRange;
	/** A condition on the installation `i` and, if `isSpanNeeded`, on the row `s` of its history. */
	readonly filters: Sql;
	readonly segmentation: Segmentation;
	readonly isSpanNeeded: boolean;
};

function compileSegmentation({segmentBy, segments}: ReportInput, range: ReportRange, columns: Columns): Segmentation {
	if (segmentBy === undefined) return wholeSegment;
	if (columns.family !== 'engagement' || !isCohort(segmentBy)) return compileSegments(segmentBy, segments, columns);
	return cohorts(segmentBy === 'installationMonth' ? 'month' : 'week', range);
}

/** A cohort is named by the first day of its month or week. */
const cohorts = (by: 'week' | 'month', range: ReportRange): Segmentation => ({
	name: by,
	key: createPeriods(range, by).of(raw('i.dateInstalled')),
	mapping: values => sql`SELECT value, (DATE '1970-01-01' + value::INTEGER)::VARCHAR AS label FROM ${values}`,
	named: [],
});

/** Throws a Rejection for anything that the report does not accept. */
export async function prepareReport(
	input: ReportInput,
	product: number,
	{family, service}: {readonly family: ReportFamily; readonly service: Service},
): Promise<PreparedReport> {
	const {database, today, options} = service;
	const columns = createColumns(family, options);
	const range = {product, from: dayNumber(input.startDate), to: dayNumber(input.stopDate), today: dayNumber(today)};
	const segmentation = compileSegmentation(input, range, columns);
	const filters = compileFilters(input.globalFilters, {columns, product});
	await validatePatterns(input, database, options);
	const segmented = input.segmentBy === undefined ? [] : [input.segmentBy];
	const isSpanNeeded = columns.isSpanNeeded([...Object.keys(input.globalFilters ?? {}), ...segmented]);
	return {range, filters, segmentation, isSpanNeeded};
}

/** Groups rows by segment, in label order. A segment that the request names can be empty. */
export function groupBySegment<Row extends {readonly label: string}>(
	rows: readonly Row[],
	{named}: Segmentation,
): ReadonlyMap<string, readonly Row[]> {
	const groups = groupBy(rows, row => row.label);
	const labels = [...new Set([...groups.keys(), ...named])].sort(compareLabels);
	return new Map(labels.map(label => [label, groups.get(label) ?? []]));
}

export const mapValues = <Key, From, To>(
	map: ReadonlyMap<Key, From>,
	change: (value: From) => To,
): ReadonlyMap<Key, To> => new Map(Array.from(map, ([key, value]) => [key, change(value)]));
