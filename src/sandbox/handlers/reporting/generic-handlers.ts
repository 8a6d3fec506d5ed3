import {dayNumber} from '../../../calendar.ts';
import type {endpoints} from '../../../contract/operations/endpoints.ts';
import {clientStatuses, type DateSplit} from '../../../contract/request-words.ts';
import {listLevels} from '../../../contract/rules/segment-rules.ts';
import type {Level} from '../../../contract/segment-schemas.ts';
import type {Handler, Service} from '../../handler.ts';
import {createPeriods} from '../../query/calendar-periods.ts';
import {compileFilters} from '../../query/compile-filters.ts';
import type {LostRule} from '../../query/installations/client-status.ts';
import {type CurrentQuery, currentCounts, datedCounts} from '../../query/installations/current-counts.ts';
import {type CountRow, type DatedRow, datedResults, nestedResults} from '../../query/installations/current-layout.ts';
import {createColumns} from '../../query/property-columns.ts';
import {validatePatterns} from '../../query/regular-expressions.ts';
import {compileSegments, displayName} from '../../query/segments/compile-segments.ts';
import {query} from '../../query/sql-template.ts';
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

async function countInTotal(report: CurrentQuery, levels: readonly Level[], {database, options}: Service) {
	const rows = await query<CountRow>(database, currentCounts(report));
	const labels = report.levels.map(({name}, index) => [`level${index + 1}`, displayName(name, options)] as const);
	return {levelLabels: new Map(labels), results: nestedResults(rows, {levels, report, options})};
}

async function countByPeriod(
	report: CurrentQuery,
	split: DateSplit,
	levels: readonly Level[],
	{database, options}: Service,
) {
	const {start, stop} = report.range;
	const periods = createPeriods({from: start, to: stop}, split);
	const rows = await query<DatedRow>(database, datedCounts(report, periods));
	return {results: datedResults(rows, periods.firsts, {levels, report, options})};
}

async function countInstallations(input: Input, product: number, service: Service) {
	const {database, today, options} = service;
	const {stopDate = today} = input;
	if (input.dateSplit && input.stopDate === undefined && options['current-split'] === 'refused')
		reject('dateSplit must be null');
	const levels = listLevels(input.levels ?? {});
	const columns = createColumns('current', options);
	const days = {
		product,
		start: dayNumber(input.startDate),
		// Future days have no data.
		stop: dayNumber(stopDate > today ? today : stopDate),
		today: dayNumber(today),
	};
	const report: CurrentQuery = {
		product,
		filters: compileFilters(input.globalFilters, {columns, product}),
		range: {...days, lost: lostRule(input)},
		statuses: clientStatuses.filter(status => input.clientStatus.includes(status)),
		levels: levels.map(({property, segments}) => compileSegments(property, segments, columns)),
	};
	await validatePatterns(input, database, options);
	return input.dateSplit
		? countByPeriod(report, input.dateSplit, levels, service)
		: countInTotal(report, levels, service);
}

export const currentReport: Handler<typeof endpoints.reports.current> = (input, {product}, service) =>
	countInstallations(input, product, service);

export const dateRangeReport: Handler<typeof endpoints.reports.range> = (input, {product}, service) =>
	countInstallations(input, product, service);
