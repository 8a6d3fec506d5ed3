import type {KeyRecord, KeyUpdate} from '../../contract/operations/license-keys.ts';
import {findChanges} from '../plan/key-changes.ts';
import type {Before} from '../plan/plan-row.ts';
import {quoteValue} from '../rows/input-error.ts';
import {type Fields, keyFields} from '../rows/upload-columns.ts';

/** The outcome of a row. The service's response has only three sums for the whole batch. */
export type Verdict =
	| {readonly verdict: 'accepted'}
	| {readonly verdict: 'rejected' | 'altered' | 'unknown'; readonly reason: string};

/**
 * Compares a row with the record of its key after it was sent. A missing or unchanged record means that the service rejected
 * the row; other values than those sent mean that it altered them.
 */
export function getVerdict(update: KeyUpdate, before: Before, record: KeyRecord | undefined): Verdict {
	if (record === undefined) return {verdict: 'rejected', reason: 'not in the registry after the import'};
	const differences = findChanges(update, record);
	if (differences.length === 0) return {verdict: 'accepted'};
	const what = differences.map(
		({field, before: found, after}) => `${field} is ${quoteValue(found)}, not ${quoteValue(after)}`,
	);
	const untouched = before === undefined ? isUntouched(update, differences.length) : isAsBefore(before, record);
	if (untouched) return {verdict: 'rejected', reason: `unchanged after the import: ${what.join(', ')}`};
	return {verdict: 'altered', reason: `changed by the service: ${what.join(', ')}`};
}

const isAsBefore = (before: Fields | null, record: KeyRecord) =>
	before !== null && findChanges(before, record).length === 0;

/** Guesses, if the earlier record is unknown: unchanged if no field has the value that was sent. */
const isUntouched = (update: KeyUpdate, differences: number) =>
	differences === keyFields.filter(({get}) => get(update) !== undefined).length;
