import {describeRange} from '../../calendar.ts';
import {type LogKind, logKinds} from '../log-kinds.ts';

/** Texts about the records that were counted, and their days. */

export type Days = readonly {readonly firstDay: string; readonly lastDay: string}[];

export const changeMeaning = 'Change % compares the last seven days with the seven days before them.';

export const lastDayOf = (groups: Days): string | undefined =>
	groups
		.map(({lastDay}) => lastDay)
		.sort()
		.at(-1);

/** Returns `Crashes, 2026-04-01 to 2026-06-30`: from the first day with records, or `--from`, to the last day with records. */
export function describeDays(kind: LogKind, groups: Days, since: string | undefined): string {
	const first = groups.map(({firstDay}) => firstDay).sort()[0];
	const last = lastDayOf(groups);
	const {title} = logKinds[kind];
	if (first === undefined || last === undefined) return title;
	return `${title}, ${describeRange({first: since !== undefined && since > first ? since : first, last})}`;
}
