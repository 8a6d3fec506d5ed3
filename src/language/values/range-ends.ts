import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {atQuote} from './quoting.ts';

export type Comparison = '>=' | '<=' | '>' | '<';

export const isAtDots = (cursor: Cursor) => cursor.text.startsWith('..', cursor.at);

export function omitUndefinedEnds<T>(min: T | undefined, max: T | undefined): {readonly min?: T; readonly max?: T} {
	if (min === undefined) return max === undefined ? {} : {max};
	return max === undefined ? {min} : {min, max};
}

type Ends<End> = {readonly lower: End | undefined; readonly upper: End | undefined; readonly isStrict: boolean};

/** Reads one end alone, or a range with at least one end: `a`, `a..b`, `a..<b`, `a..`, `..b`. */
export function readEnds<End>(
	cursor: Cursor,
	readEnd: () => End,
	separators: RegExp,
): {readonly span: Span; readonly only: End} | (Ends<End> & {readonly span: Span; readonly only?: undefined}) {
	const start = cursor.at;
	const lower = isAtDots(cursor) ? undefined : readEnd();
	const separator = cursor.match(separators);
	if (lower !== undefined && separator === undefined) return {only: lower, span: cursor.span(start)};
	const upper = cursor.atBare || atQuote(cursor) ? readEnd() : undefined;
	if (lower === undefined && upper === undefined) rejectNoEnds(cursor, start);
	if (upper === undefined && separator === '..<') rejectNoUpperEnd(cursor);
	return {lower, upper, isStrict: separator === '..<', span: cursor.span(start)};
}

function rejectNoEnds(cursor: Cursor, start: number): never {
	const expected = ['low..high', 'low..', '..high'];
	return cursor.fail('bad-range', 'a range needs at least one end', {expected}, cursor.span(start));
}

/** Rejects `low..<`, which may come from an empty shell variable and must not widen a filter. */
function rejectNoUpperEnd(cursor: Cursor): never {
	const help = 'check for an empty shell variable; for a range without an upper end write low..';
	return cursor.fail('bad-range', "an end is missing after '..<'", {help}, cursor.last);
}

export function rejectRange(cursor: Cursor, start: number, operator: string, help = "write '=' before a range"): never {
	cursor.match(/[^\s,)]*/y);
	const message = `a range cannot follow '${operator}'`;
	return cursor.fail('range-after-compare', message, {help}, cursor.span(start));
}

export function checkOrder(
	span: Span,
	{min, max}: {readonly min: number | string | undefined; readonly max: number | string | undefined},
	{unit, help}: {readonly unit?: string | undefined; readonly help: string},
): void {
	if (min === undefined || max === undefined || min <= max) return;
	const suffix = unit ? ` ${unit}` : '';
	fail(span, 'empty-range', `the range is empty: it runs from ${min}${suffix} to ${max}${suffix}`, {help});
}
