import {isObject} from '../../contract/json-values.ts';
import {findJsonFault, locateJson} from '../../text/json-text.ts';
import {nearNames} from '../../text/near-names.ts';
import type {Field} from '../properties/catalog.ts';
import {excerpt} from '../values/quoting.ts';
import {omitUndefinedEnds} from '../values/range-ends.ts';
import type {Cursor} from './cursor.ts';
import type {Advice} from './expression-error.ts';
import {jsonHelp, type Span} from './source-text.ts';

/** API JSON as a source. Every value knows its path, so that messages can point to it. */

export type JsonNode = {
	readonly value: unknown;
	readonly path: readonly (string | number)[];
	readonly cursor: Cursor;
};

export type Members = ReadonlyMap<string, JsonNode>;

export function readJson(cursor: Cursor): JsonNode {
	try {
		return {value: JSON.parse(cursor.text), path: [], cursor};
	} catch {
		const position = Math.min(findJsonFault(cursor.text), cursor.text.trimEnd().length - 1);
		const help = 'text that begins with { is read as API JSON: check its quotes, commas and brackets';
		return cursor.fail('bad-json', 'invalid JSON', {help}, cursor.span(position, position + 1));
	}
}

const pathText = (path: JsonNode['path']) =>
	`$${path.map(step => (typeof step === 'number' ? `[${step}]` : /^\w+$/.test(step) ? `.${step}` : `[${excerpt(JSON.stringify(step))}]`)).join('')}`;

/** Fails with the path of a value: `$.licenseStatus[0]: expected an object`. */
export function rejectJson(node: JsonNode, message: string, advice: Advice = {}): never {
	const help = advice.help ?? (advice.expected || advice.suggest ? undefined : jsonHelp);
	return node.cursor.fail('bad-shape', `${pathText(node.path)}: ${message}`, {...advice, help}, spanOf(node));
}

export function spanOf({path, cursor}: JsonNode): Span {
	const {start, end} = locateJson(cursor.text, path);
	return cursor.span(start, end);
}

const createChild = ({path, cursor}: JsonNode, step: string | number, value: unknown): JsonNode => ({
	value,
	path: [...path, step],
	cursor,
});

export function members(node: JsonNode, allowed: readonly string[]): Members {
	const found = anyMembers(node);
	for (const [name, member] of found) {
		if (allowed.includes(name)) continue;
		const suggest = nearNames(name, allowed);
		rejectJson(member, `unknown member '${excerpt(name)}'`, suggest.length > 0 ? {suggest} : {expected: allowed});
	}
	return found;
}

export const requireMember = (node: JsonNode, found: Members, name: string): JsonNode =>
	found.get(name) ?? rejectJson(node, `${name} is missing`);

export function anyMembers(node: JsonNode): Members {
	const {value} = node;
	if (!isObject(value)) return rejectJson(node, 'expected an object');
	return new Map(Object.entries(value).map(([name, member]) => [name, createChild(node, name, member)]));
}

/** Rejects an empty array. */
export function items(node: JsonNode): readonly JsonNode[] {
	if (!Array.isArray(node.value)) return rejectJson(node, 'expected an array');
	if (node.value.length === 0)
		rejectJson(node, 'an empty array has no documented meaning', {help: 'add at least one item'});
	return node.value.map((item, index) => createChild(node, index, item));
}

export const textIn = (node: JsonNode): string =>
	typeof node.value === 'string' ? node.value : rejectJson(node, 'expected a string');

export const booleanIn = (node: JsonNode): boolean =>
	typeof node.value === 'boolean' ? node.value : rejectJson(node, 'expected true or false');

export function nullIn({name, nullable}: Field, node: JsonNode | undefined): boolean {
	if (node === undefined || !booleanIn(node)) return false;
	return nullable || rejectJson(node, `${name} does not support null`);
}

/** Reads a number, and rejects one that JSON numbers cannot hold exactly. */
export function numberIn(node: JsonNode): number {
	if (typeof node.value !== 'number') return rejectJson(node, 'expected a number');
	if (Math.abs(node.value) > Number.MAX_SAFE_INTEGER) rejectJson(node, 'the number is too large to be sent exactly');
	return node.value + 0;
}

export function rangeIn<T extends number | string>(node: JsonNode, min: T | undefined, max: T | undefined) {
	if (min !== undefined && max !== undefined && min > max)
		rejectJson(node, `the range is empty: it runs from ${min} to ${max}`);
	return omitUndefinedEnds(min, max);
}

export function regexIn(node: JsonNode): string {
	const regex = textIn(node);
	return regex === '' ? rejectJson(node, 'the regular expression is empty') : regex;
}

export function wordIn<Word extends string>(node: JsonNode, words: readonly Word[]): Word {
	const word = words.find(item => item === node.value);
	return (
		word ??
		rejectJson(node, `unexpected value ${excerpt(JSON.stringify(node.value))}`, {
			expected: words.map(item => `"${item}"`),
		})
	);
}
