import type {KeyUpdate} from '../contract/license-keys.ts';
import {type KeyFlag, keyFlags} from '../contract/words.ts';
import {parseBoolean, parseDay, parseFlag, parseQuota, parseText} from './cells.ts';
import {type IsPlain, isPlainDay, isPlainFlag, isPlainKey, isPlainQuota, isPlainText} from './plain-cells.ts';
import {isWhole, type Refusal, refuse, shown} from './refusal.ts';

/** The columns of an upload file as data (cli.md, section 7). */

export type Draft = {-readonly [Member in keyof KeyUpdate]: KeyUpdate[Member]};

export type Column = {
	readonly name: string;
	readonly kind: 'text' | 'flag' | 'day' | 'quota';
	/** Puts the text of a cell that is not empty into the update, or answers why not. */
	readonly readText: (draft: Draft, text: string) => Refusal | undefined;
	/** The same for a value of a JSON file, which has a type of its own. */
	readonly readValue: (draft: Draft, value: unknown) => Refusal | undefined;
	/** Whether the bytes of a cell show that `readText` will take it. */
	readonly isPlain: IsPlain;
	/** The text that `readText` takes back; undefined when the update leaves the field as it is. */
	readonly print: (update: KeyUpdate) => string | undefined;
};

/** `1.23E+15`, what a spreadsheet makes of a long number, and the errors it writes into cells. */
const spreadsheetDamage = /^(?:[+-]?\d+(?:[.,]\d+)?E[+-]\d+|#(?:NAME\?|REF!|VALUE!|N\/A|NUM!|DIV\/0!|NULL!))$/i;

/** Tells why a text cannot be a license key. */
export function refuseKey(key: string): Refusal | undefined {
	if (key === '') return refuse('licenseKey is missing');
	if (key.includes('\0')) return refuse(`${shown(key)} holds a NUL character`);
	if (!isWhole(key)) return refuse(`${shown(key)} holds half a character (a lone surrogate)`);
	return undefined;
}

/** Tells why a text is hardly a license key. Only the registry knows better: it may hold such a key. */
export const suspectKey = (key: string): Refusal | undefined =>
	spreadsheetDamage.test(key)
		? refuse(`${shown(key)} is what a spreadsheet leaves of a key; --exact-keys takes it as it is`)
		: undefined;

const text = (name: 'licenseKey' | 'licenseType' | 'notes', isPlain: IsPlain): Column => ({
	name,
	kind: 'text',
	isPlain,
	readText: (draft, value) => {
		draft[name] = value;
		return undefined;
	},
	readValue: (draft, value) => {
		const read = parseText(value);
		if (typeof read === 'object') return read;
		draft[name] = read;
		return undefined;
	},
	print: update => update[name],
});

const flag = (name: KeyFlag): Column => {
	const set = (draft: Draft, read: boolean | Refusal) => {
		if (typeof read === 'object') return read;
		draft.licenseStatus ??= {};
		draft.licenseStatus[name] = read;
		return undefined;
	};
	return {
		name,
		kind: 'flag',
		isPlain: isPlainFlag,
		readText: (draft, value) => set(draft, parseFlag(value)),
		readValue: (draft, value) => set(draft, parseBoolean(value)),
		print: ({licenseStatus}) => licenseStatus?.[name]?.toString(),
	};
};

const readDay = (draft: Draft, value: unknown) => {
	const read = parseDay(value);
	if (read !== null && typeof read === 'object') return read;
	draft.expiryDate = read;
	return undefined;
};
const expiryDate: Column = {
	name: 'expiryDate',
	kind: 'day',
	isPlain: isPlainDay,
	readText: (draft, value) => readDay(draft, value === 'null' ? null : value),
	readValue: readDay,
	print: ({expiryDate: value}) => (value === null ? 'null' : value),
};

const readQuota = (draft: Draft, value: unknown) => {
	const read = parseQuota(value);
	if (typeof read === 'object') return read;
	draft.installQuota = read;
	return undefined;
};
const installQuota: Column = {
	name: 'installQuota',
	kind: 'quota',
	isPlain: isPlainQuota,
	readText: (draft, value) => readQuota(draft, /^\d+$/.test(value) ? Number(value) : value),
	readValue: readQuota,
	print: update => update.installQuota?.toString(),
};

/** What can be changed, in the order of the template. */
export const writable: readonly Column[] = [
	text('licenseKey', isPlainKey),
	text('licenseType', isPlainText),
	...keyFlags.map(flag),
	expiryDate,
	installQuota,
	text('notes', isPlainText),
];

/** Later servers' names of two flags (wire-facts 2.3). */
export const synonyms: ReadonlyMap<string, string> = new Map([
	['blocked', 'blacklisted'],
	['allowed', 'whitelisted'],
]);

/** What our own output has beside the writable columns: known, and passed over on the way in. */
export const readOnly: readonly string[] = [
	'product',
	'installCount',
	'overQuotaCount',
	'addedDate',
	'autoCollected',
	'lastEditedDate',
	'lastEditedBy',
	'lastEditedBy.name',
	'lastEditedBy.surname',
	'lastEditedBy.email',
	'_line',
	'_reason',
];

/** The row under the header of `keys template`. An upload passes it over, so a filled-in template needs no cleaning. */
export const templateExample: readonly string[] = [
	'# AAAA-BBBB-CCCC',
	'purchased',
	'true',
	'false',
	'false',
	'true',
	'2027-12-31',
	'5',
	'an example; null in expiryDate clears it, an empty cell leaves a field as it is',
];
