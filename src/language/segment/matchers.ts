import type {Segment} from '../../contract/segments.ts';
import {readBoolean} from '../filter/clauses/flag-clause.ts';
import {explainFlags, readFlagItem} from '../filter/clauses/groups.ts';
import {refuseInList} from '../filter/clauses/items.ts';
import {takeNull} from '../filter/clauses/nulls.ts';
import {conjunction} from '../filter/join/alternatives.ts';
import {flagsJson} from '../filter/wire.ts';
import type {Target} from '../properties/catalogue.ts';
import type {Cursor} from '../source/cursor.ts';
import {type Quantity, readBound, readQuantity} from '../values/numbers.ts';
import {ends} from '../values/range.ts';
import {tokenSpan} from '../values/text.ts';
import type {Matcher} from './matcher.ts';
import {labelled, nullSegment, warnJoinedNull} from './text-matcher.ts';

/** Matchers of numbers, yes or no, and licenseStatus. */

/** Reads null on its own too, and refuses `each`. */
const orNull =
	(read: (cursor: Cursor, target: Target) => Matcher) =>
	(cursor: Cursor, target: Target): Matcher => {
		if (cursor.word().toLowerCase() === 'each') refuseEach(cursor);
		return takeNull(cursor, target) ? {splits: false, build: nullSegment} : read(cursor, target);
	};

const refuseEach = (cursor: Cursor) =>
	cursor.fail('each-not-here', "'each' works on text only", {help: 'write the segments one by one'}, cursor.here(4));

/** `4`, `0..<4GB`, `>=8GB`, `(4GB..8GB,null)`. */
export const readNumberMatcher = orNull((cursor, target) => {
	const start = cursor.at;
	const open = cursor.open();
	const found = readRange(cursor, target);
	const isNull = open && cursor.comma() && readNullAfter(cursor, target);
	if (open) cursor.close(() => refuseInList(cursor));
	if (isNull) warnJoinedNull(cursor, start);
	return {splits: false, build: (label, text) => numberSegment(found, isNull, {label, text})};
});

function readRange(cursor: Cursor, {field}: Target): Quantity {
	const operator = cursor.match(/>=|<=|>|</y) as '>=' | '<=' | '>' | '<' | undefined;
	return operator ? readBound(cursor.skip(), field, operator) : readQuantity(cursor, field);
}

function readNullAfter(cursor: Cursor, target: Target): true {
	if (takeNull(cursor, target)) return true;
	const help = 'separate the segments with commas, without parentheses';
	return cursor.fail('number-list', 'a number segment holds one number or one range', {help}, tokenSpan(cursor));
}

function numberSegment(
	{value, min, max}: Quantity,
	isNull: boolean,
	{label, text}: {readonly label: string | undefined; readonly text: string},
): Segment {
	const withNull = isNull ? {includeNull: true} : {};
	if (value === undefined) return {type: 'numberRange', ...ends(min, max), ...withNull, segmentLabel: label ?? text};
	return {type: 'number', value, ...withNull, ...labelled(label)};
}

/** `true`, `false`. */
export const readSwitchMatcher = orNull(cursor => {
	const value = readBoolean(cursor);
	return {splits: false, build: (label, text) => ({type: 'boolean', value, segmentLabel: label ?? text})};
});

/** `activated and not expired`. */
export const readFlagsMatcher = orNull((cursor, {field}) => {
	const literals = [readFlagItem(cursor, field)];
	for (let next = cursor.afterLines(); cursor.word(next).toLowerCase() === 'and'; next = cursor.afterLines()) {
		cursor.at = next + 3;
		cursor.skipLines();
		literals.push(readFlagItem(cursor, field));
	}
	const [flags] = conjunction(literals, explainFlags(field));
	const json = flagsJson(flags ?? new Map(), field.parts);
	return {splits: false, build: (label, text) => ({segmentLabel: label ?? text, ...json})};
});
