import {Expected, optional} from '../flag.ts';
import {day, integer} from '../values.ts';

const thousands = {'': 1, k: 1000, m: 1_000_000} as const;

/** `500`, `2k` or `1M` installations. */
export function installations(value: string): number {
	const match = /^(\d{1,8})([km]?)$/i.exec(value);
	const size = Number(match?.[1]) * thousands[(match?.[2] ?? '').toLowerCase() as keyof typeof thousands];
	if (!(size >= 1 && size <= 10_000_000)) throw new Expected('installations, such as 500, 2k or 1M');
	return size;
}

/** The sandbox's data are a function of these three. */
export const dataFlags = {
	seed: optional({
		flags: '--seed <n>',
		summary: 'Another seed gives other data of the same kind',
		parse: integer({min: 0, max: 2 ** 31 - 1}),
	}),
	size: optional({
		flags: '--size <n>',
		summary: 'Installations of the first product: 2k or 2000',
		parse: installations,
	}),
	now: optional({flags: '--now <date>', summary: 'The day that is today in the sandbox', parse: day}),
};
