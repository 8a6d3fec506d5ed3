import {distinctBy} from '../../distinct.ts';
import {fail} from '../../source/expression-error.ts';
import type {Span} from '../../source/source-text.ts';
import type {Alternative} from '../model.ts';
import type {Tree} from './tree.ts';

/** Alternatives joined by or, each a set of things that must or must not hold: the API's array of objects. */

/** The most alternatives that a product may have. A list that is written out may have any number. */
const maxAlternatives = 64;
/** The most things that all steps of a product may copy together, so that a long text cannot take long. */
const maxWork = 250_000;

export type Operand = {readonly alternatives: readonly Alternative[]; readonly span: Span};
/** The message for something that would have to hold and not to hold, by its key. */
export type Explain = (key: string) => string;

/** The alternatives of a tree of flags or campaigns; `negated` by De Morgan. */
export function alternativesOf(tree: Tree<string>, explain: Explain, negated = false): readonly Alternative[] {
	if (tree.type === 'leaf') return [new Map([[tree.leaf, !negated]])];
	if (tree.type === 'not') return alternativesOf(tree.item, explain, !negated);
	const isAnd = (tree.type === 'and') !== negated;
	return isAnd
		? conjunction(
				tree.items.map(item => ({alternatives: alternativesOf(item, explain, negated), span: item.span})),
				explain,
			)
		: disjunction(tree.items.map(item => alternativesOf(item, explain, negated)));
}

/** All alternatives in the order written, equal ones once. */
export const disjunction = (groups: readonly (readonly Alternative[])[]): readonly Alternative[] =>
	distinctBy(groups.flat(), keyOf);

const keyOf = (alternative: Alternative) => JSON.stringify([...alternative].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Every choice of one alternative from each operand; what contradicts itself is dropped, unless nothing is left. */
export function conjunction(operands: readonly Operand[], explain: Explain): readonly Alternative[] {
	let result: Map<string, boolean>[] = [new Map()];
	let work = 0;
	for (const {alternatives, span} of operands) {
		work += growth(result, alternatives);
		if (work > maxWork) refuseTooMany('too much', span);
		const {merged, clash} = product(result, alternatives);
		const expands = result.length > 1 && alternatives.length > 1;
		if (expands && merged.length > maxAlternatives) refuseTooMany(`${merged.length} alternatives`, span);
		if (merged.length === 0 && clash !== undefined) {
			fail(span, 'contradiction', explain(clash), {help: 'leave one of the two out'});
		}
		result = expands ? distinctBy(merged, keyOf) : merged;
	}
	return distinctBy(result, keyOf);
}

/** How many things a step copies: a single alternative joins the others in place. */
const growth = (left: readonly Alternative[], right: readonly Alternative[]) =>
	right.length === 1
		? left.length * (right[0]?.size ?? 0)
		: right.length * left.reduce((sum, item) => sum + item.size, 0) +
			left.length * right.reduce((sum, item) => sum + item.size, 0);

const refuseTooMany = (what: string, span: Span): never =>
	fail(span, 'too-many', `this expands to ${what} (more than ${maxAlternatives})`, {
		help: 'run the report once per alternative',
	});

function product(left: readonly Map<string, boolean>[], right: readonly Alternative[]) {
	const merged: Map<string, boolean>[] = [];
	let clash: string | undefined;
	for (const first of left) {
		for (const second of right) {
			// With one alternative on the right the left side can be changed in place.
			const joined = right.length === 1 ? first : new Map(first);
			const key = join(joined, second);
			if (key === undefined) merged.push(joined);
			else clash = key;
		}
	}
	return {merged, clash};
}

/** Adds to a map; the key that would have to be both, or undefined. */
function join(into: Map<string, boolean>, from: Alternative): string | undefined {
	for (const [key, value] of from) {
		if (into.get(key) === !value) return key;
		into.set(key, value);
	}
	return undefined;
}
