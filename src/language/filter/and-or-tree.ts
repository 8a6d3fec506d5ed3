import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';

export type Tree<Leaf> =
	| {readonly type: 'leaf'; readonly leaf: Leaf; readonly span: Span}
	| {readonly type: 'not'; readonly item: Tree<Leaf>; readonly span: Span; readonly word: Span}
	| {readonly type: 'and' | 'or'; readonly items: readonly Tree<Leaf>[]; readonly span: Span};

type Connective = 'and' | 'or';

export type Grammar<Leaf> = {
	/** `after` is the connective before the leaf, for the message if nothing follows. */
	readonly readLeaf: (cursor: Cursor, after?: Span) => {readonly leaf: Leaf; readonly span: Span};
	readonly reject: (cursor: Cursor) => never;
};

/** Limits the recursion on `not not not …`. */
const maxNots = 100;

/** Reads operands joined by `and` only or by `or` only: mixing them needs parentheses. */
export function readTree<Leaf>(cursor: Cursor, grammar: Grammar<Leaf>, after?: Span): Tree<Leaf> {
	const start = cursor.at;
	const items = [readUnary(cursor, grammar, after)];
	let joined: Connective | undefined;
	for (let next = connectiveAhead(cursor); next; next = connectiveAhead(cursor)) {
		const span = cursor.span(next.at, next.at + next.word.length);
		if (joined && joined !== next.word) {
			const help = 'add parentheses: (a and b) or c, or a and (b or c)';
			cursor.fail('mixed', "'and' and 'or' are mixed without parentheses", {help}, span);
		}
		joined = next.word;
		cursor.at = next.at + next.word.length;
		cursor.skipLines();
		items.push(readUnary(cursor, grammar, span));
	}
	const [only] = items;
	return only && !joined ? only : {type: joined ?? 'and', items, span: cursor.span(start)};
}

function connectiveAhead(cursor: Cursor): {readonly word: Connective; readonly at: number} | undefined {
	const at = cursor.afterLines();
	const word = cursor.word(at).toLowerCase();
	return word === 'and' || word === 'or' ? {word, at} : undefined;
}

function readUnary<Leaf>(cursor: Cursor, grammar: Grammar<Leaf>, after?: Span): Tree<Leaf> {
	const nots: Span[] = [];
	let before = after;
	for (let at = cursor.at; cursor.take('not'); at = cursor.at) {
		before = cursor.span(at);
		nots.push(before);
		if (nots.length > maxNots)
			cursor.fail(
				'too-deep',
				`more than ${maxNots} 'not' in a row`,
				{help: 'remove them in pairs: two cancel out'},
				before,
			);
		cursor.skipLines();
	}
	let tree = readPrimary(cursor, grammar, before);
	for (const word of nots.reverse()) tree = {type: 'not', item: tree, word, span: cursor.span(word.start)};
	return tree;
}

function readPrimary<Leaf>(cursor: Cursor, grammar: Grammar<Leaf>, after?: Span): Tree<Leaf> {
	const start = cursor.at;
	if (!cursor.open()) return {type: 'leaf', ...grammar.readLeaf(cursor, after)};
	const tree = readTree(cursor, grammar);
	cursor.close(() => grammar.reject(cursor));
	return {...tree, span: cursor.span(start)};
}
