import type {Catalog, Field, Target} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';

/**
 * Reads, merges and writes the filters on one kind of property; `M` is the model of such a filter, `J` its API JSON. The members
 * are methods, not function properties, so that kinds with different models are assignable to one type.
 */
export type Kind<M, J = unknown> = {
	read(cursor: Cursor, target: Target, name: Span): M;
	/** Writes API JSON (docs/service.md#filters, docs/service.md#null). */
	toJson(field: Field, model: M, catalog: Catalog['kind']): unknown;
	/**
	 * Prints JSON that the contract permits. `alone` means that the filter has no other property, so levels need no parentheses.
	 * The text of JSON from `toJson` is canonical (docs/language.md#canonical-text).
	 */
	print(field: Field, json: J, alone: boolean): string;
	/** Returns a sentence without its full stop. */
	explain(field: Field, model: M): string;
	joinAnd(field: Field, terms: Terms<M>, whole: Span): M;
	joinOr(field: Field, terms: Terms<M>, whole: Span): M;
	/** Completes the model: converts patterns to regular expressions, removes duplicates, reports warnings. */
	finish(field: Field, model: M, warn: Warn): M;
};

export type Warn = (code: string, message: string) => void;

export type Term<M> = {readonly model: M; readonly span: Span};
type Terms<M> = readonly [Term<M>, ...Term<M>[]];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a, listMap) === JSON.stringify(b, listMap);
const listMap = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);

/** A clause equal to the model so far changes nothing. */
export const foldClauses =
	<M>(step: (field: Field, sum: M, term: Term<M>, whole: Span) => M): Kind<M>['joinAnd'] =>
	(field, [first, ...rest], whole) =>
		rest.reduce((sum, term) => (isSame(sum, term.model) ? sum : step(field, sum, term, whole)), first.model);

export function rejectBoth(name: string, span: Span, help: string): never {
	return fail(span, 'and-same', `two filters on ${name} cannot be joined by 'and'`, {help});
}
