import {isMap, isObject} from '../../contract/json-values.ts';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {type Answer, getText} from './http-answer.ts';
import {parseLabelled} from './labelled-json.ts';
import {parseJson} from './parse-json.ts';

/** The body of an answer, where it is a JSON object. */
export type Body = {
	readonly members: Readonly<Record<string, unknown>>;
	/** It has the member `status` twice. JSON allows that, and the service never does it. */
	readonly hasTwoStatuses: boolean;
};

/** JSON.parse keeps the last of two equal names; with a number behind each `status` it keeps all of them. */
function hasTwoStatuses(text: string): boolean {
	const member = /(?<!\\)"status"(?=[ \t\r\n]*:)/g;
	if ((text.match(member)?.length ?? 0) < 2) return false;
	let count = 0;
	const numbered = text.replace(member, () => `"status#${++count}"`);
	return Object.keys(JSON.parse(numbered)).filter(name => /^status#\d+$/.test(name)).length > 1;
}

function parseRecords(text: string): Body | undefined {
	const value = parseJson(text);
	return isObject(value) ? {members: value, hasTwoStatuses: hasTwoStatuses(text)} : undefined;
}

function parseLabels(text: string): Body | undefined {
	const value = parseLabelled(text);
	if (!isMap(value)) return undefined;
	const members = Object.fromEntries(value);
	return {members, hasTwoStatuses: false};
}

/**
 * The body as its endpoint says: fixed members, or objects keyed by labels as Maps in the service's order. Undefined when it
 * is not a JSON object.
 */
export function parseBody({reading}: Pick<Endpoint, 'reading'>, answer: Answer): Body | undefined {
	const text = getText(answer);
	try {
		// A failure holds `status` and `reason` and no labels.
		return reading === 'records' || answer.status >= 300 ? parseRecords(text) : parseLabels(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
