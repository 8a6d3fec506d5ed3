import type {Cursor} from '../source/cursor.ts';
import {atQuote, readQuoted, rejectAfterQuote} from './quoting.ts';

/** Regular expressions are sent as written, in the server's dialect. Inside quotes nothing is an escape. */

/** Reads a regular expression: quoted, between slashes, or bare. `slashEnds` is for the category of an event, which ends at `/`. */
export function readRegex(cursor: Cursor, {slashEnds = false} = {}): string {
	const start = cursor.at;
	const mark = cursor.char;
	if (atQuote(cursor)) {
		const regex = readQuoted(cursor);
		rejectAfterQuote(cursor, mark, slashEnds ? '/' : '');
		if (regex === '') rejectEmpty(cursor, start);
		return regex;
	}
	if (mark === '/') return readSlashed(cursor);
	cursor.at = endOfBare(cursor, slashEnds);
	return cursor.text.slice(start, cursor.at);
}

const rejectEmpty = (cursor: Cursor, start: number): never =>
	cursor.fail(
		'empty-regex',
		'the regular expression is empty',
		{help: "write ='' for the empty text, or is not null for any value"},
		cursor.span(start),
	);

function readSlashed(cursor: Cursor): string {
	const start = cursor.at;
	const {text} = cursor;
	let end = start + 1;
	while (end < text.length && text[end] !== '/' && !/[\r\n]/.test(text[end] ?? '')) end += text[end] === '\\' ? 2 : 1;
	if (text[end] !== '/') {
		cursor.fail('unclosed-regex', "this '/' is never closed", {help: 'close it, or quote the regular expression'});
	}
	cursor.at = end + 1;
	if (end === start + 1) rejectEmpty(cursor, start);
	const flags = cursor.word();
	if (flags !== '' && !flags.startsWith('/')) {
		const help = "put them inside the expression if the server's dialect allows it: (?i)...";
		const message = 'the API has no flags for regular expressions';
		cursor.fail('regex-flags', message, {help}, cursor.here(flags.length));
	}
	return text.slice(start + 1, end).replaceAll('\\/', '/');
}

const bareToken = /\\\S|[^\s'"]/y;

/** The open brackets. Inside a character class, brackets and commas have no meaning. */
type Nesting = {readonly depth: number; readonly inClass: boolean};

function nestAfter({depth, inClass}: Nesting, token: string): Nesting {
	if (inClass) return {depth, inClass: token !== ']'};
	if (token === '[') return {depth, inClass: true};
	if (token === '(' || token === '{') return {depth: depth + 1, inClass};
	return {depth: token === ')' || token === '}' ? Math.max(0, depth - 1) : depth, inClass};
}

/** Finds the end of a bare regular expression: a space, or `,` or `)` outside its own brackets. */
function endOfBare(cursor: Cursor, slashEnds: boolean): number {
	const {text} = cursor;
	const ends = slashEnds ? ',)/' : ',)';
	let nesting: Nesting = {depth: 0, inClass: false};
	let at = cursor.at;
	for (let token = tokenAt(text, at); token !== ''; token = tokenAt(text, at)) {
		if (nesting.depth === 0 && !nesting.inClass && ends.includes(token)) break;
		nesting = nestAfter(nesting, token);
		at += token.length;
	}
	const quote = text[at];
	if (quote === "'" || quote === '"') {
		const help = 'quote the whole regular expression; a quote inside is doubled';
		const message = `${quote} is not allowed in an unquoted regular expression`;
		cursor.fail('needs-quotes', message, {help}, cursor.span(at, at + 1));
	}
	return at;
}

function tokenAt(text: string, at: number): string {
	bareToken.lastIndex = at;
	return bareToken.exec(text)?.[0] ?? '';
}

/** A text with `*`. All patterns of a property are combined into one regular expression. */
type Pattern = {readonly pattern: string};
export type TextValue = string | Pattern;

const specialCharacters = /[\\^$.|?*+()[\]{}]/g;
const escapeRegex = (text: string) => text.replace(specialCharacters, '\\$&');
const patternSource = (pattern: string) =>
	pattern.replace(specialCharacters, found => (found === '*' ? '.*' : `\\${found}`));

/** Matches any value but null (docs/service.md#null). */
export const matchAll = '.*';

export const matchesAll = (value: TextValue): boolean => typeof value !== 'string' && /^\*+$/.test(value.pattern);

/**
 * Returns one regular expression for patterns and the plain values listed with them. It is anchored and escaped, so that it
 * means the same in every common dialect, whether the server matches whole values or parts.
 */
export function regexOf(values: readonly TextValue[]): string {
	if (values.some(matchesAll)) return matchAll;
	const sources = values.map(value => (typeof value === 'string' ? escapeRegex(value) : patternSource(value.pattern)));
	return sources.length === 1 ? `^${sources[0]}$` : `^(${sources.join('|')})$`;
}

/** Returns JavaScript's error message for the expression, or undefined. Ignores inline flags, which other dialects support. */
export function findRegexError(regex: string): string | undefined {
	try {
		new RegExp(regex.replace(/^\(\?[a-z]+\)/, ''));
		return undefined;
	} catch (error) {
		return error instanceof Error ? (/: ([^:]*)$/.exec(error.message)?.[1] ?? error.message) : undefined;
	}
}
