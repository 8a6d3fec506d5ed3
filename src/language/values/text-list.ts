import {keepHint, type Target, targetName} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {
	filterRules,
	isStop,
	quotedToken,
	readBare,
	rejectCharacter,
	rejectReserved,
	rejectReservedStart,
	type TextRules,
	wholeText,
} from './bare-text.ts';
import {rejectNullItem} from './nulls.ts';
import {atQuote, quote, readQuoted, rejectAfterQuote, shorten} from './quoting.ts';

export type ListItem = {readonly text?: string; readonly pattern?: true; readonly start: number; readonly end: number};

export function readItems(cursor: Cursor, target: Target): ListItem[] {
	const open = cursor.open();
	const items = [readItem(cursor, target)];
	while (cursor.comma()) items.push(readItem(cursor, target));
	if (open) cursor.close(() => rejectInList(cursor));
	return items;
}

export const rejectInList = (cursor: Cursor): never =>
	cursor.fail('unexpected', `unexpected ${quotedToken(shorten(cursor.word() || cursor.char))} in a list`, {
		expected: ["','", "')'"],
	});

export function readItem(cursor: Cursor, target: Target, rules: TextRules = filterRules): ListItem {
	const start = cursor.at;
	const mark = cursor.char;
	cursor.expects('value', target);
	if (atQuote(cursor)) {
		const text = readQuoted(cursor);
		rejectAfterQuote(cursor, mark);
		return {text, start, end: cursor.at};
	}
	if (cursor.char === '!' && rules.what === 'value') rejectNot(cursor, target);
	if (!cursor.atBare) rejectValueStart(cursor, target, rules);
	rejectLookalikes(cursor, target, rules);
	const text = readBare(cursor, rules);
	const end = cursor.at;
	if (/^null\s/i.test(text)) rejectReserved(cursor, start, rules);
	if (text.toLowerCase() === 'null') {
		rejectNullItem(cursor, target, start);
		return {start, end};
	}
	if (!text.includes('*')) return {text, start, end};
	if (target.field.supportsRegex) return {text, pattern: true, start, end};
	const where = cursor.setting.catalog.kind === 'keys' ? ' in key filters' : '';
	const help = "list the values, or quote '*' if it is meant literally";
	const message = `the API does not support patterns for ${target.field.name}${where}`;
	return cursor.fail('pattern-not-here', message, {help}, cursor.span(start));
}

/** Rejects bare text that looks like other syntax: `not x`, `4.1..4.9`, `/^4/`. */
function rejectLookalikes(cursor: Cursor, target: Target, rules: TextRules): void {
	const word = cursor.word();
	if (rules.what === 'segment') rejectReservedStart(cursor, rules);
	if (word.toLowerCase() === 'not') rejectNot(cursor, target);
	if (isStop(word, rules)) rejectValueStart(cursor, target, rules);
	if (word.includes('..')) rejectRange(cursor, target, word);
	if (cursor.char === '/') rejectSlashed(cursor, target, rules);
}

function rejectNot(cursor: Cursor, target: Target): never {
	const text = quote(shorten(wholeText(cursor.text, cursor.at)));
	const help = [keepHint(target), `if it is text, quote it: ${text}`];
	const place = cursor.here(cursor.char === '!' ? 1 : 3);
	return cursor.fail('no-negation', "the API has no 'not equal'", {help}, place);
}

const rangeEnd = String.raw`(?:[+-]?\d[\w.:-]*|(?:today|yesterday|tomorrow)(?:[+-]\w+)?|(?:this|last)-\w+)?`;
const looksLikeRange = new RegExp(`^${rangeEnd}\\.\\.${rangeEnd}$`, 'i');

function rejectRange(cursor: Cursor, target: Target, word: string): void {
	if (!looksLikeRange.test(word)) return;
	const message = `${targetName(target)} is text: ranges work on numbers and dates only`;
	const help = 'list the values, or quote the text if the dots belong to it';
	cursor.fail('range-on-text', message, {help}, cursor.here(word.length));
}

function rejectSlashed(cursor: Cursor, target: Target, {what}: TextRules): void {
	const found = /^(\/[^\s,]+\/)([a-z]*)(?=[\s,)]|$)/.exec(cursor.text.slice(cursor.at, cursor.at + 1000));
	if (!found) return;
	const [slashed, regex = '', flags] = found;
	const name = what === 'value' ? targetName(target) : '';
	const withoutFlags = flags ? ' (the API has no flags)' : '';
	const help = `write ${name}~${shorten(regex)}${withoutFlags}, or quote the text if the slashes belong to it`;
	const message = `${what === 'value' ? "'='" : 'a value'} is an exact match; this looks like a regular expression`;
	cursor.fail('regex-with-equals', message, {help}, cursor.here(slashed.length));
}

export function rejectValueStart(cursor: Cursor, target: Target, rules: TextRules = filterRules): never {
	if (cursor.atEnd || cursor.atNewline || cursor.atBare || cursor.char === ')' || cursor.char === ',') {
		const help = `check for an empty shell variable; ${targetName(target)}='' matches the empty text`;
		const isValue = target.field.kind === 'text' && rules.what === 'value';
		cursor.failMissing('a value', {expected: ['a value'], ...(isValue ? {help} : {})});
	}
	return rejectCharacter(cursor, cursor.at, rules, targetName(target));
}
