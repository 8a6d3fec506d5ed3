import type {Cursor} from '../source/cursor.ts';
import type {Advice} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {misspelledConnectives, quote, shorten} from './quoting.ts';

export type TextRules = {
	readonly what: 'value' | 'segment' | 'event';
	readonly stops: ReadonlySet<string>;
	/** Words that need quotes anywhere but at the start of the text. */
	readonly reserved: ReadonlySet<string>;
};

export const filterRules: TextRules = {
	what: 'value',
	stops: new Set(['and', 'or']),
	reserved: new Set(['not', 'null']),
};
export const segmentRules: TextRules = {
	what: 'segment',
	stops: new Set(['limit', 'sort', 'as', 'and', 'or']),
	reserved: new Set(['not', 'null', 'each']),
};
/** A separate `+` adds events up, so only `+` ends the text. A `/` ends the category. */
export const eventRules: TextRules = {
	what: 'event',
	stops: new Set(['+']),
	reserved: new Set(['and', 'or', 'not', 'null']),
};

export const isStop = (word: string, {stops}: TextRules): boolean => stops.has(word.toLowerCase());

/** Reads bare text: words separated by single spaces, up to a word or character that ends it. */
export function readBare(cursor: Cursor, rules: TextRules): string {
	const start = cursor.at;
	cursor.at += wordAt(cursor, start, rules).length;
	rejectAttached(cursor, start, rules);
	for (;;) {
		const next = cursor.afterBlanks();
		const word = wordAt(cursor, next, rules);
		if (next === cursor.at || word === '' || isStop(word, rules)) return cursor.text.slice(start, cursor.at);
		if (rules.what === 'value') rejectClause(cursor, next, start);
		rejectReservedNext(cursor, {start, next, word}, rules);
		const meant = misspelledConnectives.get(word.toLowerCase());
		if (meant && rules.what !== 'event') {
			const span = cursor.span(next, next + word.length);
			cursor.warn('typo', `'${word}' is read as part of the value; did you mean '${meant}'?`, span);
		}
		cursor.at = next + word.length;
		rejectAttached(cursor, start, rules);
	}
}

function wordAt(cursor: Cursor, at: number, rules: TextRules): string {
	const word = cursor.word(at);
	const slash = rules.what === 'event' ? word.indexOf('/') : -1;
	return slash < 0 ? word : word.slice(0, slash);
}

/** Rejects a reserved word at the start of a text. Null is left to the caller, because alone it is a value. */
export function rejectReservedStart(cursor: Cursor, rules: TextRules): void {
	const word = cursor.word();
	const low = word.toLowerCase();
	if (low !== 'null' && (rules.reserved.has(low) || rules.stops.has(low))) rejectReserved(cursor, cursor.at, rules);
}

function reservedHelp(cursor: Cursor, start: number, rules: TextRules): string {
	if (rules.what !== 'event') {
		return `quote the whole ${rules.what} if it is text: ${quote(shorten(wholeText(cursor.text, start)))}`;
	}
	const [part = ''] = /^.*?(?=\/|,|\s\+\s|$)/m.exec(cursor.text.slice(start, start + 200)) ?? [];
	return `quote the category or the name: ${quote(shorten(part))}`;
}

export function rejectReserved(cursor: Cursor, at: number, rules: TextRules): never {
	const word = cursor.word(at);
	const help = reservedHelp(cursor, at, rules);
	return cursor.fail('reserved', `'${word}' is a reserved word here`, {help}, cursor.span(at, at + word.length));
}

function rejectReservedNext(
	cursor: Cursor,
	{start, next, word}: {readonly start: number; readonly next: number; readonly word: string},
	rules: TextRules,
): void {
	if (rules.reserved.has(word.toLowerCase())) {
		const otherwise = rules.what === 'value' ? "; otherwise put 'and' before it" : '';
		cursor.fail(
			'reserved',
			`'${word}' is a reserved word here`,
			{help: reservedHelp(cursor, start, rules) + otherwise},
			cursor.span(next, next + word.length),
		);
	}
	if (next - cursor.at > 1 || cursor.char !== ' ') {
		const help = `quote the ${rules.what} to keep the spaces: ${quote(shorten(wholeText(cursor.text, start)))}`;
		cursor.fail('blanks', 'unquoted text can contain single spaces only', {help}, cursor.span(cursor.at, next));
	}
}

const operatorAhead = /[=~<>]|![=~]/y;

/** True for the name of a property, or any word before an operator. */
function startsClause(cursor: Cursor, at: number): boolean {
	const word = cursor.word(at);
	if (word === '') return false;
	const {targets} = cursor.setting.catalog;
	if (targets.has(word.toLowerCase())) return true;
	operatorAhead.lastIndex = cursor.afterBlanks(at + word.length);
	return operatorAhead.test(cursor.text);
}

/** Rejects a clause whose connective is missing or misspelled. */
export function rejectClause(cursor: Cursor, at: number, valueStart?: number): void {
	const word = cursor.word(at);
	const span = cursor.span(at, at + word.length);
	const meant = misspelledConnectives.get(word.toLowerCase());
	if (meant && startsClause(cursor, cursor.afterBlanks(at + word.length))) {
		cursor.fail('missing-and', `'${word}' does not join clauses`, {suggest: [meant]}, span);
	}
	if (!startsClause(cursor, at)) return;
	const value = valueStart === undefined ? undefined : cursor.text.slice(valueStart, at + word.length);
	const help = value
		? `if '${word}' belongs to the value, quote the whole value: ${quote(shorten(value))}`
		: "join clauses with 'and' or 'or'";
	cursor.fail('missing-and', `put 'and' before '${shorten(word)}'`, {help}, span);
}

export function wholeText(text: string, start: number): string {
	const found = /^[^,\r\n]*?(?=\s+(?:and|or)\s|[,\r\n]|$)/i.exec(text.slice(start, start + 200))?.[0] ?? '';
	const surplus = (found.match(/\)/g)?.length ?? 0) - (found.match(/\(/g)?.length ?? 0);
	return surplus > 0 && found.endsWith(')') ? found.slice(0, -surplus).trimEnd() : found.trimEnd();
}

const mayFollow = new Set(['', ',', ')', ' ', '\t', '\u00A0', '\r', '\n']);

function rejectAttached(cursor: Cursor, start: number, rules: TextRules): void {
	const {char} = cursor;
	if (rules.what === 'event' && char === '/') return;
	if (!mayFollow.has(char)) rejectCharacter(cursor, start, rules);
}

const shellWords = new Map([
	['&&', 'and'],
	['&', 'and'],
	['||', 'or'],
	['|', 'or'],
	['!', 'not'],
]);

export function rejectSymbols(cursor: Cursor): void {
	const symbol = /^(?:&&?|\|\|?|!(?![=~]))/.exec(cursor.text.slice(cursor.at, cursor.at + 2))?.[0];
	const word = symbol && shellWords.get(symbol);
	if (!symbol || !word) return;
	const help =
		symbol === '!' ? "in an interactive bash or zsh '!' also starts history expansion" : 'write the words and, or, not';
	cursor.fail('use-words', `'${symbol}' is not used here: write '${word}'`, {help}, cursor.here(symbol.length));
}

export function rejectCurly(cursor: Cursor): void {
	const {char} = cursor;
	if (!/[\u2018-\u201F]/.test(char)) return;
	cursor.fail('curly-quote', `'${char}' is a typographic quote`, {help: 'use \' or "'});
}

export function rejectCharacter(cursor: Cursor, start: number, rules: TextRules, list?: string): never {
	const {char} = cursor;
	rejectCurly(cursor);
	if (rules.what === 'value') rejectSymbols(cursor);
	const whole = quote(shorten(wholeText(cursor.text, start)));
	const shownChar = /[\s\p{C}]/u.test(char)
		? `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
		: quotedToken(char);
	cursor.fail('needs-quotes', `${shownChar} is not allowed in an unquoted ${rules.what}`, {
		help: characterHelp(char, whole, rules, list),
	});
}

function characterHelp(char: string, whole: string, rules: TextRules, list?: string): string {
	if (rules.what === 'event') {
		return `quote the category or the name${char === ',' ? '; for several events repeat --event, or add them up with +' : ''}`;
	}
	if (char === '$') {
		return `single quotes keep the shell from expanding a variable; if $ belongs to the value, quote it: ${whole}`;
	}
	if (char === '[' && list) {
		return `write a list as ${list}=a,b or ${list} in (a,b); quote text that contains brackets`;
	}
	return whole === "''" ? `quote the ${rules.what}` : `quote the ${rules.what}: ${whole}`;
}

/** Quotes a part of the source, unless it is a quote itself. */
export const quotedToken = (text: string) => (/^['"]$/.test(text) ? text : `'${text}'`);

export const tokenSpan = (cursor: Cursor): Span => cursor.here(Math.max(1, cursor.word().length));

export function rejectToken(cursor: Cursor, advice: Advice): never {
	const span = tokenSpan(cursor);
	const text = shorten(cursor.text.slice(span.start, span.end));
	return cursor.fail('unexpected', `unexpected ${quotedToken(text)}`, advice, span);
}
