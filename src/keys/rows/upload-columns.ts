import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import {type KeyFlag, keyFlags} from '../../contract/request-words.ts';
import type {ValueError} from './input-error.ts';
import {adviseDay, adviseFlag, checkDay, checkFlag, checkKey, checkQuota, checkText, flagWords} from './key-values.ts';

export type Fields = Omit<KeyUpdate, 'licenseKey'>;
export type FieldValue = string | number | boolean | null;

/** The formats of values in a CSV file, besides those that every file may use. */
export type CellFormats = {
	/** Converts a date to `YYYY-MM-DD`, and returns any other text unchanged. */
	readonly toDay: (text: string) => string;
	readonly flags: ReadonlyMap<string, boolean>;
};

type CellFlag = 'dateFormat' | 'yesNo';

export type Column = {
	readonly name: string;
	/** Parses a CSV cell. Invalid text is returned unchanged, and `check` rejects it. */
	readonly parseCell: (text: string, formats?: CellFormats) => unknown;
	readonly check: (value: unknown) => FieldValue | ValueError;
	/** Undefined if an update leaves the field unchanged. The values of a record are read like those of an update. */
	readonly get: (fields: Partial<KeyUpdate>) => FieldValue | undefined;
	readonly set: (fields: Partial<KeyUpdate>, value: FieldValue) => void;
	/** The flag that might make a rejected CSV cell valid, and the advice to use it. */
	readonly advice?: {readonly flag: CellFlag; readonly describe: (text: string) => string};
};

/** Prints the text that `parseCell` parses; undefined if the update leaves the field unchanged. */
export function printField({get}: Column, update: KeyUpdate): string | undefined {
	const value = get(update);
	return value === null ? 'null' : value?.toString();
}

const asText = (text: string): unknown => text;

type PlainName = 'licenseKey' | 'licenseType' | 'expiryDate' | 'installQuota' | 'notes';

const plainColumn = (name: PlainName, check: Column['check'], parseCell: Column['parseCell'] = asText): Column => ({
	name,
	parseCell,
	check,
	get: fields => fields[name],
	set: (fields, value) => {
		(fields as Record<string, unknown>)[name] = value;
	},
});

const flagColumn = (name: KeyFlag): Column => ({
	name,
	parseCell: (text, formats) => formats?.flags.get(text.toLowerCase()) ?? flagWords.get(text) ?? text,
	check: checkFlag,
	get: ({licenseStatus}) => licenseStatus?.[name],
	set: (fields, value) => {
		fields.licenseStatus ??= {};
		fields.licenseStatus[name] = value === true;
	},
	advice: {flag: 'yesNo', describe: adviseFlag},
});

export const writableColumns: readonly Column[] = [
	plainColumn('licenseKey', checkKey),
	plainColumn('licenseType', checkText),
	...keyFlags.map(flagColumn),
	{
		...plainColumn('expiryDate', checkDay, (text, formats) =>
			text === 'null' ? null : (formats?.toDay(text) ?? text),
		),
		advice: {flag: 'dateFormat', describe: adviseDay},
	},
	plainColumn('installQuota', checkQuota, text => (/^\d+$/.test(text) ? Number(text) : text)),
	plainColumn('notes', checkText),
];

export const keyFields: readonly Column[] = writableColumns.filter(({name}) => name !== 'licenseKey');

/** The headings of `keys list`, which a file may use as column names. */
export const columnHeadings: Readonly<Record<string, string>> = {
	product: 'Product',
	licenseKey: 'License key',
	licenseType: 'Type',
	activated: 'Activated',
	blacklisted: 'Blacklisted',
	expired: 'Expired',
	whitelisted: 'Whitelisted',
	expiryDate: 'Expires',
	installQuota: 'Quota',
	installCount: 'Installed',
	overQuotaCount: 'Over quota',
	addedDate: 'Added',
	autoCollected: 'Collected',
	lastEditedDate: 'Last edited',
	'lastEditedBy.name': 'Edited by',
	'lastEditedBy.surname': 'Surname',
	'lastEditedBy.email': 'Email',
	notes: 'Notes',
};

/** The example row of `keys template`. An import skips it, so it need not be deleted from the file. */
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
