import {type Node, type ParseError, type ParseOptions, parseTree} from 'jsonc-parser';

/** Finds places in JSON text (RFC 8259), for messages only; values come from `JSON.parse`. */

const strict: ParseOptions = {disallowComments: true, allowTrailingComma: false, allowEmptyContent: false};

function readTree(text: string, errors: ParseError[]): Node | undefined {
	try {
		return parseTree(text, errors, strict);
	} catch (error) {
		// Nested too deeply for the recursive parser.
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Returns the index at which text that `JSON.parse` rejects stops being JSON. */
export function findJsonFault(text: string): number {
	const errors: ParseError[] = [];
	readTree(text, errors);
	return errors[0]?.offset ?? 0;
}

/** For a repeated name, JSON uses the last one. */
function childOf(node: Node | undefined, step: string | number): Node | undefined {
	if (typeof step === 'number') return node?.children?.[step];
	return node?.children?.findLast(({children}) => children?.[0]?.value === step)?.children?.[1];
}

export type Span = {readonly start: number; readonly end: number};

const spanOf = ({offset, length}: Node): Span => ({start: offset, end: offset + length});

/** Finds the value at a path in valid JSON, or the nearest value around it. */
export function locateJson(text: string, path: readonly (string | number)[]): Span {
	let node = readTree(text, []);
	for (const step of path) {
		const child = childOf(node, step);
		if (!child) break;
		node = child;
	}
	return node ? spanOf(node) : {start: 0, end: text.length};
}

export const locateItems = (text: string, member: string): readonly Span[] =>
	childOf(readTree(text, []), member)?.children?.map(spanOf) ?? [];
