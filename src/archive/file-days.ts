import {addDays, countDays} from '../calendar.ts';

/** Days `YYYY-MM-DD`, inclusive. */
export type FileDays = {readonly name: string; readonly from: string; readonly to: string};

/** A longer range is an error in the listing. */
const maxDays = 400;

/** Returns the name of a file with invalid dates as its only day, so that no other file covers it. */
export function getDays({from, to, name}: FileDays): readonly string[] {
	const count = countDays({first: from, last: to});
	if (!(count >= 1 && count <= maxDays)) return [name];
	return Array.from({length: count}, (_, at) => addDays(from, at));
}

/** Returns the part of a name that files of one product and kind share (docs/service.md#file-names). */
export const getNameStem = ({name}: Pick<FileDays, 'name'>): string => name.replace(/\d{4}-\d\d-\d\d.*$/, '');

export const getCoveredDays = (files: readonly FileDays[]): ReadonlySet<string> => new Set(files.flatMap(getDays));
