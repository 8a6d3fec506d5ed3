import {addDays, countDays} from '../calendar.ts';

export type Range = {readonly first: string; readonly last: string};

export type CountedDays = {
	/** The days of the range with a final file in the archive, in order. */
	readonly days: readonly string[];
	/** The days of the range without one, as ranges. */
	readonly missing: readonly Range[];
};

/** A day whose file is not final, such as today, is not counted: neither its crash reports nor its activity are complete. */
export function chooseCountedDays(range: Range, isArchived: (day: string) => boolean): CountedDays {
	const days: string[] = [];
	const missing: {first: string; last: string}[] = [];
	const count = Math.max(0, countDays(range));
	for (let at = 0; at < count; at++) {
		const day = addDays(range.first, at);
		const open = missing.at(-1);
		if (isArchived(day)) days.push(day);
		else if (open && addDays(open.last, 1) === day) open.last = day;
		else missing.push({first: day, last: day});
	}
	return {days, missing};
}

export const describeRange = ({first, last}: Range): string => (first === last ? first : `${first} to ${last}`);
