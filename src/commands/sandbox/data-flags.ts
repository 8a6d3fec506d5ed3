import {isCalendarDay} from '../../calendar.ts';
import {Expected, optional} from '../../cli/definition/flag.ts';
import {integer} from '../../cli/definition/flag-values.ts';

const thousands = {'': 1, k: 1000, m: 1_000_000} as const;

function installations(value: string): number {
	const match = /^(\d{1,8})([km]?)$/i.exec(value);
	const size = Number(match?.[1]) * thousands[(match?.[2] ?? '').toLowerCase() as keyof typeof thousands];
	if (!(size >= 1 && size <= 10_000_000)) throw new Expected('a number of installations, such as 500, 2k or 1M');
	return size;
}

export function moment(value: string): string {
	const [, date = '', time] = /^(.{10})(?:T([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.exec(value) ?? [];
	if (!isCalendarDay(date)) throw new Expected('a day such as 2026-03-15, or a time such as 2026-03-15T12:00:00');
	return time === undefined ? date : value;
}

/** Seed and size determine the data; `now` determines how much of it is visible. */
export const dataFlags = {
	seed: optional({
		flags: '--seed <n>',
		summary: 'Seed of the data; another seed gives other data of the same kind',
		parse: integer({min: 0, max: 2 ** 31 - 1}),
	}),
	size: optional({
		flags: '--size <n>',
		summary: 'Installations of the first product on 2026-06-30: 2k or 2000',
		parse: installations,
	}),
	now: optional({
		flags: '--now <date>',
		summary: "Set the sandbox's clock to the end of this day, or to a time such as 2026-03-15T12:00:00",
		parse: moment,
	}),
};
