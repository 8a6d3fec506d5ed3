import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import {keyFlags} from '../../contract/request-words.ts';
import type {Cell, Column, ColumnKind, Row} from '../../output/dataset.ts';
import {columnHeadings} from './upload-columns.ts';

/** License keys as rows (docs/service.md#key-record). `keys update` reads what `-o csv` writes. */

const column = (key: string, kind: ColumnKind, options: Partial<Column> = {}): Column => ({
	key,
	title: columnHeadings[key] ?? key,
	kind,
	...options,
});

export const recordColumns: readonly Column[] = [
	column('licenseKey', 'text'),
	column('licenseType', 'text', {layout: {priority: 1, minWidth: 14}}),
	...keyFlags.map(flag => column(flag, 'boolean')),
	column('expiryDate', 'date', {layout: {priority: 1}}),
	column('installQuota', 'count', {layout: {priority: 1}}),
	column('installCount', 'count', {layout: {priority: 1}}),
	column('overQuotaCount', 'count'),
	column('addedDate', 'date', {storedAs: 'TIMESTAMP'}),
	column('autoCollected', 'boolean'),
	column('lastEditedDate', 'date', {storedAs: 'TIMESTAMP'}),
	column('lastEditedBy.name', 'text'),
	column('lastEditedBy.surname', 'text'),
	column('lastEditedBy.email', 'text'),
	column('notes', 'text'),
];

/** Null if the key was never edited; empty if the editor's account was deleted. */
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
