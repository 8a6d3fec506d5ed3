import type {KeyRecord, KeyUpdate} from '../contract/license-keys.ts';
import {findChanges} from './compare.ts';
import {type Fields, fields} from './fields.ts';
import {shown} from './refusal.ts';

/** What the service did with a row; it says so itself only in three sums. */
export type Verdict =
	| {readonly verdict: 'accepted'}
	| {readonly verdict: 'rejected' | 'altered' | 'unknown'; readonly reason: string};

/** The values a key had before it was sent: null: it was not in the registry; undefined: nobody looked. */
export type Before = Fields | null | undefined;

/**
 * Judges a row by reading the key back after the service answered: missing after an insert, or as it was before: rejected;
 * another value than the one asked for: altered by the service.
 */
export function judgeRow(update: KeyUpdate, before: Before, record: KeyRecord | undefined): Verdict {
	if (record === undefined) return {verdict: 'rejected', reason: 'not in the registry after the upload'};
	const differences = findChanges(update, record);
	if (differences.length === 0) return {verdict: 'accepted'};
	const what = differences.map(({field, before: found, after}) => `${field} is ${shown(found)}, not ${shown(after)}`);
	const untouched = before === undefined ? isUntouched(update, differences.length) : isAsBefore(before, record);
	if (untouched) return {verdict: 'rejected', reason: `left as it was: ${what.join(', ')}`};
	return {verdict: 'altered', reason: `changed by the service: ${what.join(', ')}`};
}

/** A record that is still what it was in every field that was to change. */
const isAsBefore = (before: Fields | null, record: KeyRecord) =>
	before !== null && findChanges(before, record).length === 0;

/** Nobody knows what it was before; when not one field took what was asked, nothing was done. */
const isUntouched = (update: KeyUpdate, differences: number) =>
	differences === fields.filter(({asked}) => asked(update) !== undefined).length;
