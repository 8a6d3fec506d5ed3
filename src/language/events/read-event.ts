import type {EventReference} from '../../contract/event-reference.ts';
import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';
import {
	eventRules,
	readBare,
	rejectCharacter,
	rejectReserved,
	rejectReservedStart,
	rejectToken,
} from '../values/bare-text.ts';
import {atQuote, quote, readQuoted, rejectAfterQuote, shorten} from '../values/quoting.ts';
import {readRegex, regexOf} from '../values/regex.ts';

/** Events as text: `category/name`, sums, patterns and regular expressions (docs/service.md#event-reference). */

type MatchType = 'string' | 'regex';
type Part<T> = {readonly type: MatchType; readonly value: T; readonly span: Span; readonly quoted: boolean};
type Pair = {readonly category: Part<string | null>; readonly name: Part<string>; readonly span: Span};

/** Reads one event or a sum. Returns a combination for a sum, a regular expression, or `combi(…)`. */
export function readEvent(cursor: Cursor): EventReference {
	const forced = cursor.word().toLowerCase() === 'combi' && cursor.text[cursor.afterBlanks(cursor.at + 5)] === '(';
	if (forced) {
		cursor.take('combi');
		cursor.skip().open();
	}
	const pairs = readSum(cursor);
	if (forced) cursor.close(() => rejectAfterEvent(cursor));
	const [first] = pairs;
	if (first && pairs.length === 1 && !forced && first.category.type === 'string' && first.name.type === 'string') {
		return {category: first.category.value, name: first.name.value};
	}
	return {combiArray: combine(cursor, pairs)};
}

function readSum(cursor: Cursor): Pair[] {
	const pairs = [readPair(cursor)];
	while (cursor.word(cursor.skip().at) === '+') {
		cursor.at++;
		cursor.skipLines();
		pairs.push(readPair(cursor));
	}
	return pairs;
}

function combine(cursor: Cursor, pairs: readonly Pair[]) {
	const seen = new Set<string>();
	return pairs.map(({category, name, span}) => {
		const key = `${keyOf(category)} ${keyOf(name)}`;
		if (seen.has(key)) {
			cursor.fail(
				'event-twice',
				'this event is in the sum already',
				{help: 'remove it: the service does not document whether it would count twice'},
				span,
			);
		}
		seen.add(key);
		return {categoryType: category.type, nameType: name.type, category: category.value, name: name.value};
	});
}

/** The length distinguishes parts that contain a separator. */
const keyOf = ({type, value}: Part<string | null>) => (value === null ? 'null' : `${type} ${value.length} ${value}`);

function readPair(cursor: Cursor): Pair {
	const start = cursor.at;
	cursor.expects('category');
	if (cursor.char === '/') {
		cursor.fail('event-category', 'the event category is missing', {
			help: `write null${shorten(/^\/[^\s,)]*/.exec(cursor.text.slice(start, start + 100))?.[0] ?? '/')} for events without a category`,
		});
	}
	const category = readCategory(cursor);
	if (!cursor.eat('/')) rejectWithoutSlash(cursor, category);
	cursor.expects('event', undefined, category.value);
	const name = readName(cursor, start);
	return {category, name, span: cursor.span(start)};
}

function readCategory(cursor: Cursor): Part<string | null> {
	const part = readPart(cursor, true);
	return !part.quoted && part.type === 'string' && part.value.toLowerCase() === 'null' ? {...part, value: null} : part;
}

function readName(cursor: Cursor, start: number): Part<string> {
	const at = cursor.at;
	if (cursor.afterBlanks() > at) rejectBlank(cursor, cursor.text.slice(start, at), cursor.afterBlanks());
	if (cursor.atEnd || /[\s),]/.test(cursor.char)) {
		cursor.fail(
			'event-part',
			'the event name is missing',
			{help: 'write * for every event of the category'},
			cursor.last,
		);
	}
	const part = readPart(cursor, false);
	if (cursor.char === '/') {
		const rest = cursor.text.slice(at).split(/[,\r\n]/)[0] ?? '';
		cursor.fail('event-slash', "an event has only one '/'", {
			help: `quote the part that contains it: ${shorten(cursor.text.slice(start, at))}${quote(shorten(rest.trim()))}`,
		});
	}
	if (!part.quoted && part.type === 'string' && part.value.toLowerCase() === 'null') {
		const help = "quote it if the name is the text null: 'null'";
		cursor.fail('event-part', 'an event name cannot be null', {help}, part.span);
	}
	return part;
}

function readPart(cursor: Cursor, category: boolean): Part<string> {
	const start = cursor.at;
	const mark = cursor.char;
	if (atQuote(cursor)) {
		const value = readQuoted(cursor);
		rejectAfterQuote(cursor, mark, '/');
		return {type: 'string', value, span: cursor.span(start), quoted: true};
	}
	if (cursor.eat('~')) {
		const regexStart = cursor.at;
		const value = readRegex(cursor, {slashEnds: category});
		if (cursor.at === regexStart) {
			const help = `write ~'regex', or * for any ${category ? 'category' : 'event'}`;
			cursor.fail('empty-regex', 'the regular expression is missing', {help}, cursor.last);
		}
		return {type: 'regex', value, span: cursor.span(start), quoted: false};
	}
	if (!cursor.atBare) rejectPartStart(cursor);
	if (category) rejectReservedStart(cursor, eventRules);
	const value = readBare(cursor, eventRules);
	if (/^null\s/i.test(value)) rejectReserved(cursor, start, eventRules);
	const span = cursor.span(start);
	if (!value.includes('*')) return {type: 'string', value, span, quoted: false};
	return {type: 'regex', value: regexOf([{pattern: value}]), span, quoted: false};
}

function rejectPartStart(cursor: Cursor): never {
	if (cursor.atEnd || /[\s),]/.test(cursor.char)) {
		cursor.fail(
			'expected-value',
			'an event is missing',
			{expected: ['category/name']},
			cursor.atEnd ? cursor.last : cursor.here(1),
		);
	}
	return rejectCharacter(cursor, cursor.at, eventRules);
}

function rejectBlank(cursor: Cursor, before: string, next: number): void {
	const name = /^[^,)\r\n]*/.exec(cursor.text.slice(next, next + 100))?.[0].trim() ?? '';
	if (name === '') return;
	const help = `write ${shorten(before + name)}`;
	cursor.fail(
		'event-slash',
		"spaces around '/' are not allowed",
		{help},
		cursor.span(cursor.at, Math.max(cursor.at + 1, next)),
	);
}

function rejectWithoutSlash(cursor: Cursor, category: Part<string | null>): never {
	if (cursor.char === ',') rejectCharacter(cursor, cursor.at, eventRules);
	const next = cursor.afterBlanks();
	if (cursor.text[next] === '/') {
		const before = cursor.text.slice(category.span.start, category.span.end);
		rejectBlank(cursor, `${before}/`, cursor.afterBlanks(next + 1));
	}
	const closing = cursor.char === ')';
	const text = category.value ?? 'null';
	const slash = text.indexOf('/');
	const written = cursor.text.slice(category.span.start, category.span.end);
	const help =
		slash < 0 || !category.quoted
			? `for an event without a category write null/${category.value === null ? "'null'" : shorten(written)}`
			: `quote the parts, not the whole: ${slash > 0 ? quote(shorten(text.slice(0, slash))) : 'null'}/${quote(shorten(text.slice(slash + 1)))}`;
	const message = `'/' is missing${closing ? " before ')'" : ''}: write an event as category/name`;
	return cursor.fail('event-slash', message, {help}, closing ? cursor.here(1) : cursor.last);
}

export function rejectAfterEvent(cursor: Cursor): never {
	cursor.skip();
	if (!cursor.atBare && !atQuote(cursor)) rejectCharacter(cursor, cursor.at, eventRules);
	return rejectToken(cursor, {
		help: "add events up with ' + '; quote text that contains a slash or a comma",
	});
}
