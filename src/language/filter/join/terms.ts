import type {Field} from '../../properties/catalogue.ts';
import {fail} from '../../source/fault.ts';
import type {Span} from '../../source/source.ts';
import type {Model} from '../model.ts';

/** The model of a clause, and its place. */
export type Term<M extends Model = Model> = {readonly model: M; readonly span: Span};
/** The clauses on one property. */
export type Terms<M extends Model = Model> = readonly [Term<M>, ...Term<M>[]];

export type Join<M extends Model> = (field: Field, terms: Terms<M>, whole: Span) => M;

const isSame = (a: Model, b: Model) => JSON.stringify(a, listMap) === JSON.stringify(b, listMap);
const listMap = (_: string, value: unknown) => (value instanceof Map ? [...value] : value);

/** Joins the models of clauses step by step. A clause that repeats what is there changes nothing. */
export const fold =
	<M extends Model>(step: (field: Field, sum: M, term: Term<M>, whole: Span) => M): Join<M> =>
	(field, [first, ...rest], whole) =>
		rest.reduce((sum, term) => (isSame(sum, term.model) ? sum : step(field, sum, term, whole)), first.model);

/** Refuses two clauses that would both have to hold, where a request can have one. */
export function refuseBoth(field: Field, span: Span, help: string): never {
	return fail(span, 'and-same', `${field.name} is filtered twice, and both would have to hold`, {help});
}

/** The model of a clause beside `is not null`, which adds nothing if the clause excludes null. */
export function keepKnown<M extends {readonly null: boolean}>(field: Field, model: M, span: Span): M {
	if (!model.null) return model;
	const help = `leave ',null' or 'is not null' out`;
	return fail(span, 'contradiction', `${field.name} cannot be null and not null`, {help});
}
