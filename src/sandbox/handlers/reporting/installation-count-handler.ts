import {dayNumber} from '../../../calendar.ts';
import type {endpoints} from '../../../contract/operations/endpoints.ts';
import {clientStatuses} from '../../../contract/request-words.ts';
import {listLevels} from '../../../contract/rules/segment-rules.ts';
import type {Caller, Handler, Service} from '../../handler.ts';
import {createPeriods} from '../../query/calendar-periods.ts';
import {compileFilters} from '../../query/compile-filters.ts';
import type {LostRule} from '../../query/installations/client-status.ts';
import {type CurrentQuery, currentCounts, datedCounts} from '../../query/installations/current-counts.ts';
import {type CountRow, type DatedRow, datedResults, nestedResults} from '../../query/installations/current-layout.ts';
import {type Columns, createColumns, getSegmentProperty} from '../../query/property-columns.ts';
import {validatePatterns} from '../../query/regular-expressions.ts';
import {compileSegments, displayName} from '../../query/segments/compile-segments.ts';
import {query, type Sql} from '../../query/sql-template.ts';
import {reject} from '../../rejection.ts';

/**
 * The generic reports, until now and in a range of days (docs/service.md#current, docs/service.md#newer-date-range).
 */

type Input = Parameters<Handler<typeof endpoints.reports.current>>[0] & {readonly stopDate?: string};

function lostRule({clientStatus, daysUntilDeclaredLost, dateReportedLost}: Input): LostRule | undefined {
	const isAsked = clientStatus.includes('lost');
	if (!isAsked || daysUntilDeclaredLost === undefined || dateReportedLost === undefined) return undefined;
	return {daysUntilDeclaredLost, dateReportedLost};
}

/** Throws a Rejection for a property that cannot be counted (docs/service.md#newer-group-by). */
function getCountedUnit(name = 'clientId', columns: Columns): Sql | undefined {
	if (name === 'clientId') return undefined;
	if (!/^(?:machineId|licenseKey|C\d\d)$/.test(name)) reject(`groupBy ${name} is not supported`);
	return columns.column(getSegmentProperty(name, columns).property);
}

/** The requests of both reports; only that of a range of days has a last day. */
export async function countInstallations(input: Input, {product}: Caller, {database, today, options}: Service) {
	const {stopDate = today, dateSplit} = input;
	if (dateSplit && input.stopDate === undefined && options['current-split'] === 'refused')
		reject('dateSplit must be null');
	const levels = listLevels(input.levels ?? {});
	const columns = createColumns('current', options);
	// Future days have no data.
	const to = dayNumber(stopDate > today ? today : stopDate);
	const report: CurrentQuery = {
		range: {product, from: dayNumber(input.startDate), to, today: dayNumber(today)},
		rule: lostRule(input),
		filters: compileFilters(input.globalFilters, {columns, product}),
		statuses: clientStatuses.filter(status => input.clientStatus.includes(status)),
		levels: levels.map(({property, segments}) => compileSegments(property, segments, columns)),
		unit: options['group-by'] === 'count' ? getCountedUnit(input.groupBy, columns) : undefined,
	};
	await validatePatterns(input, database, options);
	const layout = {levels, report, options};
	if (dateSplit) {
		const periods = createPeriods(report.range, dateSplit);
		const rows = await query<DatedRow>(database, datedCounts(report, periods));
		return {results: datedResults(rows, periods.firsts, layout)};
	}
	const rows = await query<CountRow>(database, currentCounts(report));
	const labels = report.levels.map(({name}, index) => [`level${index + 1}`, displayName(name, options)] as const);
	return {levelLabels: new Map(labels), results: nestedResults(rows, layout)};
}
