import type {Catalogue, Field, Target} from '../properties/catalogue.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {JsonNode} from '../source/json-node.ts';
import type {Span} from '../source/source-text.ts';
import type {QuoteMark} from '../values/quoting.ts';

/**
 * Reads, merges and writes the filters on one kind of property. `M` is the model of such a filter: text and JSON are read into it
 * and written from it. These are methods, so that all kinds have one type.
 */
export type Kind<M> = {
	/** Reads what follows the name of the property, which stands at `name`. */
	read(cursor: Cursor, target: Target, name: Span): M;
	/** From the service's JSON. `besides`: members that belong to a segment. */
	fromJson(target: Target, node: JsonNode, besides?: readonly string[]): M;
	/** To the service's JSON (docs/service.md#filters, docs/service.md#null). */
	toJson(field: Field, model: M, catalogue: Catalogue['kind']): unknown;
	/** The canonical text (docs/language.md#canonical-text). */
	print(field: Field, model: M, style: Style): string;
	/** A sentence without its full stop. */
	explain(field: Field, model: M): string;
	/** All of several clauses hold. */
	merge(field: Field, terms: Terms<M>, whole: Span): M;
	/** Any of several clauses holds. */
	unite(field: Field, terms: Terms<M>, whole: Span): M;
	/** The last step: patterns become regular expressions, values are kept once, and warnings are given. */
	finish(field: Field, model: M, warn: Warn): M;
};

/** `alone`: the property is the only one of the filter, so its levels need no parentheses. */
type Style = {readonly mark: QuoteMark; readonly alone: boolean};
export type Warn = (code: string, message: string) => void;

/** The model of a clause, and its place. */
export type Term<M> = {readonly model: M; readonly span: Span};
type Terms<M> = readonly [Term<M>, ...Term<M>[]];

const isSame = (a: unknown, b: unknown) => JSON.stringify(a, listMap) === JSON.stringify(b, listMap);
const listMap = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);

/** Joins the models of clauses step by step. A clause that repeats what is there changes nothing. */
export const fold =
	<M>(step: (field: Field, sum: M, term: Term<M>, whole: Span) => M): Kind<M>['merge'] =>
	(field, [first, ...rest], whole) =>
		rest.reduce((sum, term) => (isSame(sum, term.model) ? sum : step(field, sum, term, whole)), first.model);

/** Refuses two clauses that would both have to hold, where a request can have one. */
export function refuseBoth(name: string, span: Span, help: string): never {
	return fail(span, 'and-same', `two filters on ${name} cannot be joined by 'and'`, {help});
}
