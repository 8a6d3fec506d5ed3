import type {KeyUpdate} from '../../contract/license-keys.ts';
import {type KeyFlag, keyFlags} from '../../contract/words.ts';
import {isRefused, type Refusal} from './refusal.ts';
import {checkDay, checkFlag, checkKey, checkQuota, checkText} from './values.ts';

/** The columns of an upload file: how a cell becomes a value, how the value is checked, and how it is printed. */

/** An update while its row is being checked. */
export type Draft = {-readonly [Member in keyof KeyUpdate]: KeyUpdate[Member]};

export type Column = {
	readonly name: string;
	/** The value of a CSV cell. Text that is no such value stays text, and the check refuses it. */
	readonly parseCell: (text: string) => unknown;
	/** Puts a value into the update, or returns why it cannot be sent. */
	readonly put: (draft: Draft, value: unknown) => Refusal | undefined;
	/** The text that `parseCell` reads back; undefined when the update leaves the field as it is. */
	readonly print: (update: KeyUpdate) => string | undefined;
};

const asText = (text: string): unknown => text;

type Plain = 'licenseKey' | 'licenseType' | 'expiryDate' | 'installQuota' | 'notes';

const plain = (
	name: Plain,
	check: (value: unknown) => string | number | null | Refusal,
	parseCell: (text: string) => unknown = asText,
): Column => ({
	name,
	parseCell,
	put: (draft, value) => {
		const checked = check(value);
		if (isRefused(checked)) return checked;
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
	parseCell: text => flagWords.get(text) ?? text,
	put: (draft, value) => {
		const checked = checkFlag(value);
		if (isRefused(checked)) return checked;
		draft.licenseStatus ??= {};
		draft.licenseStatus[name] = checked;
		return undefined;
	},
	print: ({licenseStatus}) => licenseStatus?.[name]?.toString(),
});

/** What can be changed, in the order of the template. */
export const writable: readonly Column[] = [
	plain('licenseKey', checkKey),
	plain('licenseType', checkText),
	...keyFlags.map(flag),
	plain('expiryDate', checkDay, text => (text === 'null' ? null : text)),
	plain('installQuota', checkQuota, text => (/^\d+$/.test(text) ? Number(text) : text)),
	plain('notes', checkText),
];

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
