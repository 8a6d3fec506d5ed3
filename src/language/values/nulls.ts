import {type Field, type Target, targetName} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {wholeText} from './bare-text.ts';
import {shorten} from './quoting.ts';

/** Null in filters and segments (docs/service.md#null). */

export const nullHelp = 'for the properties that can be null, see usagectl help properties';

export function rejectNullItem(cursor: Cursor, target: Target, start: number): void {
	if (target.field.nullable) return;
	const name = targetName(target);
	const [message, help] =
		cursor.setting.catalog.kind === 'keys'
			? [`key filters do not support null (${name})`, adviseOnKeys(target)]
			: [`${name} does not support null`, nullHelp];
	cursor.fail('not-nullable', message, {help}, cursor.span(start));
}

export function takeNull(cursor: Cursor, target: Target): boolean {
	const start = cursor.at;
	if (!cursor.take('null')) return false;
	rejectNullItem(cursor, target, start);
	return true;
}

const adviseOnKeys = ({field}: Target) =>
	field.name === 'expiryDate'
		? 'the API cannot select keys without an expiry date; list all keys and select them locally'
		: 'list all keys and select them locally';

/** Reads `[not] null` after `is`; returns true for `not null`. */
function readNot(cursor: Cursor, target: Target): boolean {
	cursor.expects('null', target);
	const not = cursor.take('not') !== undefined;
	if (not) cursor.skipLines().expects('only-null', target);
	if (cursor.take('null')) return not;
	const value = shorten(wholeText(cursor.text, cursor.at));
	const help =
		value === '' ? `write ${targetName(target)} is null` : `for a value write ${targetName(target)}=${value}`;
	return cursor.fail(
		'expected-null',
		"'is' must be followed by null or not null",
		{help},
		cursor.atEnd ? cursor.last : cursor.here(cursor.word().length),
	);
}

export function readIsNull(
	cursor: Cursor,
	target: Target,
	name: Span,
): {readonly null: boolean; readonly notNull?: true} {
	const not = readNot(cursor, target);
	rejectNullItem(cursor, target, name.start);
	return not ? {null: false, notNull: true} : {null: true};
}

/** Joins a clause with `is not null`, which changes nothing unless the clause includes null. */
export function keepNotNull<M extends {readonly null: boolean}>(field: Field, model: M, span: Span): M {
	if (!model.null) return model;
	const help = `remove ',null' or 'is not null'`;
	return fail(span, 'contradiction', `${field.name} cannot be both null and not null`, {help});
}

export const nullJson = (isNull: boolean): {readonly includeNull?: true} => (isNull ? {includeNull: true} : {});
export const andNull = (isNull: boolean): string => (isNull ? ',null' : '');
export const orUnknown = (isNull: boolean): string => (isNull ? ', or is not known' : '');
