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
import {explainYamlError} from './yaml-messages.ts';

/** Reads YAML with positions. Rejects aliases, because a few lines of them can expand to gigabytes. */

/** Line and column start at 1. */
export type Position = {readonly line: number; readonly column: number};
export type FileError = Position & {readonly message: string};

export type Path = readonly PropertyKey[];

export type YamlFile = {
	readonly value: unknown;
	readonly errors: readonly FileError[];
	/** Returns the position of a value, or of the nearest enclosing value if it is missing. */
	readonly locate: (path: Path) => Position;
	readonly locateName: (path: Path, name: string) => Position;
};

export const maxBytes = 64 * 1024;
/** The parser is recursive: too many levels overflow the stack. */
const maxDepth = 40;

const flowSteps: ReadonlyMap<string | null, number> = new Map([
	['flow-seq-start', 1],
	['flow-map-start', 1],
	['flow-seq-end', -1],
	['flow-map-end', -1],
]);
const controlTokens: readonly (string | null)[] = ['doc-mode', 'flow-error-end', 'scalar'];

/** Measures the nesting of tokens by brackets, list marks in a line, and indentation. */
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

function findTooDeep(text: string): number | undefined {
	const getDepth = createDepth();
	let offset = 0;
	for (const token of new Lexer().lex(text)) {
		const type = CST.tokenType(token);
		if (getDepth(type, token.length) > maxDepth) return offset;
		if (!controlTokens.includes(type)) offset += token.length;
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

const offsetOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

/** Replaces variables in all values except command lines, which have to be split into words first. */
function expandAll(
	document: Document.Parsed,
	variables: Variables,
	report: (offset: number, message: string) => void,
): {readonly hasAliases: boolean} {
	let hasAliases = false;
	const expandScalar = (node: Scalar) => {
		if (typeof node.value !== 'string' || !node.value.includes('${')) return;
		const {text, errors} = expand(node.value, variables);
		for (const error of errors) report(offsetOf(node) ?? 0, error);
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

function findNearestNode(root: Node | null, path: Path): Node | null {
	let node = root;
	for (const step of path) {
		const next = isCollection(node) ? node.get(step, true) : undefined;
		if (!isNode(next)) return node;
		node = next;
	}
	return node;
}

/** Parses YAML. The value is undefined if the text is invalid. */
export function readYaml(text: string, variables: Variables): YamlFile {
	const lineCounter = new LineCounter();
	const errors: FileError[] = [];
	const placeOf = (offset = 0) => {
		const {line, col} = lineCounter.linePos(offset);
		return {line: Math.max(1, line), column: Math.max(1, col)};
	};
	const deep = findTooDeep(text);
	const document = parse(deep === undefined ? text : '', lineCounter);
	if (deep !== undefined) {
		const before = text.slice(0, deep).split('\n');
		errors.push({
			line: before.length,
			column: (before.at(-1)?.length ?? 0) + 1,
			message: 'nested too deeply',
		});
	}
	const report = (offset: number, message: string) => void errors.push({...placeOf(offset), message});
	const lines = text.split('\n');
	/** Reports one syntax error per line: further ones mostly follow from the first. */
	const reportSyntaxError = (offset: number, message: string) => {
		const place = placeOf(offset);
		if (errors.some(({line}) => line === place.line)) return;
		const advice = lines[place.line - 1]?.includes('${') ? '; quote variables inside { } and [ ]' : '';
		errors.push({...place, message: message + advice});
	};
	const syntaxErrors = [...document.errors, ...document.warnings];
	for (const {pos, code, message} of syntaxErrors.slice(0, 20))
		reportSyntaxError(pos[0], explainYamlError(code, message));
	const isTree = syntaxErrors.length === 0 && deep === undefined;
	const isWhole = isTree && !expandAll(document, variables, report).hasAliases;
	const {contents} = document;
	return {
		value: isWhole ? document.toJS() : undefined,
		errors,
		locate: path => placeOf(offsetOf(findNearestNode(contents, path))),
		locateName: (path, name) => {
			const node = findNearestNode(contents, path);
			const pair = isMap(node) ? node.items.find(({key}) => isScalar(key) && String(key.value) === name) : undefined;
			return placeOf(offsetOf(pair?.key) ?? offsetOf(node));
		},
	};
}
