import type {Endpoint, Output} from '../../contract/endpoint.ts';
import {CliError} from '../../errors.ts';
import type {RawAnswer} from '../../ports.ts';
import {type Answer, getText} from './answer.ts';
import {parseBody} from './body.ts';
import {describeIssues} from './issues.ts';
import {hints, isHtml, reasonOf, validateAnswer, validateStatus} from './verdict.ts';

/** The bytes behind each answer that was read, for whoever finds that they are none of the layouts it knows. */
const bodies = new WeakMap<object, Uint8Array>();

/** The body an answer of `call` was read from; undefined for any other value. */
export const getBody = (answer: object): Uint8Array | undefined => bodies.get(answer);

/** Hears what is odd about an answer that is good all the same. */
export type Note = (text: string) => void;

/**
 * An answer as the value the row promises. Throws CliError: `auth`, `network` or `refused`, the last also when a member is
 * missing or of a type the contract does not allow.
 */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: Answer, note: Note): Output<E> {
	const body = parseBody(endpoint, answer);
	validateAnswer(endpoint, answer, body);
	const reason = reasonOf(body);
	if (reason !== undefined) note(`the service said OK, and: ${reason}`);
	const read = endpoint.response.safeParse(body.members);
	if (!read.success)
		throw new CliError(
			'refused',
			`the answer of ${endpoint.path} is not what the contract says: ${describeIssues(read.error.issues).join('; ')}`,
			{hint: hints.contract, endpoint: endpoint.path, httpStatus: answer.status, code: 'contract'},
		);
	bodies.set(read.data, answer.bytes);
	return read.data as Output<E>;
}

/**
 * An answer unchanged, once it is known to be one. `formatted`: a page was asked for (`resultFormat`), so HTML is no sign of
 * a dead session. Throws CliError like `readAnswer`, but what `results` hold is not looked at.
 */
export function readRaw(endpoint: Endpoint, answer: Answer, formatted: boolean): RawAnswer {
	// The outermost members alone are looked at, so the faster reader will do for every row.
	const body = parseBody({reading: 'records'}, answer);
	if (formatted && isHtml(answer)) validateStatus(endpoint, answer, body);
	else validateAnswer(endpoint, answer, body);
	const contentType = [answer.headers['content-type']].flat()[0] ?? '';
	return {status: answer.status, headers: answer.headers, contentType, body: getText(answer)};
}
