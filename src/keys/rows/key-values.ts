import {isCalendarDay} from '../../calendar.ts';
import {shown, type ValueError, valueError} from './input-error.ts';

/** Rules for single values: the value comes back, or the reason why it cannot be sent. Nothing is guessed. */

const nearFlags: ReadonlyMap<string, string> = new Map(
	Object.entries({true: 'true yes y 1 on x', false: 'false no n 0 off'}).flatMap(([good, near]) =>
		near.split(' ').map(word => [word, good] as const),
	),
);

export function checkFlag(value: unknown): boolean | ValueError {
	if (typeof value === 'boolean') return value;
	return valueError(`${shown(value)} is neither true nor false`, nearFlags.get(simplify(value)));
}
const simplify = (value: unknown) => String(value).trim().toLowerCase();

/** The flag that reads other words for true and false; none where one of ours is near. */
export const adviseFlag = (text: string) => (nearFlags.has(simplify(text)) ? '' : ' (other words: --yes-no ja/nein)');

/** Other ways to write one certain day; with dots the day comes first. `3/4/2027` may be two days: nothing is suggested. */
const otherDays = [
	/^\s*(?<year>\d{4})[-/. ](?<month>\d{1,2})[-/. ](?<day>\d{1,2})(?:[T ][\d:.]+Z?)?\s*$/,
	/^\s*(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)\s*$/,
	/^\s*(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})\s*$/,
];

/** Creates a reader of days written as `format`, such as `dd/mm/yyyy`; any other text stays as it is. */
export function createDayReader(format: string): (text: string) => string {
	const parts = format.match(/d+|m+|y+|[^dmy]+/g) ?? [];
	const groups: Readonly<Record<string, string>> = {
		d: '(?<day>\\d{1,2})',
		m: '(?<month>\\d{1,2})',
		y: '(?<year>\\d{4})',
	};
	const pattern = parts.map(part => groups[part[0] ?? ''] ?? part.replace(/[^\w ]/g, '\\$&')).join('');
	const whole = new RegExp(`^\\s*${pattern}\\s*$`);
	return text => {
		const {year = '', month = '', day = ''} = whole.exec(text)?.groups ?? {};
		const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
		return isCalendarDay(found) ? found : text;
	};
}

function findNearDay(text: string): string | undefined {
	if (text.trim().toLowerCase() === 'null') return 'null';
	const {year = '', month = '', day = ''} = otherDays.map(way => way.exec(text)?.groups).find(Boolean) ?? {};
	const near = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	return isCalendarDay(near) ? near : undefined;
}

/** A day, `YYYY-MM-DD`, or null for none. */
export function checkDay(value: unknown): string | null | ValueError {
	if (value === null) return null;
	if (typeof value === 'string' && isCalendarDay(value)) return value;
	const near = typeof value === 'string' ? findNearDay(value) : undefined;
	return valueError(`${shown(value)} is not a date (YYYY-MM-DD) or null`, near);
}

/** A day that does not begin with its year. */
const otherOrder = /^\s*\d{1,2}([-/. ])\d{1,2}\1\d{4}\s*$/;

/** The flag that reads days in another order. */
export function adviseDay(text: string): string {
	const [, mark] = otherOrder.exec(text) ?? [];
	if (mark === undefined) return '';
	const form = ['dd', 'mm', 'yyyy'].join(mark);
	return ` (--date-format ${mark === ' ' ? `'${form}'` : form} reads dates in that order)`;
}

const largestQuota = 2_147_483_647;

/** A number of installations. */
export function checkQuota(value: unknown): number | ValueError {
	if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= largestQuota) return value;
	return valueError(`${shown(value)} is not a whole number from 0 to ${largestQuota}`);
}

/** A text that can be sent: a lone surrogate has no UTF-8 form, and NUL ends a text in many programs. */
export function checkText(value: unknown): string | ValueError {
	if (typeof value !== 'string') return valueError(`${shown(value)} is not a string`);
	if (/\p{Cs}/u.test(value)) return valueError(`${shown(value)} contains a lone surrogate (half a character)`);
	return value.includes('\0') ? valueError(`${shown(value)} contains a NUL character`) : value;
}

/** A license key that can be sent. */
export function checkKey(value: unknown): string | ValueError {
	const key = checkText(value);
	if (key === '') return valueError('licenseKey is missing');
	return typeof key === 'string' && key.trim() === '' ? valueError(`${shown(key)} is a blank license key`) : key;
}

/** `1.23E+15`, what a spreadsheet makes of a long number, and the errors it writes into cells. */
const spreadsheetDamage = /^(?:[+-]?\d+(?:[.,]\d+)?E[+-]\d+|#(?:NAME\?|REF!|VALUE!|N\/A|NUM!|DIV\/0!|NULL!))$/i;

/** The reason why a text is hardly a license key. The registry may hold such a key all the same. */
export const suspectKey = (key: string): ValueError | undefined =>
	spreadsheetDamage.test(key)
		? valueError(`${shown(key)} looks like a number mangled by a spreadsheet (--exact-keys accepts it)`)
		: undefined;
