import {distinctBy} from '../../text/group-by.ts';
import type {Field, Target} from '../properties/catalog.ts';
import type {Cursor} from '../source/cursor.ts';
import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {rejectSymbols, rejectToken} from '../values/bare-text.ts';
import {type Grammar, readTree, type Tree} from './and-or-tree.ts';
import type {Kind} from './filter-kind.ts';

/**
 * Filters in disjunctive normal form: alternatives, each with keys that must be true or false. In the API, an array of
 * objects.
 */

export type Alternative = ReadonlyMap<string, boolean>;
/** Campaigns have the keys `auto/ID` and `manual/ID`; true means delivered. */
export type AlternativesModel = {readonly kind: 'flags' | 'campaigns'; readonly alternatives: readonly Alternative[]};

type AlternativesKind<J> = {
	readonly kind: AlternativesModel['kind'];
	readonly read: (cursor: Cursor, target: Target, name: Span) => readonly Alternative[];
	readonly toJson: (alternative: Alternative, field: Field) => object;
	readonly printOne: (json: J) => string;
	readonly explain: (field: Field, alternatives: readonly Alternative[]) => string;
	readonly clash: (field: Field) => ExplainClash;
	/** Returns the alternative with its keys in the order of the JSON. */
	readonly inOrder: (field: Field, alternative: Alternative) => Alternative;
};

export const filterOfAlternatives = <J>({
	kind,
	...leaves
}: AlternativesKind<J>): Kind<AlternativesModel, readonly J[]> => ({
	read: (...place) => ({kind, alternatives: leaves.read(...place)}),
	toJson: (field, {alternatives}) => alternatives.map(item => leaves.toJson(item, field)),
	print: ({name}, json) => `${name}(${json.map(leaves.printOne).join(', ')})`,
	explain: (field, {alternatives}) => leaves.explain(field, alternatives),
	joinAnd(field, terms) {
		const operands = terms.map(({model, span}) => ({alternatives: model.alternatives, span}));
		return {kind, alternatives: sortAlternatives(conjunction(operands, leaves.clash(field)), field.parts)};
	},
	joinOr: (_, terms) => ({kind, alternatives: disjunction(terms.map(({model}) => model.alternatives))}),
	finish: (field, {alternatives}) => ({
		kind,
		alternatives: disjunction([alternatives.map(item => leaves.inOrder(field, item))]),
	}),
});

export const printAlternative = (alternative: Iterable<readonly [string, boolean | undefined]>): string =>
	Array.from(alternative, ([key, value]) => (value ? key : `not ${key}`)).join(' and ');

/** Clauses may come in any order, so their product needs an order of its own to be canonical. */
function sortAlternatives(alternatives: readonly Alternative[], keys: readonly string[]): readonly Alternative[] {
	const named = [...new Set(alternatives.flatMap(alternative => [...alternative.keys()]))];
	const order = keys.length > 0 ? keys : named.sort();
	return alternatives.map(item => pickKeys(item, order)).sort((a, b) => compareAlternatives(a, b, order));
}

/** Orders by the first key that differs: true, false, absent. */
function compareAlternatives(a: Alternative, b: Alternative, order: readonly string[]): number {
	const rank = (value: boolean | undefined) => (value === undefined ? 2 : value ? 0 : 1);
	const key = order.find(name => a.get(name) !== b.get(name));
	return key === undefined ? 0 : rank(a.get(key)) - rank(b.get(key));
}

export const pickKeys = (alternative: Alternative, order: readonly string[]): Alternative =>
	new Map(
		order.flatMap(key => {
			const value = alternative.get(key);
			return value === undefined ? [] : [[key, value] as const];
		}),
	);

/** Limits a product of alternatives. A list that the user writes out may be longer. */
export const maxAlternatives = 64;
/** Limits the entries that all steps of a product copy, so that a long text cannot take minutes. */
const maxWork = 250_000;

export type Operand = {readonly alternatives: readonly Alternative[]; readonly span: Span};
export type ExplainClash = (key: string) => string;

function alternativesOf(tree: Tree<string>, explain: ExplainClash, negated = false): readonly Alternative[] {
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

export const disjunction = (groups: readonly (readonly Alternative[])[]): readonly Alternative[] =>
	distinctBy(groups.flat(), keyOf);

const keyOf = (alternative: Alternative) => JSON.stringify([...alternative].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Multiplies the alternatives of the operands (`and`) and drops contradictions. Fails if none is left. */
export function conjunction(operands: readonly Operand[], explain: ExplainClash): readonly Alternative[] {
	let result: Map<string, boolean>[] = [new Map()];
	let work = 0;
	for (const {alternatives, span} of operands) {
		work += countCopies(result, alternatives);
		if (work > maxWork) rejectTooMany('too many', span);
		const {merged, clash} = product(result, alternatives);
		const expands = result.length > 1 && alternatives.length > 1;
		if (expands && merged.length > maxAlternatives) rejectTooMany(String(merged.length), span);
		if (merged.length === 0 && clash !== undefined) {
			fail(span, 'contradiction', explain(clash), {help: 'remove one of the two'});
		}
		result = expands ? distinctBy(merged, keyOf) : merged;
	}
	return distinctBy(result, keyOf);
}

/** Counts the entries that a step copies. A single alternative on the right is merged in place. */
const countCopies = (left: readonly Alternative[], right: readonly Alternative[]) =>
	right.length === 1
		? left.length * (right[0]?.size ?? 0)
		: right.length * left.reduce((sum, item) => sum + item.size, 0) +
			left.length * right.reduce((sum, item) => sum + item.size, 0);

export const rejectTooMany = (count: string, span: Span): never =>
	fail(span, 'too-many', `this expands to ${count} alternatives; the limit is ${maxAlternatives}`, {
		help: 'split the filter, and run the report once for each part',
	});

function product(left: readonly Map<string, boolean>[], right: readonly Alternative[]) {
	const merged: Map<string, boolean>[] = [];
	let clash: string | undefined;
	for (const first of left) {
		for (const second of right) {
			// With a single alternative on the right, each on the left is used once and can be changed in place.
			const joined = right.length === 1 ? first : new Map(first);
			const key = mergeInto(joined, second);
			if (key === undefined) merged.push(joined);
			else clash = key;
		}
	}
	return {merged, clash};
}

/** Returns the key of a contradiction, or undefined. */
function mergeInto(into: Map<string, boolean>, from: Alternative): string | undefined {
	for (const [key, value] of from) {
		if (into.get(key) === !value) return key;
		into.set(key, value);
	}
	return undefined;
}

/** A comma is an `or` with the lowest precedence. */
export function readGroup(
	cursor: Cursor,
	readLeaf: Grammar<string>['readLeaf'],
	explain: ExplainClash,
): readonly Alternative[] {
	cursor.open();
	const grammar = {readLeaf, reject: rejectInGroup};
	const groups = [alternativesOf(readTree(cursor, grammar), explain)];
	while (cursor.comma()) groups.push(alternativesOf(readTree(cursor, grammar), explain));
	cursor.close(() => rejectInGroup(cursor));
	return disjunction(groups);
}

function rejectInGroup(cursor: Cursor): never {
	rejectSymbols(cursor);
	return rejectToken(cursor, {expected: ["'and'", "'or'", "','", "')'"]});
}
