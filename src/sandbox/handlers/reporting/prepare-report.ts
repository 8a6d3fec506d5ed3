import {dayNumber} from '../../../calendar.ts';
import type {GlobalFilters} from '../../../contract/filter-schemas.ts';
import type {ReportFamily} from '../../../contract/properties.ts';
import {isCohort} from '../../../contract/rules/segment-rules.ts';
import type {Segment} from '../../../contract/segment-schemas.ts';
import {groupBy} from '../../../text/group-by.ts';
import type {Service} from '../../handler.ts';
import {compileFilters} from '../../query/compile-filters.ts';
import {cohorts} from '../../query/installations/engagement.ts';
import type {LostRange} from '../../query/installations/lost-installations.ts';
import {compareLabels} from '../../query/label-order.ts';
import {type Columns, createColumns} from '../../query/property-columns.ts';
import {validatePatterns} from '../../query/regular-expressions.ts';
import {compileSegments, type Segmentation, wholeSegment} from '../../query/segments/compile-segments.ts';
import type {Sql} from '../../query/sql-template.ts';

export type ReportInput = {
	readonly startDate: string;
	readonly stopDate: string;
	readonly globalFilters?: GlobalFilters | undefined;
	readonly segmentBy?: string | undefined;
	readonly segments?: readonly Segment[] | undefined;
	readonly groupBy?: string | undefined;
};

export type Prepared = {
	readonly range: LostRange;
	/** A condition on the installation `i` and, if `isSpanNeeded`, on the row `s` of its history. */
	readonly filters: Sql;
	readonly segmentation: Segmentation;
	readonly isSpanNeeded: boolean;
};

function compileSegmentation({segmentBy, segments}: ReportInput, range: LostRange, columns: Columns): Segmentation {
	if (segmentBy === undefined) return wholeSegment;
	if (columns.family !== 'engagement' || !isCohort(segmentBy)) return compileSegments(segmentBy, segments, columns);
	return cohorts(segmentBy === 'installationMonth' ? 'month' : 'week', range);
}

/** Throws a Rejection for anything that the report does not accept. */
export async function prepareReport(
	input: ReportInput,
	product: number,
	{family, service}: {readonly family: ReportFamily; readonly service: Service},
): Promise<Prepared> {
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

export const mapValues = <From, To>(
	map: ReadonlyMap<string, From>,
	change: (value: From) => To,
): ReadonlyMap<string, To> => new Map(Array.from(map, ([key, value]) => [key, change(value)]));
