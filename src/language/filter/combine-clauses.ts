import {groupBy} from '../../text/group-by.ts';
import {type Catalog, type Field, keepHint, type Target} from '../properties/catalog.ts';
import {fail, type Remark} from '../source/expression-error.ts';
import type {Span} from '../source/source-text.ts';
import {maxAlternatives, rejectTooMany} from './alternatives.ts';
import type {Tree} from './and-or-tree.ts';
import {rejectBoth, type Term} from './filter-kind.ts';
import {type FilterModel, kindOf, type Model} from './filter-model.ts';

export type Clause = {readonly target: Target; readonly model: Model};

export type Part = {
	readonly field: Field;
	readonly span: Span;
	/** Undefined for JSON that no text can express. */
	readonly model?: Model | undefined;
	/** API JSON, which is sent unchanged. */
	readonly given?: unknown;
};
export type Parts = readonly Part[];

/** Filters of which an installation has to match at least one. The API has no such list. */
export type Alternatives = readonly Parts[];
export type JoinOr = (items: readonly Alternatives[], whole: Span) => Alternatives;

/** @param not the place of the word that negates the tree. */
export function combine(tree: Tree<Clause>, joinOr: JoinOr, not?: Span): Alternatives {
	if (tree.type === 'leaf') {
		const {target, model} = tree.leaf;
		return [[{field: target.field, model: not ? negate(tree.leaf, tree.span, not) : model, span: tree.span}]];
	}
	if (tree.type === 'not') return combine(tree.item, joinOr, not ? undefined : tree.word);
	const isAnd = (tree.type === 'and') !== (not !== undefined);
	const items = tree.items.map(item => combine(item, joinOr, not));
	return isAnd ? multiply(items, tree.span) : joinOr(items, tree.span);
}

/** Negates a yes/no property or a single flag; the API has no other negation. */
function negate({target, model}: Clause, span: Span, not: Span): Model {
	if (model.kind === 'boolean') return {...model, value: !model.value};
	if (model.kind !== 'flags' && model.kind !== 'campaigns') {
		const help = keepHint(target);
		return fail(not, 'not-only-flags', "'not' works on yes/no flags only; the API has no 'not equal'", {help});
	}
	const [only] = model.alternatives;
	const [entry] = only ?? [];
	if (model.alternatives.length !== 1 || only?.size !== 1 || !entry) {
		const {field} = target;
		const help = `negate inside the parentheses: ${field.name}(not ${field.parts[0] ?? 'auto/C1'}, not ${field.parts[1] ?? 'auto/C2'})`;
		return fail(span, 'not-only-flags', "'not' applies to a single flag only", {help});
	}
	const [key, value] = entry;
	return {...model, alternatives: [new Map([[key, !value]])]};
}

type Group = readonly [Part, ...Part[]];

const byProperty = (items: readonly Parts[]): Iterable<Group> =>
	groupBy(items.flat(), ({field}) => field.name).values();

const termOf = ({field, model, span}: Part): Term<Model> => ({
	model: model ?? rejectBoth(field.name, span, 'give the whole filter on this property as JSON'),
	span,
});

function joinGroup(how: 'joinAnd' | 'joinOr', [first, ...others]: Group, whole = first.span): Part {
	if (others.length === 0) return first;
	const {field, span} = first;
	return {field, span, model: kindOf(field)[how](field, [termOf(first), ...others.map(termOf)], whole)};
}

/** Joins with `and`: the API does so between properties, and clauses on one property must merge into one filter. */
export const joinWithAnd = (items: readonly Parts[], whole?: Span): Parts =>
	Array.from(byProperty(items), group => joinGroup('joinAnd', group, whole));

/** Joins with `and`: each alternative of an item with each of the others. */
export function multiply(items: readonly Alternatives[], whole?: Span): Alternatives {
	const lists: Parts[][] = [[]];
	for (const [first = [], ...others] of items) {
		const count = lists.length * (1 + others.length);
		if (first[0] && count > maxAlternatives) rejectTooMany(String(count), first[0].span);
		const copies = others.flatMap(parts => lists.map(list => [...list, parts]));
		for (const list of lists) list.push(first);
		lists.push(...copies);
	}
	return lists.map(list => joinWithAnd(list, whole));
}

/** Joins with `or`, which works within one property only. */
export const joinWithOr: JoinOr = (items, whole) => {
	const [group, other] = byProperty(items.flat());
	if (group && other) rejectAcross(group[0], other[0]);
	return group ? [[joinGroup('joinOr', group, whole)]] : [];
};

const rejectAcross = (first: Part, other: Part) => {
	const names = `${first.field.name} and ${other.field.name}`;
	fail(other.span, 'or-across', `'or' cannot join different properties (${names})`, {
		help: first.field.property
			? [
					"the API joins filters on different properties with 'and'",
					"to count active installations that match at least one filter, use usagectl report support; in other reports, run the report with each filter, and with both joined by 'and': first + second - both",
				]
			: 'run the command once for each property',
	});
};

export function finish(parts: Parts, {fields}: Catalog, warnings: Remark[]): FilterModel {
	const ordered = fields.flatMap(field => parts.find(part => part.field === field) ?? []);
	return new Map(
		ordered.flatMap(({field, model, span}) => {
			const warn = (code: string, message: string) => warnings.push({code, message, span});
			return model ? [[field.name, kindOf(field).finish(field, model, warn)]] : [];
		}),
	);
}
