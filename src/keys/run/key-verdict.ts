import type {KeyRecord, KeyUpdate} from '../../contract/operations/license-keys.ts';
import {findChanges} from '../plan/key-changes.ts';
import type {Before} from '../plan/plan-row.ts';
import {shown} from '../rows/input-error.ts';
import {type Fields, fields} from '../rows/key-fields.ts';

/** The outcome of a row. The service's answer has only three sums for the whole batch. */
export type Verdict =
	| {readonly verdict: 'accepted'}
	| {readonly verdict: 'rejected' | 'altered' | 'unknown'; readonly reason: string};

/**
 * Judges a row by the registry's record of its key after the upload. Without a record, or as it was before: rejected. With
 * other values than those sent: altered by the service.
 */
export function judgeRow(update: KeyUpdate, before: Before, record: KeyRecord | undefined): Verdict {
	if (record === undefined) return {verdict: 'rejected', reason: 'not in the registry after the import'};
	const differences = findChanges(update, record);
	if (differences.length === 0) return {verdict: 'accepted'};
	const what = differences.map(({field, before: found, after}) => `${field} is ${shown(found)}, not ${shown(after)}`);
	const untouched = before === undefined ? isUntouched(update, differences.length) : isAsBefore(before, record);
	if (untouched) return {verdict: 'rejected', reason: `unchanged after the import: ${what.join(', ')}`};
	return {verdict: 'altered', reason: `changed by the service: ${what.join(', ')}`};
}

/** A record that is unchanged in every field that was to change. */
const isAsBefore = (before: Fields | null, record: KeyRecord) =>
	before !== null && findChanges(before, record).length === 0;

/** When it is not known what the record was before: not one field has the value that was sent. */
const isUntouched = (update: KeyUpdate, differences: number) =>
	differences === fields.filter(({asked}) => asked(update) !== undefined).length;
