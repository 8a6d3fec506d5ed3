import type {Labeled} from '../../contract/value-schemas.ts';
import {CliError} from '../../errors.ts';

/**
 * JSON objects keyed by labels from data. A JavaScript object moves names such as "10" to the front, so strings that
 * begin with a digit get a mark in the text, which is removed when a string is read.
 */

/** The service never nests deeper, and the recursion below needs a limit. */
const maxDepth = 100;

const labelMark = '#';
/** The opening quote of a string that begins with a digit or the mark. No such character follows a closing quote. */
const openingQuote = /(?<!\\)"(?=[#\d]|\\u00(?:23|3\d))/g;
/**
 * Replaces backslashes while the text is parsed; UTF-8 has no such character. JSON.parse of Node 24 and 26 mistakes an
 * escape in a name for the backslash of an earlier name: after `a\`, it reads `a"` as `a\`.
 */
const hiddenBackslash = '\udfff';
const hideBackslashes = (text: string) =>
	text.replaceAll('\\\\', hiddenBackslash).replace(/\\u005c/gi, hiddenBackslash);
const beginsWithMark = (name: string) => name.startsWith(labelMark);
const beginsWithDigit = (name: string) => name >= '0' && name < ':';
function getKey(name: string): string {
	const key = name.replaceAll('\\', hiddenBackslash);
	return beginsWithMark(key) || beginsWithDigit(key) ? labelMark + key : key;
}
const unmark = (text: string) =>
	(text.startsWith(labelMark) ? text.slice(labelMark.length) : text).replace(/\udfff/gu, '\\');

type MarkedObject = Readonly<Record<string, unknown>>;

function unmarkValue(value: unknown): Labeled {
	if (typeof value === 'string') return unmark(value);
	if (Array.isArray(value)) return value.map(unmarkValue);
	return typeof value === 'object' && value !== null ? new LabelMap(value as MarkedObject) : (value as Labeled);
}

/** A read-only view of a parsed object; a tree of real Maps takes several times the memory. */
class LabelMap implements ReadonlyMap<string, Labeled> {
	readonly #members: MarkedObject;

	constructor(members: MarkedObject) {
		this.#members = members;
	}

	get size(): number {
		return Object.keys(this.#members).length;
	}

	has(name: string): boolean {
		return Object.hasOwn(this.#members, getKey(name));
	}

	get(name: string): Labeled | undefined {
		const key = getKey(name);
		return Object.hasOwn(this.#members, key) ? unmarkValue(this.#members[key]) : undefined;
	}

	forEach(visit: (value: Labeled, name: string, map: ReadonlyMap<string, Labeled>) => void): void {
		for (const [name, value] of this) visit(value, name, this);
	}

	*keys(): MapIterator<string> {
		for (const key of Object.keys(this.#members)) yield unmark(key);
	}

	*values(): MapIterator<Labeled> {
		for (const value of Object.values(this.#members)) yield unmarkValue(value);
	}

	*entries(): MapIterator<[string, Labeled]> {
		for (const key of Object.keys(this.#members)) yield [unmark(key), unmarkValue(this.#members[key])];
	}

	[Symbol.iterator](): MapIterator<[string, Labeled]> {
		return this.entries();
	}
}

const createContractError = (message: string) =>
	new CliError('refused', message, {hint: 'add --raw to see the response unchanged', code: 'contract'});

function findNumber(text: string, value: number): string {
	for (const [word] of text.matchAll(/-?\d[-+.\dEe]*/g)) if (Number(word) === value) return word.slice(0, 40);
	return String(value);
}

/** Counts the members of all objects in a value, and checks depth and numbers. */
function countMembers(value: unknown, text: string, depth = 1): number {
	if (typeof value === 'number' && (Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value)))
		throw createContractError(
			`the response contains a number that cannot be represented exactly: ${findNumber(text, value)}`,
		);
	if (typeof value !== 'object' || value === null) return 0;
	if (depth > maxDepth) throw new SyntaxError(`nested deeper than ${maxDepth}`);
	const children = Object.values(value);
	let count = Array.isArray(value) ? 0 : children.length;
	for (const child of children) count += countMembers(child, text, depth + 1);
	return count;
}

/** Counts strings before a colon. Removing escapes first makes every remaining quote end a string. */
function countNames(text: string): number {
	const bare = text.replace(/\\./g, '');
	const string = /"[^"]*"[ \t\r\n]*:?/g;
	let count = 0;
	while (string.test(bare)) if (bare[string.lastIndex - 1] === ':') count++;
	return count;
}

/**
 * Parses objects as read-only Maps in the order of the text, whatever their names. Throws SyntaxError for text that is
 * not JSON or nested deeper than 100, and CliError (refused) for numbers that a double cannot represent exactly and for
 * labels that an object contains twice.
 */
export function parseLabeled(text: string): Labeled {
	const value: unknown = JSON.parse(hideBackslashes(text).replace(openingQuote, `"${labelMark}`));
	// JSON.parse keeps the last of two equal names, so there are fewer members than names.
	if (countMembers(value, text) < countNames(text))
		throw createContractError('the response contains an object with the same label twice');
	return unmarkValue(value);
}
