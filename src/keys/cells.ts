import {isCalendarDay} from '../contract/words.ts';
import {isWhole, type Refusal, refuse, shown} from './refusal.ts';

/** One value of an upload file: text or JSON in, value or refusal out. Nothing is guessed; near values are suggested. */

const flags: ReadonlyMap<string, boolean> = new Map([
	['true', true],
	['false', false],
	// As spreadsheets write them.
	['TRUE', true],
	['FALSE', false],
]);
const nearFlags: ReadonlyMap<string, string> = new Map(
	Object.entries({true: 'true yes y 1 on x', false: 'false no n 0 off'}).flatMap(([good, near]) =>
		near.split(' ').map(word => [word, good] as const),
	),
);

const refuseFlag = (value: unknown) =>
	refuse(`${shown(value)} is neither true nor false`, nearFlags.get(String(value).trim().toLowerCase()));

/** `true` or `false` as text. */
export const parseFlag = (text: string): boolean | Refusal => flags.get(text) ?? refuseFlag(text);

/** A boolean of a JSON file. */
export const parseBoolean = (value: unknown): boolean | Refusal =>
	typeof value === 'boolean' ? value : refuseFlag(value);

// Year 0000 is in ISO 8601, but in no registry.
const isDay = (text: string) => isCalendarDay(text) && !text.startsWith('0000');

/** Dates with the year first, written otherwise: `2027/3/4`, `20270304`. The rest could be two days: no suggestion. */
function nearDay(text: string): string | undefined {
	const parts = /^\s*(\d{4})(?:[-/. ](\d{1,2})[-/. ](\d{1,2})|(\d\d)(\d\d))\s*$/.exec(text)?.slice(1);
	const day = parts
		?.filter(part => part !== undefined)
		.map(part => part.padStart(2, '0'))
		.join('-');
	return day !== undefined && isDay(day) ? day : undefined;
}

/** A day of the calendar, or null. */
export function parseDay(value: unknown): string | null | Refusal {
	if (value === null) return null;
	if (typeof value === 'string' && isDay(value)) return value;
	const near = typeof value === 'string' ? nearDay(value) : undefined;
	return refuse(`${shown(value)} is not a day of the calendar (YYYY-MM-DD), nor null`, near);
}

const largestQuota = 2_147_483_647;

/** A whole number of installations. */
export function parseQuota(value: unknown): number | Refusal {
	if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= largestQuota) return value;
	return refuse(`${shown(value)} is not a whole number from 0 to ${largestQuota}`);
}

/** A text of a JSON file. */
export function parseText(value: unknown): string | Refusal {
	if (typeof value !== 'string') return refuse(`${shown(value)} is not a text in quotes`);
	return isWhole(value) ? value : refuse(`${shown(value)} holds half a character (a lone surrogate)`);
}
