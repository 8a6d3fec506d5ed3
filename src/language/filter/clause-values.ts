import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source.ts';
import {readDateBound, readDateRange} from '../values/date-range.ts';
import {ends} from '../values/ends.ts';
import {readEvent, refuseAfterEvent} from '../values/events.ts';
import {readCode} from '../values/geo-codes.ts';
import {readBound, readQuantity} from '../values/numbers.ts';
import {atQuote, quote, readQuoted, refuseAfterQuote, shown} from '../values/quoting.ts';
import {isEverything, readRegex} from '../values/regex.ts';
import {filterRules, readBare, refuseCharacter, refuseClause, wholeText} from '../values/text.ts';
import {type Target, targetName} from './catalogue.ts';
import {nullHelp, requireCall} from './clause.ts';
import type {EventCountModel, IntervalModel, LevelsModel, TextModel, TextValue} from './model.ts';
import {type Comparison, type Operator, readOperator} from './operators.ts';

/** The values of a clause, by the kind of its property. */

/** `prodVersion=4.1,4.*,null`, `prodVersion~regex,null`, `prodVersion is not null`. */
export function readText(cursor: Cursor, target: Target, name: Span): TextModel {
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines().expects({what: 'value', target});
	if (operator === 'is') return readIsNull(cursor, target, name);
	if (operator === '~') return readRegexClause(cursor, target, span);
	if (operator !== '=' && operator !== 'in') return refuseComparison(cursor, target, span);
	const values: TextValue[] = [];
	let isNull = false;
	for (const item of readItems(cursor, target)) {
		if (item.text === undefined) isNull = true;
		else values.push(item.pattern ? {pattern: item.text} : item.text);
	}
	if (!values.some(value => typeof value !== 'string' && isEverything(value.pattern))) {
		return {kind: 'text', values, null: isNull};
	}
	return {kind: 'text', values: [], null: isNull, known: true};
}

/** `os.version='Windows 10','Windows 11',null`, `country=US,DE`. */
export function readLevel(cursor: Cursor, target: Target, name: Span): LevelsModel {
	const {field, part = ''} = target;
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines().expects({what: 'value', target});
	if (operator === 'is') {
		if (readNot(cursor, target)) {
			const message = `'is not null' cannot be sent for ${field.name}: it would need a regular expression`;
			cursor.fail(
				'not-null-here',
				message,
				{help: `list the values to keep, or leave ${field.name} out`},
				cursor.span(name.start),
			);
		}
		return {kind: 'levels', levels: new Map([[part, {values: [], null: true}]])};
	}
	if (operator === '~') refuseRegex(cursor, target, span);
	if (operator !== '=' && operator !== 'in') return refuseComparison(cursor, target, span);
	const items = readItems(cursor, target);
	const values = items.flatMap(item => (item.text === undefined ? [] : [codeOf(cursor, target, item)]));
	return {kind: 'levels', levels: new Map([[part, {values, null: items.some(item => item.text === undefined)}]])};
}

function codeOf(cursor: Cursor, {field, part = ''}: Target, {text = '', span}: Item): string {
	if (field.name !== 'geography') return text;
	const reading = readCode(part, text, cursor.setting.context.anyCode);
	return 'code' in reading ? reading.code : cursor.fail(reading.fault, reading.message, reading.advice, span);
}

/** One item of a list; null has no text. */
type Item = {readonly text?: string; readonly pattern?: true; readonly span: Span};

function readItems(cursor: Cursor, target: Target): Item[] {
	const open = cursor.open();
	const items: Item[] = [];
	do items.push(readItem(cursor, target));
	while (cursor.comma());
	if (open) cursor.close(() => refuseInList(cursor));
	return items;
}

const refuseInList = (cursor: Cursor): never =>
	cursor.fail('unexpected', `'${shown(cursor.word() || cursor.char)}' cannot stand in a list`, {
		expected: ["','", "')'"],
	});

function readItem(cursor: Cursor, target: Target): Item {
	const start = cursor.at;
	const mark = cursor.char;
	cursor.expects({what: 'value', target});
	if (atQuote(cursor)) {
		const text = readQuoted(cursor);
		refuseAfterQuote(cursor, mark);
		return {text, span: cursor.span(start)};
	}
	if (!cursor.atBare) refuseValueStart(cursor, target);
	refuseLookalikes(cursor, target);
	const text = readBare(cursor, filterRules);
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
function refuseLookalikes(cursor: Cursor, target: Target): void {
	const word = cursor.word();
	const name = targetName(target);
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
	const slashed = /^\/[^\s,]*\/[a-z]*(?=[\s,)]|$)/.exec(cursor.text.slice(cursor.at, cursor.at + 1000))?.[0];
	if (slashed && slashed.length > 2) {
		const help = `write ${name}~${shown(slashed)}, or quote the text if the slashes belong to it`;
		const message = "'=' is an exact match; this looks like a regular expression";
		cursor.fail('regex-with-equals', message, {help}, cursor.here(slashed.length));
	}
}

function refuseNullItem(cursor: Cursor, target: Target, span: Span): void {
	if (target.field.nullable) return;
	cursor.fail('not-nullable', nullMessage(cursor, target), {help: nullAdvice(cursor, target)}, span);
}

const nullMessage = (cursor: Cursor, target: Target) =>
	cursor.setting.catalogue.kind === 'keys'
		? `the key registry has no null filter (${targetName(target)})`
		: `${targetName(target)} does not support null`;

function nullAdvice(cursor: Cursor, {field}: Target): string {
	if (cursor.setting.catalogue.kind !== 'keys') return nullHelp;
	return field.name === 'expiryDate'
		? 'keys without an expiry date cannot be selected by the API; list the keys and select locally'
		: 'list the keys and select locally';
}

/** Explains what stands where a value should begin. */
function refuseValueStart(cursor: Cursor, target: Target): never {
	if (cursor.atEnd || cursor.atNewline || cursor.char === ')' || cursor.char === ',') {
		const {last} = cursor;
		const before = cursor.text.slice(last.start, last.end);
		const help = `was it eaten by the shell, or is a shell variable empty? ${targetName(target)}='' means the empty text`;
		const advice = target.field.kind === 'text' ? {expected: ['a value'], help} : {expected: ['a value']};
		cursor.fail('expected-value', `a value is missing after '${before}'`, advice, last);
	}
	return refuseCharacter(cursor, cursor.at, filterRules, targetName(target));
}

/** Reads `[not] null` after `is`; gives whether `not` stood there. */
function readNot(cursor: Cursor, target: Target): boolean {
	const not = cursor.take('not') !== undefined;
	cursor.skipLines().expects({what: 'null', target});
	if (cursor.take('null')) return not;
	const value = shown(wholeText(cursor.text, cursor.at));
	const help =
		value === '' ? `write ${targetName(target)} is null` : `for a value write ${targetName(target)}=${value}`;
	return cursor.fail(
		'expected-null',
		"'is' is followed by null or not null",
		{help},
		cursor.atEnd ? cursor.last : cursor.here(cursor.word().length),
	);
}

function readIsNull(
	cursor: Cursor,
	target: Target,
	name: Span,
): {kind: 'text'; values: []; null: boolean; known?: true} {
	const not = readNot(cursor, target);
	refuseNullItem(cursor, target, cursor.span(name.start));
	return not ? {kind: 'text', values: [], null: false, known: true} : {kind: 'text', values: [], null: true};
}

const refuseComparison = (cursor: Cursor, target: Target, span: Span): never => {
	const name = targetName(target);
	if (target.field.name === 'osWordLength') {
		const message = 'osWordLength is sent as text: the API cannot compare it';
		return cursor.fail(
			'not-comparable',
			message,
			{help: 'list the values as props values osWordLength gives them: osWordLength=64-bit'},
			span,
		);
	}
	const regex = target.field.regex ? `, use * (${name}=4.*) or a regular expression (${name}~'^(4|5)\\.')` : '';
	return cursor.fail(
		'not-comparable',
		`${name} is text: the API cannot compare text`,
		{help: `list the values (${name}=a,b)${regex}`},
		span,
	);
};

const refuseRegex = (cursor: Cursor, {field, part}: Target, span: Span): never => {
	const where = cursor.setting.catalogue.kind === 'keys' ? ' here' : '';
	const help = `list the values: ${targetName({field, ...(part === undefined ? {} : {part})})}=a,b`;
	return cursor.fail('regex-not-here', `the API takes no regular expression for ${field.name}${where}`, {help}, span);
};

function readRegexClause(cursor: Cursor, target: Target, operator: Span): TextModel {
	if (!target.field.regex) refuseRegex(cursor, target, operator);
	if (cursor.atEnd || cursor.atNewline) refuseValueStart(cursor, target);
	const start = cursor.at;
	const bare = !/['"/]/.test(cursor.char);
	const regex = readRegex(cursor);
	if (cursor.at === start) refuseValueStart(cursor, target);
	const next = cursor.afterBlanks();
	if (bare && next > cursor.at && !/^(?:$|and$|or$)/i.test(cursor.word(next))) {
		refuseClause(cursor, next);
		const help = `quote it: ${targetName(target)}~${quote(shown(wholeText(cursor.text, start)))}`;
		const message = 'a regular expression that contains blanks needs quotes';
		cursor.fail('regex-space', message, {help}, cursor.span(next, next + cursor.word(next).length));
	}
	const at = cursor.afterLines();
	if (!cursor.comma()) return textOfRegex(target, regex, false);
	const word = cursor.at;
	if (cursor.take('null')) {
		refuseNullItem(cursor, target, cursor.span(word));
		return textOfRegex(target, regex, true);
	}
	const help = `join them: ${targetName(target)}~${quote(`${shown(regex)}|...`)} ; if the comma belongs to the expression, quote it`;
	const message = 'a regular expression cannot be listed: the API holds one per property';
	return cursor.fail('regex-list', message, {help}, cursor.span(at, at + 1));
}

/** A regular expression that matches everything says `is not null`, which only nullable properties can be asked. */
const textOfRegex = ({field}: Target, regex: string, isNull: boolean): TextModel =>
	regex === '.*' && field.nullable
		? {kind: 'text', values: [], null: isNull, known: true}
		: {kind: 'text', values: [], regex, null: isNull};

/** `ram>=8GB`, `ram=4GB..8GB,null`, `dateInstalled=2024-Q1`, `ram is null`. */
export function readInterval(cursor: Cursor, target: Target, name: Span): IntervalModel {
	const {operator, span} = readOperator(cursor, target);
	const kind = target.field.kind === 'date' ? 'date' : 'number';
	cursor.skipLines().expects({what: kind, target});
	if (operator === 'is') return {...readIsNull(cursor, target, name), kind} satisfies IntervalModel & object;
	if (operator === '~') {
		const noun = kind === 'date' ? 'a date' : 'a number';
		cursor.fail(
			'regex-not-text',
			`${targetName(target)} is ${noun}: regular expressions work on text only`,
			{help: `write ${targetName(target)}=low..high`},
			span,
		);
	}
	const open = operator === '=' || operator === 'in' ? cursor.open() : false;
	const model = readBounds(cursor, target, operator);
	if (open) cursor.close(() => refuseInList(cursor));
	return model;
}

function readBounds(cursor: Cursor, target: Target, operator: Exclude<Operator, 'is' | '~'>): IntervalModel {
	const {field} = target;
	const kind = field.kind === 'date' ? 'date' : 'number';
	const start = cursor.at;
	if (cursor.atEnd || cursor.atNewline || cursor.char === ',' || cursor.char === ')') refuseValueStart(cursor, target);
	if (cursor.take('null')) {
		refuseNullItem(cursor, target, cursor.span(start));
		return {kind, null: true};
	}
	const ends = kind === 'date' ? readDates(cursor, field.name, operator) : readNumbers(cursor, target, operator);
	const {span: _, ...bounds} = ends;
	return {kind, ...bounds, null: cursor.comma() && readNullAfter(cursor, target)};
}

const isEqual = (operator: Operator): operator is '=' | 'in' => operator === '=' || operator === 'in';
const readDates = (cursor: Cursor, name: string, operator: '=' | 'in' | Comparison) =>
	isEqual(operator) ? readDateRange(cursor, name) : readDateBound(cursor, name, operator);
const readNumbers = (cursor: Cursor, {field}: Target, operator: '=' | 'in' | Comparison) =>
	isEqual(operator) ? readQuantity(cursor, field) : readBound(cursor, field, operator);

function readNullAfter(cursor: Cursor, target: Target): true {
	const start = cursor.at;
	if (cursor.take('null')) {
		refuseNullItem(cursor, target, cursor.span(start));
		return true;
	}
	const name = targetName(target);
	const [kind, code] =
		target.field.kind === 'date' ? (['date', 'date-list'] as const) : (['number', 'number-list'] as const);
	const help = `write a range (${name}=low..high) or run the report once per value`;
	const message = `the API holds one ${kind} or one range for ${name}, not a list`;
	return cursor.fail(code, message, {help}, cursor.here(Math.max(1, cursor.word().length)));
}

/** `lifetimeEventUsage(Export/PDF + Export/XPS)>=10`. */
export function readEventCount(cursor: Cursor, target: Target, name: Span): EventCountModel {
	requireCall(cursor, target, name, 'an event', 'category/name');
	cursor.open();
	const event = readEvent(cursor);
	cursor.close(() => refuseAfterEvent(cursor));
	const next = cursor.depth > 0 ? cursor.afterLines() : cursor.afterBlanks();
	if (!/^[=<>~!:]/.test(cursor.text[next] ?? '') && !/^(?:in|is)$/i.test(cursor.word(next))) {
		cursor.expects({what: 'operator', target});
		return {kind: 'eventCount', event};
	}
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines().expects({what: 'number', target});
	if (operator === '~' || operator === 'is') {
		cursor.fail(
			'bad-operator',
			`'${operator}' is not an operator here`,
			{expected: ["'='", "'>='", "'<='", "'in'"]},
			span,
		);
	}
	if (cursor.atEnd || cursor.atNewline) refuseValueStart(cursor, target);
	const measure = {name: 'the number of uses', whole: true};
	const {
		value,
		min = value,
		max = value,
	} = isEqual(operator) ? readQuantity(cursor, measure) : readBound(cursor, measure, operator);
	return {kind: 'eventCount', event, ...ends(min, max)};
}
