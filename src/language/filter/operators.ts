import {keepHint, type Target, targetName} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import type {Advice} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {rejectCurly, rejectSymbols, tokenSpan} from '../values/bare-text.ts';
import {shorten} from '../values/quoting.ts';
import type {Comparison} from '../values/range-ends.ts';

export type Operator = '=' | '~' | 'in' | 'is' | Comparison;

const symbol = /=>|=<|===?|=~|~=|!~|!=|<>|>=|<=|[=~<>:]/y;
const meanings: ReadonlyMap<string, Operator> = new Map([
	['=', '='],
	['==', '='],
	['~', '~'],
	['=~', '~'],
	['>=', '>='],
	['<=', '<='],
	['>', '>'],
	['<', '<'],
]);

export type FoundOperator = {readonly operator: string; readonly span: Span};

export const isEqual = (operator: Operator): operator is '=' | 'in' => operator === '=' || operator === 'in';

export const rejectOperator = (cursor: Cursor, {operator, span}: FoundOperator, advice: Advice): never =>
	cursor.fail('bad-operator', `'${operator}' is not an operator here`, advice, span);

export function readOperator(cursor: Cursor, target: Target): {readonly operator: Operator; readonly span: Span} {
	const nameEnd = cursor.at;
	cursor.skip().expects('operator', target);
	const start = cursor.at;
	const word = cursor.take('in', 'is');
	if (word) return {operator: word, span: cursor.span(start)};
	const text = cursor.match(symbol);
	if (text === undefined) return rejectMissing(cursor, target, nameEnd);
	const operator = meanings.get(text);
	const span = cursor.span(start);
	return operator ? {operator, span} : rejectSymbol(cursor, target, text, span);
}

/** True for an operator after the name: on this line or, inside parentheses, on a later one. */
export function isOperatorAhead(cursor: Cursor): boolean {
	const next = cursor.depth > 0 ? cursor.afterLines() : cursor.afterBlanks();
	return /[=~<>!:]/.test(cursor.text.charAt(next)) || /^(?:is|in|not)$/i.test(cursor.word(next));
}

function rejectSymbol(cursor: Cursor, target: Target, text: string, span: Span): never {
	const name = targetName(target);
	if (text === '!=' || text === '<>') {
		const regex = target.field.supportsRegex ? ', or use a regular expression' : '';
		const help = `${keepHint(target)}${regex}`;
		cursor.fail('no-negation', "the API has no 'not equal'", {help}, span);
	}
	if (text === '!~') {
		const help = 'use a regular expression that matches what to keep';
		cursor.fail('no-negation', 'the API has no negated regular expression', {help}, span);
	}
	const meant = {'=>': '>=', '=<': '<=', '===': '=', '~=': '~'}[text];
	const colon = target.field.supportsRegex ? ` for an exact match or ${name}~'regex' for a pattern` : '';
	const help = meant ? `write ${meant}` : `write ${name}=value${colon}`;
	return rejectOperator(cursor, {operator: text, span}, {help});
}

const foreignOperators: ReadonlyMap<string, (name: string) => string> = new Map([
	...['contains', 'has', 'includes', 'like'].map(word => [word, (name: string) => `${name}=*text*`] as const),
	...['startswith', 'starts', 'begins'].map(word => [word, (name: string) => `${name}=text*`] as const),
	...['endswith', 'ends'].map(word => [word, (name: string) => `${name}=*text`] as const),
	...['matches', 'regex', 'rlike'].map(word => [word, (name: string) => `${name}~'regex'`] as const),
	...['equals', 'eq'].map(word => [word, (name: string) => `${name}=value`] as const),
	['between', name => `${name}=low..high`],
]);

export function operatorWords({field: {kind, nullable, supportsRegex}, part}: Target): string[] {
	if (kind === 'flags' && part === undefined) return ['(', '='];
	const isOrdered = kind === 'number' || kind === 'date' || kind === 'eventCount';
	if (!isOrdered && kind !== 'text' && kind !== 'levels') return ['='];
	const more = isOrdered ? ['>=', '<='] : kind === 'text' && supportsRegex ? ['~'] : [];
	return ['=', ...more, 'in', ...(nullable ? ['is null'] : [])];
}

function rejectMissing(cursor: Cursor, target: Target, nameEnd: number): never {
	const {field} = target;
	const expected = operatorWords(target).map(operator => `'${operator}'`);
	const name = targetName(target);
	const word = cursor.word();
	const foreignHelp = foreignOperators.get(word.toLowerCase());
	const comparable = field.kind === 'number' || field.kind === 'date';
	if (foreignHelp && (field.supportsRegex || /^(?:eq|equals|between)$/i.test(word))) {
		rejectOperator(cursor, {operator: word, span: tokenSpan(cursor)}, {help: `write ${foreignHelp(name)}`});
	}
	if (word.toLowerCase() === 'not') {
		cursor.fail('no-negation', "the API has no 'not equal'", {help: keepHint(target)}, cursor.here(3));
	}
	rejectSymbols(cursor);
	rejectCurly(cursor);
	if (word !== '' && !/^(?:and|or)$/i.test(word)) {
		cursor.fail('expected-operator', `unexpected '${shorten(word)}' after ${name}`, {expected}, tokenSpan(cursor));
	}
	const eaten = `the shell reads an unquoted > or < as a redirection: quote the whole filter, or write ${name}=low..high`;
	const known = field.supportsRegex ? {help: `to match any known value, write ${name}=*`} : {};
	const advice = {expected, ...(comparable ? {help: eaten} : known)};
	const message = `an operator is missing after ${name}`;
	return cursor.fail('expected-operator', message, advice, cursor.span(nameEnd, nameEnd + 1));
}

export function requireCall(cursor: Cursor, {field}: Target, name: Span, what: string, example: string): void {
	cursor.skip().expects('call');
	if (cursor.char === '(') return;
	const help = `write ${field.name}(${example})${field.kind === 'eventCount' ? '>=1' : ''}`;
	cursor.fail('expected-call', `${field.name} needs ${what} in parentheses`, {help}, name);
}
