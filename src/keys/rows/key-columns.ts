import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import {type KeyFlag, keyFlags} from '../../contract/request-words.ts';
import {isValueError, type ValueError} from './input-error.ts';
import {adviseDay, adviseFlag, checkDay, checkFlag, checkKey, checkQuota, checkText} from './key-values.ts';

/** The columns of an upload file: how a cell becomes a value, how the value is checked, and how it is printed. */

/** An update while its row is being checked. */
export type Draft = {-readonly [Member in keyof KeyUpdate]: KeyUpdate[Member]};

/** The ways in which a CSV file writes values, beside those that every file may use. */
export type CellWords = {
	/** The day of a text as `YYYY-MM-DD`; another text as it is. */
	readonly toDay: (text: string) => string;
	readonly flags: ReadonlyMap<string, boolean>;
};

/** Flags for how cells are read. */
export type CellFlag = 'dateFormat' | 'yesNo';

export type Column = {
	readonly name: string;
	/** The value of a CSV cell. Text that is not such a value stays text, and the check rejects it. */
	readonly parseCell: (text: string, words?: CellWords) => unknown;
	/** Puts a value into the update, or returns why it cannot be sent. */
	readonly put: (draft: Draft, value: unknown) => ValueError | undefined;
	/** The flag of CSV files that may read a rejected cell, and its advice. */
	readonly advice?: {readonly flag: CellFlag; readonly of: (text: string) => string};
	/** The text that `parseCell` reads back; undefined when the update leaves the field as it is. */
	readonly print: (update: KeyUpdate) => string | undefined;
};

const asText = (text: string): unknown => text;

type Plain = 'licenseKey' | 'licenseType' | 'expiryDate' | 'installQuota' | 'notes';

const plain = (
	name: Plain,
	check: (value: unknown) => string | number | null | ValueError,
	parseCell: Column['parseCell'] = asText,
): Column => ({
	name,
	parseCell,
	put: (draft, value) => {
		const checked = check(value);
		if (isValueError(checked)) return checked;
		(draft as Record<string, unknown>)[name] = checked;
		return undefined;
	},
	print: update => (update[name] === null ? 'null' : update[name]?.toString()),
});

/** As spreadsheets write them too. */
const flagWords: ReadonlyMap<string, boolean> = new Map([
	['true', true],
	['false', false],
	['TRUE', true],
	['FALSE', false],
]);

const flag = (name: KeyFlag): Column => ({
	name,
	parseCell: (text, words) => words?.flags.get(text.toLowerCase()) ?? flagWords.get(text) ?? text,
	put: (draft, value) => {
		const checked = checkFlag(value);
		if (isValueError(checked)) return checked;
		draft.licenseStatus ??= {};
		draft.licenseStatus[name] = checked;
		return undefined;
	},
	advice: {flag: 'yesNo', of: adviseFlag},
	print: ({licenseStatus}) => licenseStatus?.[name]?.toString(),
});

/** The columns that can be changed, in the order of the template. */
export const writable: readonly Column[] = [
	plain('licenseKey', checkKey),
	plain('licenseType', checkText),
	...keyFlags.map(flag),
	{
		...plain('expiryDate', checkDay, (text, words) => (text === 'null' ? null : (words?.toDay(text) ?? text))),
		advice: {flag: 'dateFormat', of: adviseDay},
	},
	plain('installQuota', checkQuota, text => (/^\d+$/.test(text) ? Number(text) : text)),
	plain('notes', checkText),
];

/** The headings of our tables: a file may have them in place of the names. */
export const headings: Readonly<Record<string, string>> = {
	product: 'Product',
	licenseKey: 'License key',
	licenseType: 'Type',
	// Short, so that a terminal of 80 columns shows when a key of usual length expires.
	activated: 'Active',
	blacklisted: 'Blocked',
	expired: 'Expired',
	whitelisted: 'Allowed',
	expiryDate: 'Expires',
	installQuota: 'Quota',
	installCount: 'Installed',
	overQuotaCount: 'Over quota',
	addedDate: 'Added',
	autoCollected: 'Collected',
	lastEditedDate: 'Last edited',
	'lastEditedBy.name': 'By',
	'lastEditedBy.surname': 'Surname',
	'lastEditedBy.email': 'E-mail',
	notes: 'Notes',
};

/** Later servers' names of two flags. */
export const synonyms: ReadonlyMap<string, string> = new Map([
	['blocked', 'blacklisted'],
	['allowed', 'whitelisted'],
]);

/** Columns of our own output that cannot be changed: an upload skips them. */
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

/** The row under the header of `keys template`. An upload skips it, so a filled-in template needs no cleaning. */
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
