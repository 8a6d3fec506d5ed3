import type {Field} from '../../properties/catalogue.ts';
import {fail} from '../../source/fault.ts';
import type {Span} from '../../source/source.ts';
import type {Model} from '../model.ts';

/** A model, and the clause it came from. */
export type Term<M extends Model = Model> = {readonly model: M; readonly span: Span};
/** What several clauses say of one property; there is always a first. */
export type Terms<M extends Model = Model> = readonly [Term<M>, ...Term<M>[]];

/** Refuses two clauses that would both have to hold where the API holds one. */
export function refuseBoth(field: Field, span: Span, help: string): never {
	return fail(span, 'and-same', `${field.name} is filtered twice, and both would have to hold`, {help});
}

/** `is not null` beside a clause that leaves null out says nothing new. */
export function keepKnown<M extends {readonly null: boolean}>(field: Field, model: M, span: Span): M {
	if (!model.null) return model;
	const help = `leave ',null' or 'is not null' out`;
	return fail(span, 'contradiction', `${field.name} cannot be null and not null`, {help});
}
