import {cohortSegments} from '../../../contract/churn-report.ts';
import type {endpoints} from '../../../contract/endpoints.ts';
import type {Assumed} from '../../assumptions/table.ts';
import {dayNumber} from '../../calendar.ts';
import {type Handler, Refusal} from '../../handler.ts';
import {type Columns, createColumns} from '../../query/columns.ts';
import {percent} from '../../query/figures.ts';
import {cohorts, type EngagementRow, engagementCounts} from '../../query/installations/engagement.ts';
import type {LostRange} from '../../query/installations/lost.ts';
import {validatePatterns} from '../../query/patterns.ts';
import {compileSegments, orderLabels, type Segmentation, wholeSegment} from '../../query/segments/segments.ts';
import {query} from '../../query/sql.ts';
import {compileFilters} from '../../query/where.ts';

/** Churn and engagement (service-api.md, POST /reporting/engagement/churnAndEngagement; wire-facts 1.16). */

type Input = Parameters<Handler<typeof endpoints.reports.engagement>>[0];

const isCohort = (name: string): boolean => (cohortSegments as readonly string[]).includes(name);

function segmentationOf({segmentBy, segments}: Input, range: LostRange, columns: Columns): Segmentation {
	if (segmentBy === undefined) {
		if (segments) throw new Refusal('SYNTAX ERROR', 'segments need segmentBy');
		return wholeSegment;
	}
	if (!isCohort(segmentBy)) return compileSegments(segmentBy, segments, columns);
	if (segments) throw new Refusal('SYNTAX ERROR', `${segmentBy} takes no segments`);
	return cohorts(segmentBy === 'installationMonth' ? 'month' : 'week', range, columns.assume);
}

/** Periods of one segment: who can be followed that far, engaged or lost. */
function periodsOf(rows: readonly EngagementRow[], assume: Assumed): ReadonlyMap<string, unknown> {
	const byPeriod = new Map(rows.map(row => [row.period, row]));
	let followed = rows.reduce((sum, {ending}) => sum + ending, 0);
	let lost = 0;
	const periods = new Map<string, unknown>();
	for (let period = 0; followed > 0; period++) {
		const row = byPeriod.get(period);
		lost += row?.losing ?? 0;
		const engagedPercent = percent(followed - lost, followed, 1, assume);
		// What is left of 100, so that the two add up to it.
		const lostPercent = percent(100 - (engagedPercent ?? 0), 100, 1, assume);
		periods.set(String(period), {engaged: followed - lost, engagedPercent, lost, lostPercent});
		followed -= row?.ending ?? 0;
		lost -= row?.endingLost ?? 0;
	}
	return periods;
}

export const churnReport: Handler<typeof endpoints.reports.engagement> = async (input, {product}, service) => {
	const {database, today, assume} = service;
	const columns = createColumns('engagement', assume);
	const range = {product, from: dayNumber(input.startDate), to: dayNumber(input.stopDate), today: dayNumber(today)};
	const segmentation = segmentationOf(input, range, columns);
	const segmented = input.segmentBy !== undefined && !isCohort(input.segmentBy) ? [input.segmentBy] : [];
	const counts = engagementCounts({
		range,
		daysUntilDeclaredLost: input.daysUntilDeclaredLost,
		split: input.dateSplit,
		filters: compileFilters(input.globalFilters, {columns, product}),
		segmentation,
		isSpanNeeded: columns.isSpanNeeded(Object.keys(input.globalFilters ?? {}), segmented),
		assume,
	});
	await validatePatterns(input, database, assume);
	const rows = await query<EngagementRow>(database, counts);
	if (input.segmentBy === undefined) {
		const whole = periodsOf(rows, assume);
		return {results: assume['engagement-unsegmented'] === 'bare' ? whole : new Map([['All', whole]])};
	}
	const labels = orderLabels(new Map(rows.map(row => [row.label, row])), segmentation, assume);
	return {
		results: new Map(
			labels.map(label => [
				label,
				periodsOf(
					rows.filter(row => row.label === label),
					assume,
				),
			]),
		),
	};
};
