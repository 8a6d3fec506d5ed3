import {
	CST,
	type Document,
	isCollection,
	isMap,
	isNode,
	isScalar,
	Lexer,
	LineCounter,
	type Node,
	parseDocument,
	type Scalar,
	visit,
} from 'yaml';
import {expand, type Variables} from './question-variables.ts';

/** YAML with the place of each value. Aliases are refused: a few lines of them can stand for gigabytes. */

/** Line and column count from 1. */
export type Position = {readonly line: number; readonly column: number};
export type Mistake = Position & {readonly message: string};

export type Path = readonly PropertyKey[];

export type YamlFile = {
	readonly value: unknown;
	readonly mistakes: readonly Mistake[];
	/** The position of a value, or of the nearest value around it if there is none. */
	readonly locate: (path: Path) => Position;
	/** The position of a name in a map. */
	readonly locateName: (path: Path, name: string) => Position;
};

/** A larger file is refused. */
export const maxBytes = 64 * 1024;
/** The parser calls itself for each level, and ends the process where there are too many. */
const maxDepth = 40;

const flowSteps: ReadonlyMap<string | null, number> = new Map([
	['flow-seq-start', 1],
	['flow-map-start', 1],
	['flow-seq-end', -1],
	['flow-map-end', -1],
]);
/** Marks of the lexer's own, which are not in the text. */
const marks: readonly (string | null)[] = ['doc-mode', 'flow-error-end', 'scalar'];

/** Measures how deeply tokens are nested: by brackets, by list marks in a line, and by the blanks before it. */
function createDepth(): (type: string | null, length: number) => number {
	let flow = 0;
	let inLine = 0;
	return (type, length) => {
		flow += flowSteps.get(type) ?? 0;
		if (type === 'newline') inLine = 0;
		else if (type === 'seq-item-ind' || type === 'explicit-key-ind') inLine++;
		else if (type === 'space' && inLine === 0) inLine = Math.floor(length / 4);
		return Math.max(flow, inLine);
	};
}

/** The offset at which the text is nested too deeply; undefined where it is not. */
function findDepth(text: string): number | undefined {
	const getDepth = createDepth();
	let offset = 0;
	for (const token of new Lexer().lex(text)) {
		const type = CST.tokenType(token);
		if (getDepth(type, token.length) > maxDepth) return offset;
		if (!marks.includes(type)) offset += token.length;
	}
	return undefined;
}

const parse = (text: string, lineCounter: LineCounter) =>
	parseDocument(text, {
		lineCounter,
		version: '1.2',
		merge: false,
		uniqueKeys: true,
		stringKeys: true,
		prettyErrors: false,
		logLevel: 'error',
	});

/** Messages for errors that the parser explains by its own options. */
const ownWords: ReadonlyMap<string, string> = new Map([
	['DUPLICATE_KEY', 'duplicate key'],
	['NON_STRING_KEY', 'a key must be text'],
	['MULTIPLE_DOCS', 'the file may contain only one document'],
]);

const offsetOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

/** Puts values in the place of variables, except in command lines, which are split into words first. */
function expandAll(
	document: Document.Parsed,
	variables: Variables,
	report: (offset: number, message: string) => void,
): {readonly hasAliases: boolean} {
	let hasAliases = false;
	const expandScalar = (node: Scalar) => {
		if (typeof node.value !== 'string' || !node.value.includes('${')) return;
		const {text, faults} = expand(node.value, variables);
		for (const fault of faults) report(offsetOf(node) ?? 0, fault);
		const isNumber = node.type === 'PLAIN' && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text);
		node.value = isNumber ? Number(text) : text;
	};
	visit(document, {
		Pair: (_, {key}) => {
			const name = isScalar(key) ? key.value : undefined;
			if (name !== '__proto__') return name === 'ask' || name === 'before' ? visit.SKIP : undefined;
			// Setting `__proto__` on an object would change its prototype.
			report(offsetOf(key) ?? 0, `'${name}' is not allowed as a key`);
			return visit.REMOVE;
		},
		Scalar: (key, node) => (key === 'key' ? undefined : expandScalar(node)),
		Alias: (_, node) => {
			hasAliases = true;
			report(offsetOf(node) ?? 0, `aliases are not supported: write out the value of *${node.source}`);
		},
	});
	return {hasAliases};
}

/** The node of a path, or the nearest one around it. */
function findNode(root: Node | null, path: Path): Node | null {
	let node = root;
	for (const step of path) {
		const next = isCollection(node) ? node.get(step, true) : undefined;
		if (!isNode(next)) return node;
		node = next;
	}
	return node;
}

/** Reads YAML text. The value is undefined where the text is none. */
export function readYaml(text: string, variables: Variables): YamlFile {
	const lineCounter = new LineCounter();
	const mistakes: Mistake[] = [];
	const placeOf = (offset = 0) => {
		const {line, col} = lineCounter.linePos(offset);
		return {line: Math.max(1, line), column: Math.max(1, col)};
	};
	const deep = findDepth(text);
	const document = parse(deep === undefined ? text : '', lineCounter);
	if (deep !== undefined) {
		const before = text.slice(0, deep).split('\n');
		mistakes.push({
			line: before.length,
			column: (before.at(-1)?.length ?? 0) + 1,
			message: 'nested too deeply',
		});
	}
	const report = (offset: number, message: string) => void mistakes.push({...placeOf(offset), message});
	const lines = text.split('\n');
	/** Further faults of a line are mostly the consequence of the first. */
	const reportFault = (offset: number, message: string) => {
		const place = placeOf(offset);
		if (mistakes.some(({line}) => line === place.line)) return;
		const advice = lines[place.line - 1]?.includes('${') ? '; quote variables inside { } and [ ]' : '';
		mistakes.push({...place, message: message.replace(/\s+/g, ' ') + advice});
	};
	const faults = [...document.errors, ...document.warnings];
	for (const {pos, code, message} of faults.slice(0, 20)) reportFault(pos[0], ownWords.get(code) ?? message);
	const isTree = faults.length === 0 && deep === undefined;
	const isWhole = isTree && !expandAll(document, variables, report).hasAliases;
	const {contents} = document;
	return {
		value: isWhole ? document.toJS() : undefined,
		mistakes,
		locate: path => placeOf(offsetOf(findNode(contents, path))),
		locateName: (path, name) => {
			const node = findNode(contents, path);
			const pair = isMap(node) ? node.items.find(({key}) => isScalar(key) && String(key.value) === name) : undefined;
			return placeOf(offsetOf(pair?.key) ?? offsetOf(node));
		},
	};
}
