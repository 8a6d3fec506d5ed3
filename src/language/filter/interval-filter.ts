import type {DateFilter, NumberFilter} from '../../contract/filter-schemas.ts';
import {type Field, type Target, targetName} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {tokenSpan} from '../values/bare-text.ts';
import {readDateBound, readDateRange} from '../values/date-range.ts';
import {andNull, keepNotNull, nullJson, orUnknown, readIsNull, takeNull} from '../values/nulls.ts';
import {readBound, readQuantity} from '../values/numbers.ts';
import {type Comparison, checkOrder, omitUndefinedEnds} from '../values/range-ends.ts';
import {rejectInList, rejectValueStart} from '../values/text-list.ts';
import {foldClauses, type Kind, rejectBoth} from './filter-kind.ts';
import {isEqual, type Operator, readOperator} from './operators.ts';
import {printNull} from './text-filter.ts';

/** Filters on numbers and dates: one value or one range per property (docs/language.md#numbers, docs/language.md#dates). */

/** A value, a range with at least one end, or neither; and null or not. Ranges include both ends. */
export type IntervalModel = {
	readonly kind: 'number' | 'date';
	readonly value?: number | string;
	readonly min?: number | string;
	readonly max?: number | string;
	readonly null: boolean;
	readonly notNull?: boolean;
};

const kindOf = ({kind}: Field) => (kind === 'date' ? 'date' : 'number');

export const intervalFilter: Kind<IntervalModel, NumberFilter | DateFilter> = {
	read: readInterval,
	toJson: (_, {kind, value, min, max, null: isNull}) => {
		if (value !== undefined) return {type: kind, value, ...nullJson(isNull)};
		if (min === undefined && max === undefined) return {includeNull: isNull};
		return {type: `${kind}Range`, ...omitUndefinedEnds(min, max), ...nullJson(isNull)};
	},
	print({name, unit}, {includeNull = false, ...bounds}) {
		const printed = printBounds(bounds, unit);
		return printed === '' ? printNull(name, includeNull) : `${name}${printed}${andNull(includeNull)}`;
	},
	explain: (field, model) => `${field.title} ${intervalClause(field, model)}`,
	/** Only a lower and an upper bound can be joined with `and`: they form one range. */
	joinAnd: foldClauses((field, sum, {model, span}) => {
		if (sum.notNull && !sum.null) return keepNotNull(field, model, span);
		if (model.notNull && !model.null) return keepNotNull(field, sum, span);
		rejectUnjoinable(field, sum, model, span);
		const {min = model.min, max = model.max} = sum;
		const help = 'swap the bounds, or run the report once per range';
		checkOrder(span, {min, max}, {unit: field.unit, help});
		return {kind: sum.kind, ...omitUndefinedEnds(min, max), null: sum.null};
	}),
	/** Only null can be joined to a range with `or`. */
	joinOr: foldClauses((field, sum, {model, span}) => {
		const isNull = sum.null || model.null;
		if (sum.notNull || model.notNull) return {kind: sum.kind, null: isNull, notNull: true};
		if (!hasEnds(model) || sameEnds(sum, model)) return {...sum, null: isNull};
		if (!hasEnds(sum)) return {...model, null: isNull};
		const {name, kind} = field;
		return fail(span, `${sum.kind}-or`, `${name} takes one ${kind} or one range; 'or' cannot join two`, {
			help: `if the ranges touch, write one: ${name}=low..high; otherwise run the report once per range`,
		});
	}),
	/** No nullable number is negative, so `known or null` becomes `>=0,null`. The key registry requires min to be smaller than max. */
	finish(field, {notNull, ...model}) {
		const {kind, min, max} = model;
		if (notNull) return model.null ? {...model, min: 0} : {...model, notNull};
		return field.integer && min !== undefined && min === max ? {kind, value: min, null: model.null} : model;
	},
};

/** Reads `ram>=8GB`, `ram=4GB..8GB,null`, `dateInstalled=2024-Q1` or `ram is null`. */
function readInterval(cursor: Cursor, target: Target, name: Span): IntervalModel {
	const {operator, span} = readOperator(cursor, target);
	const kind = kindOf(target.field);
	cursor.skipLines();
	if (operator === 'is') return {kind, ...readIsNull(cursor, target, name)};
	if (operator === '~') {
		const message = `${targetName(target)} is a ${kind}: regular expressions work on text only`;
		cursor.fail('regex-not-text', message, {help: `write ${targetName(target)}=low..high`}, span);
	}
	const open = isEqual(operator) && cursor.open();
	cursor.expects(kind, target);
	const model = readBounds(cursor, target, operator);
	if (open) cursor.close(() => rejectInList(cursor));
	return model;
}

function readBounds(cursor: Cursor, target: Target, operator: Exclude<Operator, 'is' | '~'>): IntervalModel {
	const {field} = target;
	const kind = kindOf(field);
	if (cursor.atEnd || cursor.atNewline || cursor.char === ',' || cursor.char === ')') rejectValueStart(cursor, target);
	if (takeNull(cursor, target)) return {kind, null: true};
	const {span: _, ...bounds} =
		kind === 'date' ? readDates(cursor, field, operator) : readNumbers(cursor, field, operator);
	return {kind, ...bounds, null: cursor.comma() && (takeNull(cursor, target) || rejectList(cursor, target))};
}

const readDates = (cursor: Cursor, {name}: Field, operator: '=' | 'in' | Comparison) =>
	isEqual(operator) ? readDateRange(cursor, name) : readDateBound(cursor, name, operator);
const readNumbers = (cursor: Cursor, field: Field, operator: '=' | 'in' | Comparison) =>
	isEqual(operator) ? readQuantity(cursor, field) : readBound(cursor, field, operator);

function rejectList(cursor: Cursor, target: Target): never {
	const name = targetName(target);
	const kind = kindOf(target.field);
	const help = `write a range (${name}=low..high) or run the report once per value`;
	const message = `${name} takes one ${kind} or one range, not a list`;
	return cursor.fail(`${kind}-list`, message, {help}, tokenSpan(cursor));
}

export const hasEnds = ({value, min, max}: IntervalModel) =>
	value !== undefined || min !== undefined || max !== undefined;
const sameEnds = (a: IntervalModel, b: IntervalModel) => a.value === b.value && a.min === b.min && a.max === b.max;

function rejectUnjoinable({name}: Field, sum: IntervalModel, model: IntervalModel, span: Span): void {
	const isBound = (item: IntervalModel) => item.value === undefined && hasEnds(item);
	if (!isBound(sum) || !isBound(model)) rejectBoth(name, span, `write one value or one range: ${name}=low..high`);
	if (sum.min !== undefined && model.min !== undefined) rejectTwoBounds(name, 'lower', span);
	if (sum.max !== undefined && model.max !== undefined) rejectTwoBounds(name, 'upper', span);
	if (sum.null === model.null) return;
	const help = `write one clause: ${name}=low..high,null`;
	fail(span, 'null-half', `one clause on ${name} includes null and another excludes it`, {help});
}

const rejectTwoBounds = (name: string, which: 'lower' | 'upper', span: Span) =>
	fail(span, 'and-same', `${name} has two ${which} bounds`, {
		help: `keep the stricter one, or write a range: ${name}=low..high`,
	});

type End = number | string | undefined;
type Bounds = {readonly value?: End; readonly min?: End; readonly max?: End};

/** Prints `=8GB`, `=4GB..8GB`, `>=8GB` or `<=8GB`; an empty text without ends. */
export function printBounds({value, min, max}: Bounds, unit: Field['unit']): string {
	const show = (end: number | string) => printNumber(end, unit);
	if (value !== undefined) return `=${show(value)}`;
	if (min !== undefined) return max === undefined ? `>=${show(min)}` : `=${show(min)}..${show(max)}`;
	return max === undefined ? '' : `<=${show(max)}`;
}

/** Prints memory in whole GB or else in MB, minutes as min, and other numbers without a unit. */
export function printNumber(number: number | string, unit: Field['unit']): string {
	if (typeof number === 'string' || number === 0) return String(number);
	if (unit === 'MB') return number % 1024 === 0 ? `${number / 1024}GB` : `${number}MB`;
	return unit === 'min' ? `${number}min` : String(number);
}

/** Returns `is 8 GB or more, or is not known`. */
export function intervalClause({unit}: Pick<Field, 'unit'>, model: IntervalModel): string {
	const {kind, value, min, max, null: isNull} = model;
	const show = (end: number | string) => withUnit(end, unit);
	const [more, less] = kind === 'date' ? ['later', 'earlier'] : ['more', 'less'];
	const unknown = orUnknown(isNull);
	if (value !== undefined) return `is ${show(value)}${unknown}`;
	if (min !== undefined && max !== undefined) return `is from ${show(min)} to ${show(max)}, both included${unknown}`;
	if (min !== undefined) return `is ${show(min)} or ${more}${unknown}`;
	return max === undefined ? (isNull ? 'is not known' : 'is known') : `is ${show(max)} or ${less}${unknown}`;
}

/** Returns `8 GB`, `600 min` or `1920 px`. */
function withUnit(number: number | string, unit: Field['unit']): string {
	if (typeof number === 'string' || !unit) return String(number);
	const printed = printNumber(number, unit);
	const spaced = printed.replace(/([\d.])([A-Za-z]+)$/, '$1 $2');
	return /[A-Za-z]$/.test(printed) ? spaced : `${number} ${unit}`;
}
