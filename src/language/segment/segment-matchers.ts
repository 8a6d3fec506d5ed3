import {conjunction} from '../filter/alternatives.ts';
import type {Model} from '../filter/filter-model.ts';
import {flagClash, readBoolean, readFlagItem} from '../filter/flag-filter.ts';
import {type TextModel, toServiceCode, warnRegex} from '../filter/text-filter.ts';
import type {Target} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {segmentRules, tokenSpan} from '../values/bare-text.ts';
import {takeNull} from '../values/nulls.ts';
import {type Quantity, readBound, readQuantity} from '../values/numbers.ts';
import {type Comparison, omitUndefinedEnds} from '../values/range-ends.ts';
import {readRegex, regexOf} from '../values/regex.ts';
import {readItem, rejectInList, rejectValueStart} from '../values/text-list.ts';

type Matcher = {
	readonly model: Model;
	/** True for a list, a pattern or a regular expression, which can become one segment per value. */
	readonly isMany?: boolean;
	/** True after `each`: the labels come from the data. */
	readonly isEach?: boolean;
};
type Reader = (cursor: Cursor, target: Target) => Matcher;

const orNull =
	(read: (cursor: Cursor, target: Target) => Model): Reader =>
	(cursor, target) => {
		if (cursor.word().toLowerCase() === 'each') rejectEach(cursor);
		return {model: takeNull(cursor, target) ? {kind: 'number', null: true} : read(cursor, target)};
	};

const rejectEach = (cursor: Cursor) =>
	cursor.fail('each-not-here', "'each' works on text only", {help: 'write the segments one by one'}, cursor.here(4));

/** Reads `4`, `0..<4GB`, `>=8GB` or `(4GB..8GB,null)`. */
function readNumber(cursor: Cursor, target: Target): Model {
	const start = cursor.at;
	const open = cursor.open();
	const {value, min, max} = readRange(cursor, target);
	const isNull = open && cursor.comma() && (takeNull(cursor, target) || rejectNumberList(cursor));
	if (open) cursor.close(() => rejectInList(cursor));
	if (isNull) warnJoinedNull(cursor, start);
	return {kind: 'number', ...(value === undefined ? omitUndefinedEnds(min, max) : {value}), null: isNull};
}

function readRange(cursor: Cursor, {field}: Target): Quantity {
	const operator = cursor.match(/>=|<=|>|</y) as Comparison | undefined;
	return operator ? readBound(cursor.skip(), field, operator, `omit '${operator}'`) : readQuantity(cursor, field);
}

const rejectNumberList = (cursor: Cursor): never =>
	cursor.fail(
		'number-list',
		'a number segment takes one number or one range',
		{help: 'separate the segments with commas, without parentheses'},
		tokenSpan(cursor),
	);

const warnJoinedNull = (cursor: Cursor, start: number) =>
	cursor.warn(
		'joined-null',
		'null in a segment with other values is documented only by an example for newer servers',
		cursor.span(start),
	);

function readFlags(cursor: Cursor, {field}: Target): Model {
	const literals = [readFlagItem(cursor, field)];
	for (let next = cursor.afterLines(); cursor.word(next).toLowerCase() === 'and'; next = cursor.afterLines()) {
		cursor.at = next + 3;
		cursor.skipLines();
		literals.push(readFlagItem(cursor, field));
	}
	return {kind: 'flags', alternatives: conjunction(literals, flagClash(field))};
}

/** Reads a value, a list, a pattern, a regular expression or null, which `each` may precede. Levels support them all here. */
function readText(cursor: Cursor, target: Target): Matcher {
	const asText: Target = {...target, field: {...target.field, supportsRegex: true}};
	const isEach = cursor.take('each') !== undefined;
	const start = cursor.skip().at;
	const list = cursor.open();
	const {values, regex, null: isNull} = list ? readList(cursor, asText) : readOne(cursor, asText);
	if (isNull && values.length === 0 && regex === undefined) {
		if (list || isEach) rejectNullAlone(cursor, start);
		return {model: {kind: 'text', values: [], null: true}};
	}
	if (isNull) warnJoinedNull(cursor, start);
	if (regex !== undefined) warnRegex(regex, (code, message) => cursor.warn(code, message, cursor.span(start)));
	const hasPattern = values.some(value => typeof value !== 'string');
	const one = hasPattern ? regexOf(values) : regex;
	const model = {kind: 'text', values, null: isNull, ...(one === undefined ? {} : {regex: one})} as const;
	return {model, isEach, isMany: list || isEach || one !== undefined};
}

const rejectNullAlone = (cursor: Cursor, start: number): never =>
	cursor.fail(
		'null-alone',
		"null alone takes no parentheses and no 'each'",
		{help: 'write Label = null'},
		cursor.span(start),
	);

function readOne(cursor: Cursor, target: Target): TextModel {
	if (cursor.eat('~')) {
		const start = cursor.skip().at;
		const regex = readRegex(cursor);
		if (cursor.at === start) rejectValueStart(cursor, target, segmentRules);
		return {kind: 'text', values: [], regex, null: false};
	}
	const item = readItem(cursor, target, segmentRules);
	if (item.text === undefined) return {kind: 'text', values: [], null: true};
	return {
		kind: 'text',
		values: [item.pattern ? {pattern: item.text} : toServiceCode(cursor, target, item)],
		null: false,
	};
}

function readList(cursor: Cursor, target: Target): TextModel {
	const first = readOne(cursor, target);
	const values = [...first.values];
	let isNull = first.null;
	while (cursor.comma()) {
		const next = first.regex === undefined ? readNext(cursor, target) : readAfterRegex(cursor, target);
		for (const value of next.values) values.push(value);
		isNull ||= next.null;
	}
	cursor.close(() => rejectInList(cursor));
	return {...first, values, null: isNull};
}

function readNext(cursor: Cursor, target: Target): TextModel {
	const start = cursor.at;
	const next = readOne(cursor, target);
	if (next.regex === undefined) return next;
	const message = 'a list takes values, or one regular expression and null';
	const help = "join them: ~'a|b', or write * in the values";
	return cursor.fail('regex-mix', message, {help}, cursor.span(start));
}

/** Only null can follow a regular expression in a list. */
function readAfterRegex(cursor: Cursor, target: Target): TextModel {
	if (takeNull(cursor, target)) return {kind: 'text', values: [], null: true};
	const help = "join them: ~'a|b'";
	const message = 'a segment can have only one regular expression';
	return cursor.fail('regex-list', message, {help}, tokenSpan(cursor));
}

/** All other kinds that segments support are texts. */
const readers: Readonly<Partial<Record<Target['field']['kind'], Reader>>> = {
	number: orNull(readNumber),
	boolean: orNull(cursor => ({kind: 'boolean', value: readBoolean(cursor)})),
	flags: orNull(readFlags),
};

export const readMatcher: Reader = (cursor, target) => (readers[target.field.kind] ?? readText)(cursor, target);
