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

/** Ways to write a day that can be only one; with dots the day comes first. `3/4/2027` could be two: no suggestion. */
const otherDays = [
	/^\s*(?<year>\d{4})[-/. ](?<month>\d{1,2})[-/. ](?<day>\d{1,2})(?:[T ][\d:.]+Z?)?\s*$/,
	/^\s*(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)\s*$/,
	/^\s*(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})\s*$/,
];

function nearDay(text: string): string | undefined {
	if (text.trim().toLowerCase() === 'null') return 'null';
	const {year = '', month = '', day = ''} = otherDays.map(way => way.exec(text)?.groups).find(Boolean) ?? {};
	const near = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	return isDay(near) ? near : undefined;
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
