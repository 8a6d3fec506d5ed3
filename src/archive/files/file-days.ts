import {addDays, countDays} from '../../calendar.ts';

/** A file with lines of these days, both inclusive (`YYYY-MM-DD`). */
export type FileDays = {readonly name: string; readonly from: string; readonly to: string};

/** A range of more days than this is an error of the listing. */
const maxDays = 400;

/** Returns every day of the file. Where its dates are invalid, it returns the file's name, so that no other file covers it. */
export function getDays({from, to, name}: FileDays): readonly string[] {
	const count = countDays({first: from, last: to});
	if (!(count >= 1 && count <= maxDays)) return [name];
	return Array.from({length: count}, (_, at) => addDays(from, at));
}

/** Returns the days that one file or the other has. */
export const getCoveredDays = (files: readonly FileDays[]): ReadonlySet<string> => new Set(files.flatMap(getDays));
