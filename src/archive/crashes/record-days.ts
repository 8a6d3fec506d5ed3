import {describeRange} from '../../calendar.ts';
import {minExpected} from '../../statistics/absence.ts';
import {type LogKind, logKinds} from '../log-kinds.ts';
import {maxQuietDays, type Period, type RecordDays, rateDays, recentDays} from './group-counts.ts';

/** Texts about the records that were counted, and their days. */

export type Days = readonly {readonly firstDay: string; readonly lastDay: string}[];

export const changeMeaning = 'Change % compares the last seven days with the seven days before them.';

export const explainMark = (noun: string) =>
	`The Mark column describes the days from \`--from\` on (without \`--from\`, the last ${recentDays} days), compared with all earlier days: ` +
	`${noun} marked new occurs for the first time, one marked back occurs again after more than ${maxQuietDays} days, ` +
	`and one marked gone does not occur, but would on at least ${minExpected} installations at its rate in the ${rateDays} days before. ` +
	'With `--filter` or `--where`, all this holds for the chosen records only.';

export const risingMeaning =
	'A known group is rising if it was on more installations in the last seven days than in the seven days before, in number and as a share of all that sent a crash report (exact tests, corrected for the number of groups); the table shows both numbers.';

export const lastDayOf = (groups: Days): string | undefined =>
	groups
		.map(({lastDay}) => lastDay)
		.sort()
		.at(-1);

/**
 * Returns `Crashes, 2026-04-01 to 2026-06-30`: from `--from`, or the first day with records if that is later, to the last day with
 * records, whatever the filter chooses.
 */
export function describeDays(title: string, days: RecordDays | undefined, since: string | undefined): string {
	if (days === undefined) return title;
	// All groups may be gone: their last day is before `--from`.
	if (since !== undefined && since > days.last) return `${title} since ${since}`;
	return `${title}, ${describeRange({...days, first: since !== undefined && since > days.first ? since : days.first})}`;
}

/** Says that the records begin later than asked for. */
export async function explainStart(
	kind: LogKind,
	days: RecordDays | undefined,
	{since, footnote}: Pick<Period, 'since'> & {readonly footnote: (text: string) => Promise<void>},
): Promise<void> {
	if (days !== undefined && since !== undefined && days.first > since)
		await footnote(`the first ${logKinds[kind].records} are from ${days.first}`);
}
