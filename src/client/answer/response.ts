import type {Endpoint, Output} from '../../contract/operations/endpoint.ts';
import {describeIssues} from '../../contract/schema-issues.ts';
import {CliError} from '../../errors.ts';
import type {RawAnswer} from '../../ports.ts';
import {parseBody} from './body.ts';
import {type Answer, getText} from './http-answer.ts';
import {hints, isHtml, reasonOf, validateAnswer, validateStatus} from './validate-answer.ts';

/** The body of each answer, to be shown where its layout is not known. */
const bodies = new WeakMap<object, string>();

/** The body that an answer of `call` was read from; undefined for any other value. */
export const getBody = (answer: object): string | undefined => bodies.get(answer);

/** Receives a remark about an answer that is good all the same. */
export type Note = (text: string) => void;

/**
 * An answer as the value that its endpoint describes. Throws CliError `auth`, `network` or `refused`, the last also where a
 * member is missing or has another type.
 */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: Answer, note: Note): Output<E> {
	const body = parseBody(endpoint, answer);
	validateAnswer(endpoint, answer, body);
	const reason = reasonOf(body);
	if (reason !== undefined) note(`the service answered OK and added: ${reason}`);
	const read = endpoint.response.safeParse(body.members);
	if (!read.success)
		throw new CliError(
			'refused',
			`the response of ${endpoint.path} does not match the contract: ${describeIssues(read.error.issues, body.members).join('; ')}`,
			{hint: hints.contract, endpoint: endpoint.path, httpStatus: answer.status, code: 'contract'},
		);
	bodies.set(read.data, getText(answer));
	return read.data as Output<E>;
}

/**
 * An answer unchanged. `formatted`: a page was asked for (`resultFormat`), so HTML is not a login page. Throws CliError like
 * `readAnswer`, but does not check the `results`.
 */
export function readRaw(endpoint: Endpoint, answer: Answer, formatted: boolean): RawAnswer {
	// Only the outermost members are read.
	const body = parseBody({reading: 'records'}, answer);
	if (formatted && isHtml(answer)) validateStatus(endpoint, answer, body);
	else validateAnswer(endpoint, answer, body);
	const contentType = [answer.headers['content-type']].flat()[0] ?? '';
	return {status: answer.status, headers: answer.headers, contentType, body: getText(answer)};
}
