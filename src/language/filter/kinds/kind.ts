import type {Catalogue, Field, Target} from '../../properties/catalogue.ts';
import {fail} from '../../source/expression-error.ts';
import type {JsonNode} from '../../source/json-node.ts';
import type {Span} from '../../source/source-text.ts';
import type {QuoteMark} from '../../values/quoting.ts';
import type {Model} from '../model.ts';

/** What the language does with the models of one kind of property. Clauses are read in `clauses/`. */
export type Kind<M extends Model> = {
	/** From the service's JSON. `besides`: members that belong to a segment. */
	readonly fromJson: (target: Target, node: JsonNode, besides?: readonly string[]) => M;
	/** To the service's JSON (docs/service.md#filters, docs/service.md#null). */
	readonly toJson: (field: Field, model: M, catalogue: Catalogue['kind']) => unknown;
	/** The canonical text (docs/language.md#canonical-text). */
	readonly print: (field: Field, model: M, style: Style) => string;
	/** A sentence without its full stop. */
	readonly explain: (field: Field, model: M) => string;
	/** All of several clauses hold. */
	readonly merge: Join<M>;
	/** Any of several clauses holds. */
	readonly unite: Join<M>;
	/** The last step: patterns become regular expressions, values are kept once, and warnings are given. */
	readonly finish: (field: Field, model: M, warn: Warn) => M;
};

/** `alone`: the property is the only one of the filter, so its levels need no parentheses. */
type Style = {readonly mark: QuoteMark; readonly alone: boolean};
export type Warn = (code: string, message: string) => void;

/** The model of a clause, and its place. */
export type Term<M extends Model = Model> = {readonly model: M; readonly span: Span};
export type Join<M extends Model> = (field: Field, terms: readonly [Term<M>, ...Term<M>[]], whole: Span) => M;

const isSame = (a: Model, b: Model) => JSON.stringify(a, listMap) === JSON.stringify(b, listMap);
const listMap = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);

/** Joins the models of clauses step by step. A clause that repeats what is there changes nothing. */
export const fold =
	<M extends Model>(step: (field: Field, sum: M, term: Term<M>, whole: Span) => M): Join<M> =>
	(field, [first, ...rest], whole) =>
		rest.reduce((sum, term) => (isSame(sum, term.model) ? sum : step(field, sum, term, whole)), first.model);

/** Refuses two clauses that would both have to hold, where a request can have one. */
export function refuseBoth(name: string, span: Span, help: string): never {
	return fail(span, 'and-same', `${name} is filtered twice, and both would have to hold`, {help});
}

/** The model of a clause beside `is not null`, which adds nothing if the clause excludes null. */
export function keepKnown<M extends {readonly null: boolean}>(field: Field, model: M, span: Span): M {
	if (!model.null) return model;
	const help = `leave ',null' or 'is not null' out`;
	return fail(span, 'contradiction', `${field.name} cannot be null and not null`, {help});
}

export const nullJson = (isNull: boolean): {readonly includeNull?: true} => (isNull ? {includeNull: true} : {});
export const andNull = (isNull: boolean): string => (isNull ? ',null' : '');
export const orUnknown = (isNull: boolean): string => (isNull ? ', or is not known' : '');
