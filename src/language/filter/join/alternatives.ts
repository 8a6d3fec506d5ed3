import {fail} from '../../source/fault.ts';
import type {Span} from '../../source/source.ts';
import type {Alternative} from '../model.ts';
import type {Tree} from './tree.ts';

/** Alternatives joined by or, each a set of things that must or must not hold: the API's array of objects. */

/** A product of ors may hold this many; a list that was written out may hold any number. */
const maxAlternatives = 64;
/** And this many things in all of its steps together, so that no text of a megabyte takes seconds. */
const maxWork = 250_000;

export type Operand = {readonly alternatives: readonly Alternative[]; readonly span: Span};
/** Words the contradiction between what must and must not hold, by its key. */
export type Explain = (key: string) => string;

/** The alternatives of a tree of flags or campaigns; `negated` by De Morgan. */
export function alternativesOf(tree: Tree<string>, explain: Explain, negated = false): readonly Alternative[] {
	if (tree.type === 'leaf') return [new Map([[tree.leaf, !negated]])];
	if (tree.type === 'not') return alternativesOf(tree.item, explain, !negated);
	const isAnd = (tree.type === 'and') !== negated;
	return isAnd
		? conjunction(operandsOf(tree.items, explain, negated), explain)
		: disjunction(tree.items.map(item => alternativesOf(item, explain, negated)));
}

/** One after the other, so that of a hundred thousand only one is in memory. */
function* operandsOf(items: readonly Tree<string>[], explain: Explain, negated: boolean): Generator<Operand> {
	for (const item of items) yield {alternatives: alternativesOf(item, explain, negated), span: item.span};
}

/** All alternatives in the order written, equal ones once. */
export const disjunction = (groups: readonly (readonly Alternative[])[]): readonly Alternative[] =>
	distinct(groups.flat());

function distinct<A extends Alternative>(alternatives: readonly A[]): A[] {
	if (alternatives.length < 2) return [...alternatives];
	const found = new Map<string, A>();
	for (const alternative of alternatives) {
		const key = keyOf(alternative);
		if (!found.has(key)) found.set(key, alternative);
	}
	return [...found.values()];
}

function keyOf(alternative: Alternative): string {
	// Nearly every one; the keys of longer ones begin with a bracket, which no flag and no channel does.
	if (alternative.size === 1) for (const [key, value] of alternative) return `${key}=${value}`;
	return JSON.stringify([...alternative].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Every choice of one alternative from each operand; what contradicts itself is dropped, unless nothing is left. */
export function conjunction(operands: Iterable<Operand>, explain: Explain): readonly Alternative[] {
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
		result = expands ? distinct(merged) : merged;
	}
	return distinct(result);
}

/** A single alternative joins the others in place; more make copies. */
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
			// The left side is ours when there is one way to go on: no copy of a long list per clause.
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
