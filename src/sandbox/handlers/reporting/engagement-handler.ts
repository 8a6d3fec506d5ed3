import type {endpoints} from '../../../contract/operations/endpoints.ts';
import type {Handler} from '../../handler.ts';
import {percent} from '../../query/averages.ts';
import {type EngagementRow, engagementCounts} from '../../query/installations/engagement.ts';
import {groupBySegment, mapValues, prepareReport} from '../../query/prepare-report.ts';
import {query} from '../../query/sql-template.ts';

/** Returns the periods of one segment: the installations observed that far, engaged or lost. */
function toPeriods(rows: readonly EngagementRow[]): ReadonlyMap<string, unknown> {
	const byPeriod = new Map(rows.map(row => [row.period, row]));
	let followed = rows.reduce((sum, {ending}) => sum + ending, 0);
	let lost = 0;
	const periods = new Map<string, unknown>();
	for (let period = 0; followed > 0; period++) {
		const row = byPeriod.get(period);
		lost += row?.losing ?? 0;
		const engagedPercent = percent(followed - lost, followed, 1);
		// The rest of 100, so that both percentages add up to 100.
		const lostPercent = percent(100 - (engagedPercent ?? 0), 100, 1);
		periods.set(String(period), {engaged: followed - lost, engagedPercent, lost, lostPercent});
		followed -= row?.ending ?? 0;
		lost -= row?.endingLost ?? 0;
	}
	return periods;
}

export const engagementReport: Handler<typeof endpoints.reports.engagement> = async (input, {product}, service) => {
	const {database, options} = service;
	const prepared = await prepareReport(input, product, {family: 'engagement', service});
	const {daysUntilDeclaredLost, dateSplit} = input;
	const counts = engagementCounts({...prepared, daysUntilDeclaredLost, split: dateSplit});
	const rows = await query<EngagementRow>(database, counts);
	if (input.segmentBy === undefined) {
		const whole = toPeriods(rows);
		return {results: options['engagement-unsegmented'] === 'bare' ? whole : new Map([['All', whole]])};
	}
	return {results: mapValues(groupBySegment(rows, prepared.segmentation), toPeriods)};
};
