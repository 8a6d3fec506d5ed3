import type {KeyRecord, KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {Expectation} from '../rows/checked-row.ts';
import {shown} from '../rows/input-error.ts';
import {type Fields, type FieldValue, fields} from '../rows/key-fields.ts';

export type FieldChange = {readonly field: string; readonly before: FieldValue; readonly after: FieldValue};

/** The fields whose value would change, in the order of the template. */
export function findChanges(asked: Fields, record: KeyRecord): readonly FieldChange[] {
	return fields.flatMap(({name, asked: want, found}) => {
		const [before, after] = [found(record), want(asked)];
		return after === undefined || after === before ? [] : [{field: name, before, after}];
	});
}

/** The values of the named fields in the registry. */
export const valuesOf = (record: KeyRecord, names: readonly string[]): Fields =>
	fields.filter(({name}) => names.includes(name)).reduce<Fields>((sum, {put, found}) => put(sum, found(record)), {});

/** The effect that an upload of a row would have on the registry. */
export type Comparison =
	| {readonly kind: 'insert' | 'same'}
	| {readonly kind: 'change'; readonly changes: readonly FieldChange[]}
	/** Somebody edited the key after the file was written. */
	| {readonly kind: 'edited'; readonly changes: readonly FieldChange[]; readonly reason: string};

/**
 * Compares an update with the registry's record of its key; undefined: the registry does not have the key.
 * @param expect what the record is to be still; undefined: it may be anything.
 */
export function compareRow(
	update: KeyUpdate,
	record: KeyRecord | undefined,
	expect: Expectation | undefined,
): Comparison {
	if (record === undefined) return {kind: 'insert'};
	const changes = findChanges(update, record);
	if (changes.length === 0) return {kind: 'same'};
	const reason = expect && findEdit(expect, record);
	return reason === undefined ? {kind: 'change', changes} : {kind: 'edited', changes, reason};
}

/** Says who edited a key that is not as expected; undefined when it is. */
function findEdit({lastEditedDate, ...values}: Expectation, record: KeyRecord): string | undefined {
	const differs = findChanges(values, record)[0];
	if (!differs && (lastEditedDate === undefined || lastEditedDate === record.lastEditedDate)) return undefined;
	const who = [record.lastEditedBy?.name, record.lastEditedBy?.surname].filter(Boolean).join(' ');
	const when = record.lastEditedDate === null ? '' : `, on ${record.lastEditedDate}${who === '' ? '' : ` by ${who}`}`;
	const what = differs ? `: ${differs.field} is ${shown(differs.before)}` : '';
	return `edited in the meantime${when}${what}`;
}
