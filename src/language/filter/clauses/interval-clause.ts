import {readEvent, refuseAfterEvent} from '../../events/read-event.ts';
import {type Target, targetName} from '../../properties/catalogue.ts';
import type {Cursor} from '../../source/cursor.ts';
import type {Span} from '../../source/source-text.ts';
import {tokenSpan} from '../../values/bare-text.ts';
import {readDateBound, readDateRange} from '../../values/date-range.ts';
import {readBound, readQuantity} from '../../values/numbers.ts';
import {type Comparison, ends} from '../../values/range-ends.ts';
import type {EventCountModel, IntervalModel} from '../model.ts';
import {refuseInList, refuseValueStart} from './items.ts';
import {readIsNull, takeNull} from './nulls.ts';
import {isEqual, isOperatorAhead, type Operator, readOperator, refuseOperator, requireCall} from './operators.ts';

/** Clauses on numbers, dates and counts of events. */

/** `ram>=8GB`, `ram=4GB..8GB,null`, `dateInstalled=2024-Q1`, `ram is null`. */
export function readInterval(cursor: Cursor, target: Target, name: Span): IntervalModel {
	const {operator, span} = readOperator(cursor, target);
	const kind = target.field.kind === 'date' ? 'date' : 'number';
	cursor.skipLines();
	if (operator === 'is') return {kind, ...readIsNull(cursor, target, name)};
	if (operator === '~') {
		const message = `${targetName(target)} is a ${kind}: regular expressions work on text only`;
		cursor.fail('regex-not-text', message, {help: `write ${targetName(target)}=low..high`}, span);
	}
	const open = isEqual(operator) && cursor.open();
	cursor.expects(kind, target);
	const model = readBounds(cursor, target, operator);
	if (open) cursor.close(() => refuseInList(cursor));
	return model;
}

function readBounds(cursor: Cursor, target: Target, operator: Exclude<Operator, 'is' | '~'>): IntervalModel {
	const {field} = target;
	const kind = field.kind === 'date' ? 'date' : 'number';
	if (cursor.atEnd || cursor.atNewline || cursor.char === ',' || cursor.char === ')') refuseValueStart(cursor, target);
	if (takeNull(cursor, target)) return {kind, null: true};
	const ends = kind === 'date' ? readDates(cursor, field.name, operator) : readNumbers(cursor, target, operator);
	const {span: _, ...bounds} = ends;
	return {kind, ...bounds, null: cursor.comma() && (takeNull(cursor, target) || refuseList(cursor, target))};
}

const readDates = (cursor: Cursor, name: string, operator: '=' | 'in' | Comparison) =>
	isEqual(operator) ? readDateRange(cursor, name) : readDateBound(cursor, name, operator);
const readNumbers = (cursor: Cursor, {field}: Target, operator: '=' | 'in' | Comparison) =>
	isEqual(operator) ? readQuantity(cursor, field) : readBound(cursor, field, operator);

/** Behind a value or a range there is only null. */
function refuseList(cursor: Cursor, target: Target): never {
	const name = targetName(target);
	const [kind, code] =
		target.field.kind === 'date' ? (['date', 'date-list'] as const) : (['number', 'number-list'] as const);
	const help = `write a range (${name}=low..high) or run the report once per value`;
	const message = `the API holds one ${kind} or one range for ${name}, not a list`;
	return cursor.fail(code, message, {help}, tokenSpan(cursor));
}

/** `lifetimeEventUsage(Export/PDF + Export/XPS)>=10`. */
export function readEventCount(cursor: Cursor, target: Target, name: Span): EventCountModel {
	requireCall(cursor, target, name, 'an event', 'category/name');
	cursor.open();
	const event = readEvent(cursor);
	cursor.close(() => refuseAfterEvent(cursor));
	if (!isOperatorAhead(cursor)) {
		cursor.expects('operator', target);
		return {kind: 'eventCount', event};
	}
	const {operator, span} = readOperator(cursor, target);
	cursor.skipLines().expects('number', target);
	if (operator === '~' || operator === 'is')
		return refuseOperator(cursor, {operator, span}, {expected: ["'='", "'>='", "'<='", "'in'"]});
	if (cursor.atEnd || cursor.atNewline) refuseValueStart(cursor, target);
	const measure = {name: 'the number of uses', whole: true};
	const {
		value,
		min = value,
		max = value,
	} = isEqual(operator) ? readQuantity(cursor, measure) : readBound(cursor, measure, operator);
	return {kind: 'eventCount', event, ...ends(min, max)};
}
