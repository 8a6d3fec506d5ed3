import type {KeyRecord, KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {Expectation} from '../rows/checked-row.ts';
import {quoteValue} from '../rows/input-error.ts';
import {type Fields, type FieldValue, keyFields} from '../rows/upload-columns.ts';

export type FieldChange = {readonly field: string; readonly before: FieldValue; readonly after: FieldValue};

/** The values before are null if the registry does not have the key. */
export function findChanges(wanted: Fields, record: KeyRecord | undefined): readonly FieldChange[] {
	return keyFields.flatMap(({name, get}) => {
		const [before, after] = [record ? (get(record) ?? null) : null, get(wanted)];
		return after === undefined || after === before ? [] : [{field: name, before, after}];
	});
}

export function pickValues(record: KeyRecord, names: readonly string[]): Fields {
	const values: Fields = {};
	for (const {name, get, set} of keyFields) if (names.includes(name)) set(values, get(record) ?? null);
	return values;
}

export type Comparison =
	| {readonly kind: 'same'}
	| {readonly kind: 'insert' | 'change'; readonly changes: readonly FieldChange[]}
	| {readonly kind: 'edited'; readonly changes: readonly FieldChange[]; readonly reason: string};

/**
 * Compares an update with the record of its key, which is undefined if the registry does not have the key.
 * @param expect the values that the record must still have; undefined accepts any.
 */
export function compareRow(
	update: KeyUpdate,
	record: KeyRecord | undefined,
	expect: Expectation | undefined,
): Comparison {
	const changes = findChanges(update, record);
	if (record === undefined) return {kind: 'insert', changes};
	if (changes.length === 0) return {kind: 'same'};
	const reason = expect && findEdit(expect, record);
	return reason === undefined ? {kind: 'change', changes} : {kind: 'edited', changes, reason};
}

function findEdit({lastEditedDate, ...values}: Expectation, record: KeyRecord): string | undefined {
	const differs = findChanges(values, record)[0];
	if (!differs && (lastEditedDate === undefined || lastEditedDate === record.lastEditedDate)) return undefined;
	const who = [record.lastEditedBy?.name, record.lastEditedBy?.surname].filter(Boolean).join(' ');
	const when = record.lastEditedDate === null ? '' : `, on ${record.lastEditedDate}${who === '' ? '' : ` by ${who}`}`;
	const what = differs ? `: ${differs.field} is ${quoteValue(differs.before)}` : '';
	const since = lastEditedDate === undefined ? 'the import' : 'the file was exported';
	return `edited after ${since}${when}${what}`;
}
