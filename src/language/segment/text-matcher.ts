import type {Segment} from '../../contract/segments.ts';
import {type Item, readItem, refuseInList, refuseValueStart} from '../filter/clauses/items.ts';
import {takeNull} from '../filter/clauses/nulls.ts';
import {codeOf} from '../filter/clauses/text-clause.ts';
import {warnRegex} from '../filter/join/finish.ts';
import type {TextValue} from '../filter/model.ts';
import type {Target} from '../properties/catalogue.ts';
import type {Cursor} from '../source/cursor.ts';
import {readRegex, regexOf} from '../values/regex.ts';
import {segmentRules, tokenSpan} from '../values/text.ts';
import type {Matcher} from './matcher.ts';

/** Matchers of texts and levels: a value, a list, a pattern, a regular expression, null; `each` for one segment a value. */

type TextMatch = {
	readonly values: readonly TextValue[];
	readonly regex?: string;
	readonly null: boolean;
};

/** Reads a matcher. Regular expressions are taken for levels too: segments use the regex/string forms. */
export function readTextMatcher(cursor: Cursor, target: Target, isLabelled: boolean): Matcher {
	const asText: Target = {...target, field: {...target.field, regex: true}};
	const each = cursor.take('each') !== undefined;
	const start = cursor.skip().at;
	const list = cursor.open();
	const match = list ? readList(cursor, asText) : readOne(cursor, asText);
	if (match.null && match.values.length === 0 && match.regex === undefined) {
		if (list || each) refuseNullAlone(cursor, start);
		return {splits: false, build: nullSegment};
	}
	if (match.null) warnJoinedNull(cursor, start);
	const [only] = match.values;
	if (typeof only === 'string' && !list && !each) {
		return {splits: false, build: label => ({type: 'string', value: only, ...labelled(label)})};
	}
	if (match.regex !== undefined)
		warnRegex(match.regex, (code, message) => cursor.warn(code, message, cursor.span(start)));
	const splits = !isLabelled;
	return {splits, each, build: (label, _, limit) => splitSegment(match, {split: splits, label, limit})};
}

export const labelled = (label: string | undefined) => (label === undefined ? {} : {segmentLabel: label});

const refuseNullAlone = (cursor: Cursor, start: number): never =>
	cursor.fail(
		'null-alone',
		'null on its own is written without parentheses and without each',
		{help: 'write Label = null'},
		cursor.span(start),
	);

/** Also for numbers: the API text shows null apart. */
export const warnJoinedNull = (cursor: Cursor, start: number): void =>
	cursor.warn(
		'joined-null',
		'the API text describes null as a segment of its own; joined with values it is sent as a later example shows it',
		cursor.span(start),
	);

/** The segment of null; the API wants a label. */
export const nullSegment = (label: string | undefined): Segment => ({includeNull: true, segmentLabel: label ?? 'null'});

const regexOfMatch = ({values, regex}: TextMatch): string | undefined =>
	values.every(value => typeof value === 'string') ? regex : regexOf(values);

/** A list, a pattern or a regular expression: one segment, or one for each value. */
function splitSegment(
	match: TextMatch,
	{split, label, limit}: {split: boolean; label: string | undefined; limit: number | undefined},
): Segment {
	const rest = {
		...(match.null ? {includeNull: true} : {}),
		split,
		...labelled(label),
		...(limit === undefined ? {} : {limit}),
	};
	const regex = regexOfMatch(match);
	if (regex !== undefined) return {type: 'regex', value: regex, ...rest};
	return {type: 'stringArray', value: [...new Set(match.values as readonly string[])], ...rest};
}

function readOne(cursor: Cursor, target: Target): TextMatch {
	if (cursor.eat('~')) {
		cursor.skip();
		const start = cursor.at;
		const regex = readRegex(cursor);
		if (cursor.at === start) refuseValueStart(cursor, target, segmentRules);
		return {values: [], regex, null: false};
	}
	const item = readItem(cursor, target, segmentRules);
	return item.text === undefined ? {values: [], null: true} : {values: [readValue(cursor, target, item)], null: false};
}

function readValue(cursor: Cursor, target: Target, item: Item): TextValue {
	if (item.pattern) return {pattern: item.text ?? ''};
	return codeOf(cursor, target, item);
}

function readList(cursor: Cursor, target: Target): TextMatch {
	const first = readOne(cursor, target);
	const values = [...first.values];
	let isNull = first.null;
	while (cursor.comma()) {
		const next = first.regex === undefined ? readNext(cursor, target) : readNullAfterRegex(cursor, target);
		for (const value of next.values) values.push(value);
		isNull ||= next.null;
	}
	cursor.close(() => refuseInList(cursor));
	return {...first, values, null: isNull};
}

function readNext(cursor: Cursor, target: Target): TextMatch {
	const start = cursor.at;
	const next = readOne(cursor, target);
	if (next.regex === undefined) return next;
	const message = 'a list holds values, or one regular expression and null';
	const help = "join them: ~'a|b', or write * in the values";
	return cursor.fail('regex-mix', message, {help}, cursor.span(start));
}

function readNullAfterRegex(cursor: Cursor, target: Target): TextMatch {
	if (takeNull(cursor, target)) return {values: [], null: true};
	const help = "join them: ~'a|b'";
	const message = 'a regular expression cannot be listed: the API holds one per segment';
	return cursor.fail('regex-list', message, {help}, tokenSpan(cursor));
}
