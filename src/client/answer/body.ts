import {isMap, isObject} from '../../contract/json-values.ts';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {getText, type HttpAnswer} from './http-answer.ts';
import {parseLabeled} from './labeled-json.ts';
import {parseJson} from './parse-json.ts';

export type AnswerBody = {
	readonly members: Readonly<Record<string, unknown>>;
	/** True if the member `status` occurs twice, which JSON allows and the service never does. */
	readonly hasTwoStatuses: boolean;
};

/** JSON.parse keeps only the last of two equal names, so each `status` gets a number first. */
function containsTwoStatuses(text: string): boolean {
	const member = /(?<!\\)"status"(?=[ \t\r\n]*:)/g;
	if ((text.match(member)?.length ?? 0) < 2) return false;
	let count = 0;
	const numbered = text.replace(member, () => `"status#${++count}"`);
	return Object.keys(JSON.parse(numbered)).filter(name => /^status#\d+$/.test(name)).length > 1;
}

function parseRecords(text: string): AnswerBody | undefined {
	const value = parseJson(text);
	return isObject(value) ? {members: value, hasTwoStatuses: containsTwoStatuses(text)} : undefined;
}

function parseLabels(text: string): AnswerBody | undefined {
	const value = parseLabeled(text);
	if (!isMap(value)) return undefined;
	const members = Object.fromEntries(value);
	return {members, hasTwoStatuses: false};
}

/**
 * Parses the body as its endpoint requires: as fixed members, or as Maps keyed by labels in the service's order.
 * Returns undefined unless it is a JSON object.
 */
export function parseBody({reading}: Pick<Endpoint, 'reading'>, answer: HttpAnswer): AnswerBody | undefined {
	const text = getText(answer);
	try {
		// A failure holds `status` and `reason` and no labels.
		return reading === 'records' || answer.status >= 300 ? parseRecords(text) : parseLabels(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
