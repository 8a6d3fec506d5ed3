import type {TextFilter} from '../../contract/filter-schemas.ts';
import {distinctBy} from '../../text/group-by.ts';
import {alternatives} from '../../text/wording.ts';
import {type Field, type Target, targetName} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {rejectClause, wholeText} from '../values/bare-text.ts';
import {readCode} from '../values/geo-codes.ts';
import {andNull, keepNotNull, nullJson, orUnknown, readIsNull, takeNull} from '../values/nulls.ts';
import {printList, quote, shorten} from '../values/quoting.ts';
import {findRegexError, matchAll, matchesAll, readRegex, regexOf, type TextValue} from '../values/regex.ts';
import {type ListItem, readItems, rejectValueStart} from '../values/text-list.ts';
import {foldClauses, type Kind, rejectBoth, type Term, type Warn} from './filter-kind.ts';
import {readOperator} from './operators.ts';

/** Filters on text properties (docs/language.md#text). */

/** Either values or a regular expression, and null or not. The expression `.*` means any value but null. */
export type TextModel = {
	readonly kind: 'text';
	readonly values: readonly TextValue[];
	readonly regex?: string;
	readonly null: boolean;
};

export const textFilter: Kind<TextModel, TextFilter> = {
	read: readText,
	toJson,
	print({name, nullable}, {includeNull = false, ...json}) {
		if (!('type' in json)) return printNull(name, includeNull);
		if (json.type !== 'regex') return printValues(name, [json.value].flat(), includeNull);
		if (json.value === matchAll && nullable && !includeNull) return printNull(name, false);
		return `${name}~${quote(json.value)}${andNull(includeNull)}`;
	},
	explain: ({title}, model) => `${title} ${textClause(model)}`,
	joinAnd: foldClauses((field, sum, {model, span}) => {
		if (isNotNull(sum)) return keepNotNull(field, model, span);
		if (isNotNull(model)) return keepNotNull(field, sum, span);
		return rejectBoth(field.name, span, `to match either value, write a list: ${field.name}=a,b`);
	}),
	joinOr,
	finish,
};

/** Reads `prodVersion=4.1,4.*,null`, `prodVersion~regex,null` or `prodVersion is not null`. */
function readText(cursor: Cursor, target: Target, name: Span): TextModel {
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines();
	if (operator === 'is') {
		const {null: isNull, notNull} = readIsNull(cursor, target, name);
		return {kind: 'text', values: [], ...(notNull ? {regex: matchAll} : {}), null: isNull};
	}
	if (operator === '~') return readRegexClause(cursor, target, span);
	if (operator !== '=' && operator !== 'in') return rejectComparison(cursor, target, span);
	const items = readItems(cursor, target);
	const isNull = items.some(({text}) => text === undefined);
	const values = items.flatMap(({text, pattern}): TextValue[] => {
		if (text === undefined) return [];
		return [pattern ? {pattern: text} : text];
	});
	return values.some(matchesAll)
		? {kind: 'text', values: [], regex: matchAll, null: isNull}
		: {kind: 'text', values, null: isNull};
}

function readRegexClause(cursor: Cursor, target: Target, operator: Span): TextModel {
	if (!target.field.supportsRegex) rejectRegex(cursor, target, operator);
	const start = cursor.at;
	const bare = !/['"/]/.test(cursor.char);
	const regex = readRegex(cursor);
	if (cursor.at === start) rejectValueStart(cursor, target);
	const next = cursor.afterBlanks();
	if (bare && !/^(?:$|and$|or$)/i.test(cursor.word(next))) {
		rejectClause(cursor, next);
		const help = `quote it: ${targetName(target)}~${quote(shorten(wholeText(cursor.text, start)))}`;
		const message = 'a regular expression that contains spaces needs quotes';
		cursor.fail('regex-space', message, {help}, cursor.span(next, next + cursor.word(next).length));
	}
	const at = cursor.afterLines();
	if (!cursor.comma()) return {kind: 'text', values: [], regex, null: false};
	if (takeNull(cursor, target)) return {kind: 'text', values: [], regex, null: true};
	const help = [
		`join them: ${targetName(target)}~${quote(`${shorten(regex)}|...`)}`,
		'if the comma belongs to the expression, quote the whole expression',
	];
	const message = 'a property can have only one regular expression';
	return cursor.fail('regex-list', message, {help}, cursor.span(at, at + 1));
}

export const rejectComparison = (cursor: Cursor, target: Target, span: Span): never => {
	const name = targetName(target);
	if (target.field.name === 'osWordLength') {
		const message = 'osWordLength is sent as text: comparisons work on numbers and dates only';
		const help = 'list the values that usagectl props values osWordLength prints: osWordLength=64-bit';
		return cursor.fail('not-comparable', message, {help}, span);
	}
	const regex = target.field.supportsRegex ? `, use * (${name}=4.*) or a regular expression (${name}~'^(4|5)\\.')` : '';
	const message = `${name} is text: comparisons work on numbers and dates only`;
	return cursor.fail('not-comparable', message, {help: `list the values (${name}=a,b)${regex}`}, span);
};

export const rejectRegex = (cursor: Cursor, target: Target, span: Span): never => {
	const where = cursor.setting.catalog.kind === 'keys' ? ' in key filters' : '';
	const help = `list the values: ${targetName(target)}=a,b`;
	const message = `the API does not support regular expressions for ${target.field.name}${where}`;
	return cursor.fail('regex-not-here', message, {help}, span);
};

export function toServiceCode(cursor: Cursor, {part}: Target, {text = '', start, end}: ListItem): string {
	const reading = readCode(part, text, cursor.setting.context.anyCode);
	return 'code' in reading
		? reading.code
		: cursor.fail(reading.errorCode, reading.message, reading.advice, cursor.span(start, end));
}

function toJson({nullable}: Field, {values, regex, null: isNull}: TextModel): object {
	// Any value but null is sent as a regular expression that matches everything, with includeNull: false.
	if (regex === matchAll && nullable) return {type: 'regex', value: regex, includeNull: isNull};
	if (regex !== undefined) return {type: 'regex', value: regex, ...nullJson(isNull)};
	if (values.length === 0) return nullJson(isNull);
	const [type, value] = values.length === 1 ? ['string', values[0]] : ['stringArray', values];
	return {type, value, ...nullJson(isNull)};
}

export const printNull = (name: string, isNull: boolean): string => `${name} is ${isNull ? '' : 'not '}null`;

export const printValues = (name: string, values: readonly string[], isNull: boolean): string =>
	`${name}=${printList(values)}${andNull(isNull)}`;

const maxExplained = 8;
const list = (values: readonly string[]) => {
	const some = values.slice(0, maxExplained).map(value => (value === '' ? 'the empty text' : `'${shorten(value)}'`));
	return values.length > maxExplained
		? `${some.join(', ')} or one of ${values.length - maxExplained} more`
		: alternatives(some);
};

/** Returns `is 4.1 or 4.2, or is not known`. */
export function textClause({values, regex, null: isNull}: Omit<TextModel, 'kind'>): string {
	if (regex === matchAll) return isNull ? 'is anything, known or not' : 'is known';
	if (regex !== undefined) return `matches the regular expression '${shorten(regex)}'${orUnknown(isNull)}`;
	if (values.length === 0) return 'is not known';
	return `is ${list(values as readonly string[])}${orUnknown(isNull)}`;
}

const isNotNull = ({regex, null: isNull}: TextModel) => regex === matchAll && !isNull;

/** Joins values in their order. A regular expression cannot be joined to them. */
function joinOr({name}: Field, terms: readonly Term<TextModel>[]): TextModel {
	const isNull = terms.some(({model}) => model.null);
	if (terms.some(({model}) => model.regex === matchAll))
		return {kind: 'text', values: [], regex: matchAll, null: isNull};
	const values: TextValue[] = [];
	let regex: string | undefined;
	for (const {model, span} of terms) {
		if (model.regex !== undefined && regex !== undefined && model.regex !== regex)
			rejectTwoRegexes(name, [regex, model.regex], span);
		regex ??= model.regex;
		for (const value of model.values) values.push(value);
		if (regex !== undefined && values.length > 0) rejectMix(name, span);
	}
	return {kind: 'text', values, ...(regex === undefined ? {} : {regex}), null: isNull};
}

const rejectTwoRegexes = (name: string, regexes: readonly string[], span: Span) =>
	fail(span, 'regex-mix', `${name} can have only one regular expression`, {
		help: `join them: ${name}~${quote(regexes.join('|'))}`,
	});
const rejectMix = (name: string, span: Span) =>
	fail(span, 'regex-mix', `${name} cannot have both values and a regular expression`, {
		help: `write one regular expression, or use * in the values: ${name}=4.1,5.*`,
	});

function finish(field: Field, model: TextModel, warn: Warn): TextModel {
	const values = distinctBy(model.values, value => (typeof value === 'string' ? value : `*${value.pattern}`));
	if (values.length < model.values.length) warnTwice(field.name, warn);
	if (values.some(value => typeof value !== 'string')) {
		return {kind: 'text', values: [], regex: regexOf(values), null: model.null};
	}
	warnNeverMatches(field, values as readonly string[], warn);
	if (model.regex !== undefined) warnRegex(model.regex, warn);
	return {...model, values};
}

export const warnTwice = (name: string, warn: Warn): void => warn('twice', `${name} lists a value twice`);

/** Empty texts and `<NULL>` are stored as null (docs/service.md#null). */
function warnNeverMatches({name, nullable}: Field, values: readonly string[], warn: Warn): void {
	const never = nullable ? values.find(value => value === '' || value === '<NULL>') : undefined;
	if (never === undefined) return;
	const what = never === '' ? 'the empty text' : "the text '<NULL>'";
	warn('never', `${what} is stored as null and never matches; write ${name} is null`);
}

/** Warns only: the expression may be valid in the server's dialect. */
export function warnRegex(regex: string, warn: Warn): void {
	const error = findRegexError(regex);
	if (error) warn('regex', `the regular expression '${regex.slice(0, 60)}' is probably invalid (${error})`);
}
