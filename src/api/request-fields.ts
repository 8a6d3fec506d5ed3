import {isObject} from '../contract/json-values.ts';

/** The value of a `-F` or `-f` flag: a path in the request, and a value. */
export type Field = {
	/** `paging.limit` is `['paging', 'limit']`; `clientStatus[]` ends with an empty part, which appends to the list. */
	readonly path: readonly string[];
	readonly text: string;
	/** True for `-F`: the text is parsed as JSON if possible, and `@file` is read. */
	readonly typed: boolean;
};

type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = {readonly [name: string]: Json};

/** Parses a text as JSON. Returns the text if it is not JSON, or is a number that would be rounded. */
export function parseTyped(text: string): Json {
	try {
		const value: Json = JSON.parse(text);
		const isInexact =
			typeof value === 'number' &&
			(!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)));
		return isInexact ? text : value;
	} catch {
		return text;
	}
}

/** Returns the request with a value at a path. A value of another type on the way is replaced. */
function put(target: Json | undefined, path: readonly string[], value: Json): Json {
	const [head, ...rest] = path;
	if (head === undefined) return value;
	if (head === '') return [...(Array.isArray(target) ? target : []), value];
	const object = isObject(target) ? target : {};
	const before = Object.hasOwn(object, head) ? object[head] : undefined;
	return {...object, [head]: put(before, rest, value)};
}

/** Sets fields of a request, in the order typed. `readFile` returns the text of `@file` and `@-`. */
export async function applyFields(
	request: JsonObject,
	fields: readonly Field[],
	readFile: (name: string) => Promise<string>,
): Promise<JsonObject> {
	let result: Json = request;
	for (const {path, text, typed} of fields) {
		const value = !typed ? text : text.startsWith('@') ? await readFile(text.slice(1)) : parseTyped(text);
		result = put(result, path, value);
	}
	return result as JsonObject;
}
