import {isCalendarDay} from '../../calendar.ts';
import {quoteValue, type ValueError, valueError} from './input-error.ts';

/** The words for true and false in a CSV file. Spreadsheets write TRUE and FALSE, Python writes True and False. */
export const flagWords: ReadonlyMap<string, boolean> = new Map([
	...['true', 'TRUE', 'True'].map(word => [word, true] as const),
	...['false', 'FALSE', 'False'].map(word => [word, false] as const),
]);

const nearFlags: ReadonlyMap<string, string> = new Map(
	Object.entries({true: 'true yes y 1 on x', false: 'false no n 0 off'}).flatMap(([good, near]) =>
		near.split(' ').map(word => [word, good] as const),
	),
);

export function checkFlag(value: unknown): boolean | ValueError {
	if (typeof value === 'boolean') return value;
	return valueError(`${quoteValue(value)} is neither true nor false`, nearFlags.get(simplify(value)));
}
const simplify = (value: unknown) => String(value).trim().toLowerCase();

/** Advises `--yes-no`, unless the text is close to a word that is accepted anyway. */
export const adviseFlag = (text: string) =>
	nearFlags.has(simplify(text)) ? '' : ' (to accept other words, add --yes-no ja/nein)';

/** Unambiguous formats of dates; with dots the day comes first. `3/4/2027` is ambiguous, so nothing is suggested for it. */
const suggestedFormats = [
	/^\s*(?<year>\d{4})[-/. ](?<month>\d{1,2})[-/. ](?<day>\d{1,2})(?:[T ][\d:.]+Z?)?\s*$/,
	/^\s*(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)\s*$/,
	/^\s*(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})\s*$/,
];

function toDay({year = '', month = '', day = ''}: Readonly<Record<string, string>> = {}): string | undefined {
	const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	return isCalendarDay(found) ? found : undefined;
}

export function createDayReader(format: string): (text: string) => string {
	const parts = format.match(/d+|m+|y+|[^dmy]+/g) ?? [];
	const groups: Readonly<Record<string, string>> = {
		d: '(?<day>\\d{1,2})',
		m: '(?<month>\\d{1,2})',
		y: '(?<year>\\d{4})',
	};
	const pattern = parts.map(part => groups[part[0] ?? ''] ?? part.replace(/[^\w ]/g, '\\$&')).join('');
	const whole = new RegExp(`^\\s*${pattern}\\s*$`);
	return text => toDay(whole.exec(text)?.groups) ?? text;
}

/** A timestamp, as `query -o csv` writes it: the day counts. */
const timestamp = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?$/;

const findNearDay = (text: string) =>
	text.trim().toLowerCase() === 'null'
		? 'null'
		: toDay(suggestedFormats.map(format => format.exec(text)?.groups).find(Boolean));

export function checkDay(value: unknown): string | null | ValueError {
	if (value === null) return null;
	const day = typeof value === 'string' ? (timestamp.exec(value)?.[1] ?? value) : '';
	if (isCalendarDay(day)) return day;
	const near = typeof value === 'string' ? findNearDay(value) : undefined;
	return valueError(`${quoteValue(value)} is not a date (YYYY-MM-DD) or null`, near);
}

const yearLast = /^\s*\d{1,2}([-/. ])\d{1,2}\1\d{4}\s*$/;

export function adviseDay(text: string): string {
	const [, mark] = yearLast.exec(text) ?? [];
	if (mark === undefined) return '';
	const form = ['dd', 'mm', 'yyyy'].join(mark);
	return ` (if the day comes first, add --date-format ${mark === ' ' ? `'${form}'` : form})`;
}

const largestQuota = 2_147_483_647;

export function checkQuota(value: unknown): number | ValueError {
	if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= largestQuota) return value;
	return valueError(`${quoteValue(value)} is not a whole number from 0 to ${largestQuota}`);
}

/** Rejects lone surrogates, which have no UTF-8 form, and NUL, which ends a string in many programs. */
export function checkText(value: unknown): string | ValueError {
	if (typeof value !== 'string') return valueError(`${quoteValue(value)} is not a string`);
	if (/\p{Cs}/u.test(value)) return valueError(`${quoteValue(value)} contains a lone surrogate (half a character)`);
	return value.includes('\0') ? valueError(`${quoteValue(value)} contains a NUL character`) : value;
}

export function checkKey(value: unknown): string | ValueError {
	const key = checkText(value);
	if (key === '') return valueError('the license key is missing');
	return typeof key === 'string' && key.trim() === '' ? valueError(`${quoteValue(key)} is a blank license key`) : key;
}
