import {type EngineAddress, parseEngineAddress} from '../../archive/cluster/engine-address.ts';
import {findZone, isCalendarDay} from '../../calendar.ts';
import {makeProperty} from '../../contract/listed-properties.ts';
import {getProperty, type Property} from '../../contract/properties.ts';
import {CliError} from '../../errors.ts';
import {describeWindowsPath, isDeviceName} from '../../files/windows-names.ts';
import {alternatives} from '../../text/wording.ts';
import {Expected} from './flag.ts';

/** Parsers of flag values. They throw `Expected` for a wrong text. */

export function text(value: string): string {
	if (value === '') throw new Expected('some text');
	return value;
}

/** Accepts a path to write to. Rejects names that Windows treats as devices or changes. */
export function outputPath(value: string, platform: string = process.platform): string {
	const fault = platform === 'win32' ? describeWindowsPath(text(value)) : undefined;
	if (fault !== undefined) throw new Expected(fault);
	return text(value);
}

export function validateOutputFolder(folder: string): void {
	try {
		outputPath(folder);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		throw new CliError('usage', `<dir>: expected ${error.message}, not '${folder}'`, {hint: 'name another folder'});
	}
}

/** Accepts decimal digits only: no sign but a leading minus, no exponent, no spaces. */
export const integer =
	({
		min = Number.MIN_SAFE_INTEGER,
		max = Number.MAX_SAFE_INTEGER,
	}: {
		readonly min?: number;
		readonly max?: number;
	} = {}) =>
	(value: string): number => {
		const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
		if (number >= min && number <= max) return number;
		if (max < Number.MAX_SAFE_INTEGER) throw new Expected(`a whole number from ${min} to ${max}`);
		throw new Expected(min > Number.MIN_SAFE_INTEGER ? `a whole number of ${min} or more` : 'a whole number');
	};

export const isProductName = (text: string): boolean => /\p{L}/u.test(text);
/** An ID, or a name, which the sandbox resolves. */
export const product = (value: string): number | string => (isProductName(value) ? value : integer({min: 1})(value));

export const choice =
	<const Word extends string>(words: readonly Word[]) =>
	(value: string): Word => {
		const found = words.find(word => word === value);
		if (found === undefined) throw new Expected(`one of ${words.join(', ')}`, words);
		return found;
	};

/** The parser of a flag that takes one of these words, and what its help and completion list. */
export const oneOf = <const T extends string>(choices: readonly T[]) => ({parse: choice(choices), choices});

/** Splits at commas and trims; no value may be empty. */
export const listOf =
	<T>(parse: (part: string) => T) =>
	(value: string): readonly T[] =>
		value.split(',').map(part => {
			if (part.trim() === '') throw new Expected('values separated by commas');
			return parse(part.trim());
		});

const milliseconds = {ms: 1, s: 1000, m: 60_000, h: 3_600_000} as const;

/** `500ms`, `60s`, `10m`, `1h`, or bare seconds; in milliseconds, more than 0 and at most a day. */
export function duration(value: string): number {
	const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(value);
	const length = Number(match?.[1]) * milliseconds[(match?.[2] ?? 's') as keyof typeof milliseconds];
	if (!(length > 0 && length <= 24 * milliseconds.h)) throw new Expected('a time such as 60s, 500ms or 10m');
	return length;
}

const bytesPer = {'': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12, ki: 2 ** 10, mi: 2 ** 20, gi: 2 ** 30, ti: 2 ** 40} as const;

/** `6GB`, `500MB`, `1GiB`, or bare bytes; at least one byte. */
export function byteSize(value: string): number {
	const match = /^(\d+(?:\.\d+)?)([kmgt]i?)?b?$/i.exec(value);
	const unit = (match?.[2] ?? '').toLowerCase() as keyof typeof bytesPer;
	const size = Math.floor(Number(match?.[1]) * bytesPer[unit]);
	if (!(size >= 1 && size <= Number.MAX_SAFE_INTEGER)) throw new Expected('a size such as 500MB, 6GB or 1GiB');
	return size;
}

export function day(value: string): string {
	if (!isCalendarDay(value)) throw new Expected('a day such as 2026-03-15');
	return value;
}

/** Accepts an http or https address without user, password, query or fragment. */
export function address(value: string): string {
	const url = URL.canParse(value) ? new URL(value) : undefined;
	if (!url || !['http:', 'https:'].includes(url.protocol)) throw new Expected('a URL such as https://host/path');
	if (url.username || url.password) throw new Expected('a URL without a user name and password');
	if (url.search || url.hash) throw new Expected('a URL without ? and #');
	return value.replace(/\/+$/, '');
}

export function engineAddress(value: string): EngineAddress {
	const found = parseEngineAddress(value);
	if (typeof found === 'string') throw new Expected(found);
	return found;
}

/** `tab` stands for the tab character. */
export function delimiter(value: string): string {
	if (value === 'tab' || value === '\\t') return '\t';
	if (!/^[^"\r\n\p{L}\p{N}]$/u.test(value)) throw new Expected('one character, such as ; or tab');
	return value;
}

export function zone(value: string): string {
	const found = findZone(value);
	if (found === undefined) throw new Expected('a time zone such as Europe/Berlin or UTC');
	return found;
}

export function name(value: string): string {
	if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(value)) throw new Expected('a name of letters, digits, dots and dashes');
	return value;
}

/** Accepts a name for a file. Windows reserves some for devices. */
export function fileName(value: string): string {
	if (isDeviceName(value)) throw new Expected('a name that is not a device name (CON, PRN, AUX, NUL, COM1, LPT1 …)');
	return name(value);
}

/** Parses a property outside the catalog and its type: `newProp:text`. */
export function anyProperty(value: string): Property {
	const [, name, kind] = /^(\w+):(\w+)$/.exec(value) ?? [];
	const type = typedKinds.find(each => each === kind);
	if (name === undefined || type === undefined)
		throw new Expected(`a property and its type (${alternatives(typedKinds)}), such as newProp:text`);
	if (getProperty(name)) throw new Expected(`the name of an unknown property (${name} is known)`);
	return makeProperty(name, type);
}
const typedKinds = ['text', 'number', 'date', 'boolean'] as const;
