import type {KeyRecord} from '../contract/license-keys.ts';
import {type Fields, type FieldValue, fields} from './fields.ts';
import {shown} from './refusal.ts';
import type {CheckedRow, Expectation} from './row.ts';

export type FieldChange = {readonly field: string; readonly before: FieldValue; readonly after: FieldValue};

/** The fields whose value would change, in the order of the template. */
export function findChanges(asked: Fields, record: KeyRecord): readonly FieldChange[] {
	return fields.flatMap(({name, asked: want, found}) => {
		const [before, after] = [found(record), want(asked)];
		return after === undefined || after === before ? [] : [{field: name, before, after}];
	});
}

/** The values of the registry in the named fields. */
export const valuesOf = (record: KeyRecord, names: readonly string[]): Fields =>
	fields.filter(({name}) => names.includes(name)).reduce<Fields>((sum, {put, found}) => put(sum, found(record)), {});

/** What an upload of a row means for the registry as it is. */
export type Comparison =
	| {readonly kind: 'insert' | 'same'}
	| {readonly kind: 'change'; readonly changes: readonly FieldChange[]}
	/** Somebody changed the key since the values in the row were read. */
	| {readonly kind: 'edited'; readonly changes: readonly FieldChange[]; readonly reason: string};

/** Compares a row with the registry's record of its key; undefined when it has none. */
export function compareRow({update, expect}: CheckedRow, record: KeyRecord | undefined): Comparison {
	if (record === undefined) return {kind: 'insert'};
	const changes = findChanges(update, record);
	if (changes.length === 0) return {kind: 'same'};
	const reason = expect && findEdit(expect, record);
	return reason === undefined ? {kind: 'change', changes} : {kind: 'edited', changes, reason};
}

/** Says who edited a key, if it is not as expected. */
function findEdit({lastEditedDate, ...values}: Expectation, record: KeyRecord): string | undefined {
	const differs = findChanges(values, record)[0];
	if (!differs && (lastEditedDate === undefined || lastEditedDate === record.lastEditedDate)) return undefined;
	const who = [record.lastEditedBy?.name, record.lastEditedBy?.surname].filter(Boolean).join(' ');
	const when = record.lastEditedDate === null ? '' : ` on ${record.lastEditedDate}${who === '' ? '' : ` by ${who}`}`;
	const what = differs ? `: ${differs.field} is ${shown(differs.before)}` : '';
	return `edited meanwhile${when}${what}`;
}
