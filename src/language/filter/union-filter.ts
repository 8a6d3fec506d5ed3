import {fail} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import type {Tree} from './and-or-tree.ts';
import {type Clause, combine, joinWithAnd, joinWithOr, type Parts} from './combine-clauses.ts';

/** Filters of which an installation has to match at least one, if `or` joins what the API cannot join. */
export type Alternatives = readonly Parts[];

/** A filter that the API can express, and the sign with which its count enters the sum. */
type SignedParts = {readonly sign: 1 | -1; readonly parts: Parts};

const getProperty = (parts: Parts) => (parts.length === 1 ? parts[0]?.field : undefined);

/** The API joins alternatives on one property itself. */
function unite(items: readonly Alternatives[], span: Span): Alternatives {
	const united: Parts[] = [];
	for (const parts of items.flat()) {
		const property = getProperty(parts);
		const at = united.findIndex(each => property !== undefined && getProperty(each) === property);
		if (at < 0) united.push(parts);
		else united[at] = joinWithOr([united[at] ?? [], parts], span);
	}
	return united;
}

const multiply = (items: readonly Alternatives[], span?: Span): Alternatives =>
	items.reduce<Alternatives>(
		(product, alternatives) => product.flatMap(parts => alternatives.map(others => joinWithAnd([parts, others], span))),
		[[]],
	);

/** @param not the place of the word that negates the tree. */
export function getAlternatives(tree: Tree<Clause>, not?: Span): Alternatives {
	if (tree.type === 'leaf') return [combine(tree, not)];
	if (tree.type === 'not') return getAlternatives(tree.item, not ? undefined : tree.word);
	const isAnd = (tree.type === 'and') !== (not !== undefined);
	const items = tree.items.map(item => getAlternatives(item, not));
	return isAnd ? multiply(items, tree.span) : unite(items, tree.span);
}

export const joinAlternatives = (lines: readonly Alternatives[]): Alternatives => multiply(lines);

/** Four alternatives would take sixteen requests for each figure. */
const mostAlternatives = 3;

/**
 * Returns the terms whose signed counts add up to the count of the alternatives: A or B = A + B - (A and B). Throws CliError (usage) if
 * there would be too many, or if the API cannot express one.
 */
export function getTerms(alternatives: Alternatives): readonly SignedParts[] {
	const [first] = alternatives[mostAlternatives] ?? [];
	if (first) {
		const message = `'or' joins ${alternatives.length} filters that the API cannot join; the limit is ${mostAlternatives}`;
		fail(first.span, 'too-many', message, {
			help: 'each further one doubles the number of requests: ask about fewer of them',
		});
	}
	const terms: SignedParts[] = [];
	for (const parts of alternatives) {
		const overlaps = terms.map(
			({sign, parts: others}): SignedParts => ({sign: sign === 1 ? -1 : 1, parts: joinWithAnd([others, parts])}),
		);
		terms.push({sign: 1, parts}, ...overlaps);
	}
	return terms;
}
