import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';

export type Comparison = '>=' | '<=' | '>' | '<';

export const isAtDots = (cursor: Cursor) => cursor.text.startsWith('..', cursor.at);

export function omitUndefinedEnds<T>(min: T | undefined, max: T | undefined): {readonly min?: T; readonly max?: T} {
	if (min === undefined) return max === undefined ? {} : {max};
	return max === undefined ? {min} : {min, max};
}

export function rejectNoEnds(cursor: Cursor, start: number): never {
	const expected = ['low..high', 'low..', '..high'];
	return cursor.fail('bad-range', 'a range needs at least one end', {expected}, cursor.span(start));
}

/** Rejects `low..<`, which may come from an empty shell variable and must not widen a filter. */
export function rejectNoUpperEnd(cursor: Cursor): never {
	const help = 'check for an empty shell variable; for a range without an upper end write low..';
	return cursor.fail('bad-range', "an end is missing after '..<'", {help}, cursor.last);
}

export function rejectRange(cursor: Cursor, start: number, operator: string, help = "write '=' before a range"): never {
	cursor.match(/[^\s,)]*/y);
	const message = `a range cannot follow '${operator}'`;
	return cursor.fail('range-after-compare', message, {help}, cursor.span(start));
}

type Ends = {readonly min: number | string | undefined; readonly max: number | string | undefined};

export function checkOrder(
	span: Span,
	{min, max}: Ends,
	{unit, help}: {readonly unit?: string | undefined; readonly help: string},
): void {
	if (min === undefined || max === undefined || min <= max) return;
	const suffix = unit ? ` ${unit}` : '';
	fail(span, 'empty-range', `the range is empty: it runs from ${min}${suffix} to ${max}${suffix}`, {help});
}
