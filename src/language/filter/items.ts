import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source.ts';
import {atQuote, quote, readQuoted, refuseAfterQuote, shown} from '../values/quoting.ts';
import {
	filterRules,
	readBare,
	refuseCharacter,
	refuseReservedStart,
	type TextRules,
	wholeText,
} from '../values/text.ts';
import {type Target, targetName} from './catalogue.ts';
import {refuseNullItem} from './nulls.ts';

/** Lists of texts: `4.1,4.*,null`, `('Windows 10', 'Windows 11')`. */

/** One item of a list; null has no text. */
export type Item = {readonly text?: string; readonly pattern?: true; readonly span: Span};

export function readItems(cursor: Cursor, target: Target): Item[] {
	const open = cursor.open();
	const items: Item[] = [];
	do items.push(readItem(cursor, target));
	while (cursor.comma());
	if (open) cursor.close(() => refuseInList(cursor));
	return items;
}

export const refuseInList = (cursor: Cursor): never =>
	cursor.fail('unexpected', `'${shown(cursor.word() || cursor.char)}' cannot stand in a list`, {
		expected: ["','", "')'"],
	});

export function readItem(cursor: Cursor, target: Target, rules: TextRules = filterRules): Item {
	const start = cursor.at;
	const mark = cursor.char;
	cursor.expects({what: 'value', target});
	if (atQuote(cursor)) {
		const text = readQuoted(cursor);
		refuseAfterQuote(cursor, mark);
		return {text, span: cursor.span(start)};
	}
	if (!cursor.atBare) refuseValueStart(cursor, target, rules);
	refuseLookalikes(cursor, target, rules);
	const text = readBare(cursor, rules);
	const span = cursor.span(start);
	if (text.toLowerCase() === 'null') {
		refuseNullItem(cursor, target, span);
		return {span};
	}
	if (!text.includes('*')) return {text, span};
	if (target.field.regex) return {text, pattern: true, span};
	const where = cursor.setting.catalogue.kind === 'keys' ? ' here' : '';
	const help = "list the values, or quote '*' if it is meant literally";
	return cursor.fail('pattern-not-here', `the API takes no pattern for ${target.field.name}${where}`, {help}, span);
}

/** Refuses bare text that was meant as something else: `not x`, `4.1..4.9`, `/^4/`. */
function refuseLookalikes(cursor: Cursor, target: Target, rules: TextRules): void {
	const word = cursor.word();
	const name = targetName(target);
	if (rules.what === 'segment') refuseReservedStart(cursor, rules);
	if (/^not$/i.test(word)) {
		const help = [
			`list the values to keep (${name}=a,b)`,
			`if it is text, quote it: ${quote(shown(wholeText(cursor.text, cursor.at)))}`,
		];
		cursor.fail('no-negation', "the API has no 'not equal'", {help}, cursor.here(word.length));
	}
	const range =
		/^\d[^,\s]*?\.\.(?:$|\d)/.exec(word) ?? (/^\d.*\.\.$/.test(word) && cursor.text[cursor.at + word.length] === '<');
	if (range) {
		const help = 'list the values, or quote the text if the dots belong to it';
		cursor.fail(
			'range-on-text',
			`${name} is text: ranges work on numbers and dates only`,
			{help},
			cursor.here(word.length),
		);
	}
	if (rules.what === 'segment') return;
	const slashed = /^\/[^\s,]*\/[a-z]*(?=[\s,)]|$)/.exec(cursor.text.slice(cursor.at, cursor.at + 1000))?.[0];
	if (slashed && slashed.length > 2) {
		const help = `write ${name}~${shown(slashed)}, or quote the text if the slashes belong to it`;
		const message = "'=' is an exact match; this looks like a regular expression";
		cursor.fail('regex-with-equals', message, {help}, cursor.here(slashed.length));
	}
}

/** Explains what stands where a value should begin. */
export function refuseValueStart(cursor: Cursor, target: Target, rules: TextRules = filterRules): never {
	if (cursor.atEnd || cursor.atNewline || cursor.char === ')' || cursor.char === ',') {
		const {last} = cursor;
		const before = cursor.text.slice(last.start, last.end);
		const help = `was it eaten by the shell, or is a shell variable empty? ${targetName(target)}='' means the empty text`;
		const advice =
			target.field.kind === 'text' && rules.what === 'value' ? {expected: ['a value'], help} : {expected: ['a value']};
		cursor.fail('expected-value', `a value is missing after '${before}'`, advice, last);
	}
	return refuseCharacter(cursor, cursor.at, rules, targetName(target));
}
