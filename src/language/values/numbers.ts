import type {Property} from '../../contract/properties.ts';
import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';
import {rejectClause} from './bare-text.ts';
import {atQuote, readQuoted, shorten} from './quoting.ts';
import {type Comparison, checkOrder, isAtDots, omitUndefinedEnds, readEnds, rejectRange} from './range-ends.ts';

export type Measure = {
	readonly name: string;
	readonly unit?: Property['unit'];
	readonly whole: boolean;
	readonly integer?: boolean;
};

/** A value, or a range with at least one end, in the base unit. */
export type Quantity = {readonly value?: number; readonly min?: number; readonly max?: number};

/** Factors to the base unit, by unit in lower case (docs/language.md#numbers). 1 GB is 1024 MB. */
const factors: Readonly<Record<NonNullable<Property['unit']>, ReadonlyMap<string, number>>> = {
	MB: new Map([
		['mb', 1],
		['gb', 1024],
		['tb', 1024 * 1024],
	]),
	px: new Map([['px', 1]]),
	min: new Map([
		['min', 1],
		['m', 1],
		['h', 60],
		['d', 1440],
		['w', 10_080],
	]),
	ppi: new Map([['ppi', 1]]),
};
const unlistedUnits = new Set(['m']);
const noUnits: ReadonlyMap<string, number> = new Map();
const unitsOf = ({unit}: Measure) => (unit ? factors[unit] : noUnits);

/** A number before conversion: a bound without a unit takes the unit of the other bound. */
type Written = {readonly number: number; readonly text: string; readonly unit?: string; readonly span: Span};

const numeral = /[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const attachedUnit = /[A-Za-z]+/y;
const notUnits = new Set(['and', 'or', 'not', 'null', 'in', 'is', 'limit', 'sort', 'as', 'each']);

/** Reads `8GB`, `4..8GB`, `2..<8`, `8GB..`, `..8GB`, `4-8GB` or `8GB-`. */
export function readQuantity(cursor: Cursor, measure: Measure): Quantity & {readonly span: Span} {
	const ends = readEnds(cursor, () => readWritten(cursor, measure), /\.\.<?|-(?![.-])/y);
	const {span} = ends;
	if (ends.only) {
		warnUnit(cursor, measure, [ends.only]);
		return {value: toExact(cursor, ends.only, measure), span};
	}
	const {lower, upper, isStrict} = ends;
	warnUnit(cursor, measure, [lower, upper]);
	const min = lower && toBase(cursor, lower, measure, upper?.unit);
	const highest = upper && toBase(cursor, upper, measure, lower?.unit);
	const max =
		upper && highest !== undefined && isStrict ? findLargestBelow(cursor, measure, highest, '<', upper.span) : highest;
	const isUnitTaken = (lower?.unit === undefined) !== (upper?.unit === undefined);
	const orderHelp = isStrict ? 'write a larger upper end: ..< excludes it' : 'write the smaller end first';
	const help = isUnitTaken ? 'an end without a unit takes the unit of the other end' : orderHelp;
	checkOrder(span, {min, max}, {unit: measure.unit, help});
	return {...omitUndefinedEnds(min, max), span};
}

function toExact(cursor: Cursor, written: Written, measure: Measure): number {
	const value = toBase(cursor, written, measure);
	if (measure.whole && !Number.isInteger(value)) {
		cursor.warn('whole', `${measure.name} has whole values only; ${value} never matches exactly`, written.span);
	}
	return value;
}

export function readBound(
	cursor: Cursor,
	measure: Measure,
	operator: Comparison,
	rangeHint?: string,
): Quantity & {readonly span: Span} {
	const start = cursor.at;
	if (isAtDots(cursor)) rejectRange(cursor, start, operator, rangeHint);
	const written = readWritten(cursor, measure);
	if (isAtDots(cursor) || cursor.char === '-') rejectRange(cursor, start, operator, rangeHint);
	warnUnit(cursor, measure, [written]);
	const number = toBase(cursor, written, measure);
	const span = cursor.span(start);
	if (operator === '>=') return {min: number, span};
	if (operator === '<=') return {max: number, span};
	if (operator === '<') return {max: findLargestBelow(cursor, measure, number, operator, span), span};
	rejectStrict(cursor, measure, operator, span);
	return {min: requireExact(cursor, Math.floor(number) + 1, span), span};
}

function findLargestBelow(cursor: Cursor, measure: Measure, number: number, operator: string, span: Span): number {
	rejectStrict(cursor, measure, operator, span);
	return requireExact(cursor, Math.ceil(number) - 1, span);
}

function rejectStrict(cursor: Cursor, measure: Measure, operator: string, span: Span): void {
	if (measure.whole) return;
	const message = `'${operator}' needs whole numbers: API ranges include their ends, and ${measure.name} may have fractions`;
	cursor.fail('exclusive', message, {help: operator === '>' ? 'write >=' : 'write <= or ..'}, span);
}

function readWritten(cursor: Cursor, measure: Measure): Written {
	const start = cursor.at;
	if (atQuote(cursor)) return readQuotedNumber(cursor, measure);
	const text = cursor.match(numeral);
	if (text === undefined) return rejectNumber(cursor, measure);
	const unit = readUnit(cursor, measure);
	const glued = cursor.word();
	if (glued !== '' && !/^(?:\.\.|-)/.test(glued)) return rejectNumber(cursor, measure, start);
	return {number: Number(text), text, ...(unit ? {unit} : {}), span: cursor.span(start)};
}

function readQuotedNumber(cursor: Cursor, measure: Measure): Written {
	const start = cursor.at;
	const match = /^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(readQuoted(cursor));
	const [, text, unit] = match ?? [];
	if (text === undefined) return rejectNumber(cursor, measure, start);
	const span = cursor.span(start);
	return {number: Number(text), text, ...(unit ? {unit: checkUnit(cursor, measure, unit, span)} : {}), span};
}

function readUnit(cursor: Cursor, measure: Measure): string | undefined {
	const start = cursor.at;
	const unit = cursor.match(attachedUnit);
	if (unit !== undefined) return checkUnit(cursor, measure, unit, cursor.span(start));
	const next = cursor.afterBlanks();
	const word = /^[A-Za-z]+/.exec(cursor.word(next))?.[0] ?? '';
	if (word === '' || notUnits.has(word.toLowerCase())) return undefined;
	if (!unitsOf(measure).has(word.toLowerCase())) rejectClause(cursor, next);
	cursor.at = next + word.length;
	return checkUnit(cursor, measure, word, cursor.span(next));
}

function checkUnit(cursor: Cursor, measure: Measure, unit: string, span: Span): string {
	const units = unitsOf(measure);
	if (units.has(unit.toLowerCase())) return unit.toLowerCase();
	if (measure.name === 'javaVmRam') {
		const message = `the unit of javaVmRam is not documented, so '${shorten(unit)}' cannot be converted`;
		cursor.fail('unit-unknown', message, {help: 'write the number without a unit'}, span);
	}
	const expected = [...units.keys()].filter(name => !unlistedUnits.has(name));
	const message = expected.length
		? `${measure.name} has no unit '${shorten(unit)}'`
		: `${measure.name} takes no unit, so '${shorten(unit)}' is not allowed`;
	cursor.fail('bad-unit', message, expected.length ? {expected} : {help: 'write a plain number'}, span);
}

function rejectNumber(cursor: Cursor, measure: Measure, start = cursor.at): never {
	cursor.at = start;
	const word = /^(?:'[^']*'|"[^"]*"|[^\s,)]*)/.exec(cursor.text.slice(start, start + 200))?.[0] ?? '';
	const text = word.replace(/^(['"])(.*)\1$/, '$2');
	const message = word === '' ? `a number is missing for ${measure.name}` : `'${shorten(text)}' is not a number`;
	const place = word === '' ? cursor.last : cursor.here(word.length);
	return cursor.fail('bad-number', message, {help: 'write a plain number, for example 8'}, place);
}

/** Rejects a value that JSON would round. */
function requireExact(cursor: Cursor, value: number, span: Span): number {
	if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value;
	const text = shorten(cursor.text.slice(span.start, span.end));
	const help = `the largest is ${Number.MAX_SAFE_INTEGER}`;
	return cursor.fail('bad-number', `${text} is too large to be sent exactly`, {help}, span);
}

/** Converts to the base unit. Rounding to 15 digits removes the noise of binary fractions. */
function toBase(cursor: Cursor, {number, span, unit}: Written, measure: Measure, otherUnit?: string): number {
	const factor = unitsOf(measure).get(unit ?? otherUnit ?? '') ?? 1;
	const exact = number * factor + 0;
	const rounded = factor === 1 || Number.isInteger(exact) ? exact : Number(exact.toPrecision(15));
	const value = requireExact(cursor, rounded, span);
	if (Number.isInteger(value)) return value;
	if (measure.integer) {
		const message = `${measure.name} is a whole number, not ${value}`;
		cursor.fail('bad-number', message, {help: 'remove the fraction'}, span);
	}
	return value;
}

/** Below this number, memory without a unit was probably meant in GB. */
const smallMemory = 256;

function warnUnit(cursor: Cursor, measure: Measure, bounds: readonly (Written | undefined)[]): void {
	if (measure.unit !== 'MB' || bounds.some(bound => bound?.unit !== undefined)) return;
	const small = bounds.find(bound => bound && bound.number > 0 && bound.number < smallMemory);
	if (!small) return;
	const {text, span} = small;
	cursor.warn('unit', `${measure.name} is in MB: ${text} means ${text} MB; did you mean ${text}GB?`, span);
}
