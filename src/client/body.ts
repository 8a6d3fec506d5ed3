import type {Endpoint} from '../contract/endpoint.ts';
import {type Answer, getText} from './answer.ts';
import {hasTwice} from './duplicate-member.ts';
import {parseLabelled} from './labelled-json.ts';

/** The body of an answer, where it is a JSON object. */
export type Body = {
	readonly members: Readonly<Record<string, unknown>>;
	/** It says `status` twice, which JSON allows and the service never does. */
	readonly twoStatuses: boolean;
};

function parseRecords(answer: Answer): Body | undefined {
	const text = getText(answer);
	const value: unknown = JSON.parse(text);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
	return {members: value as Record<string, unknown>, twoStatuses: hasTwice(text, 'status')};
}

function parseLabels({bytes}: Answer): Body | undefined {
	const value = parseLabelled(bytes);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
	const entries = [...(value as ReadonlyMap<string, unknown>).entries()];
	const statuses = entries.filter(([name]) => name === 'status').length;
	return {members: Object.fromEntries(entries), twoStatuses: statuses > 1};
}

/** The body as its row says: fixed members, or objects keyed by labels as Maps in the service's order. Undefined when it is no JSON object. */
export function parseBody({reading}: Pick<Endpoint, 'reading'>, answer: Answer): Body | undefined {
	try {
		return reading === 'records' ? parseRecords(answer) : parseLabels(answer);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
