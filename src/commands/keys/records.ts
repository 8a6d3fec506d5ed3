import type {KeyRecord} from '../../contract/license-keys.ts';
import {keyFlags} from '../../contract/words.ts';
import type {Cell, Column, ColumnKind, Row} from '../../output/dataset.ts';

/** License keys as rows (docs/service.md#key-record). `keys update` reads what `-o csv` writes. */

const column = (key: string, title: string, kind: ColumnKind): Column => ({key, title, kind});

/** Short, so that a terminal of 80 columns shows when a key of usual length expires. */
const flagTitles: Readonly<Record<(typeof keyFlags)[number], string>> = {
	activated: 'Active',
	blacklisted: 'Blocked',
	expired: 'Expired',
	whitelisted: 'Allowed',
};

export const recordColumns: readonly Column[] = [
	column('licenseKey', 'License key', 'text'),
	column('licenseType', 'Type', 'text'),
	...keyFlags.map(flag => column(flag, flagTitles[flag], 'boolean')),
	column('expiryDate', 'Expires', 'date'),
	column('installQuota', 'Quota', 'count'),
	column('installCount', 'Installed', 'count'),
	column('overQuotaCount', 'Over quota', 'count'),
	column('addedDate', 'Added', 'date'),
	column('autoCollected', 'Collected', 'boolean'),
	column('lastEditedDate', 'Last edited', 'date'),
	column('lastEditedBy.name', 'By', 'text'),
	column('lastEditedBy.surname', 'Surname', 'text'),
	column('lastEditedBy.email', 'E-mail', 'text'),
	column('notes', 'Notes', 'text'),
];

/** Null: never edited; empty: that user was removed. */
const editor = ({lastEditedBy}: KeyRecord, part: 'name' | 'surname' | 'email'): Cell =>
	lastEditedBy && (lastEditedBy[part] ?? '');

export const toRecordRow = (record: KeyRecord): Row => [
	record.licenseKey,
	record.licenseType,
	record.licenseStatus.activated,
	record.licenseStatus.blacklisted,
	record.licenseStatus.expired,
	record.licenseStatus.whitelisted,
	record.expiryDate,
	record.installQuota,
	record.installCount,
	record.overQuotaCount,
	record.addedDate,
	record.autoCollected,
	record.lastEditedDate,
	editor(record, 'name'),
	editor(record, 'surname'),
	editor(record, 'email'),
	record.notes,
];
