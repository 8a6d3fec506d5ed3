import type {Endpoint, Output} from '../../contract/operations/endpoint.ts';
import {describeIssues} from '../../contract/schema-issues.ts';
import {CliError} from '../../errors.ts';
import type {RawAnswer} from '../../ports.ts';
import {parseBody} from './body.ts';
import {getText, type HttpAnswer} from './http-answer.ts';
import {answerHints, getReason, isHtml, validateAnswer, validateStatus} from './validate-answer.ts';

const bodiesByAnswer = new WeakMap<object, string>();

export const getBody = (answer: object): string | undefined => bodiesByAnswer.get(answer);

export type Note = (text: string) => void;

/**
 * Returns the value that the endpoint describes. Throws CliError (auth), `network` or `refused`, the latter also if a
 * member is missing or has another type.
 */
export function readAnswer<E extends Endpoint>(endpoint: E, answer: HttpAnswer, note: Note): Output<E> {
	const body = parseBody(endpoint, answer);
	validateAnswer(endpoint, answer, body);
	const reason = getReason(body);
	if (reason !== undefined) note(`the service answered OK and added: ${reason}`);
	const read = endpoint.response.safeParse(body.members);
	if (!read.success)
		throw new CliError(
			'refused',
			`the response of ${endpoint.path} does not match the contract: ${describeIssues(read.error.issues, body.members).join('; ')}`,
			{hint: answerHints.contract, endpoint: endpoint.path, httpStatus: answer.status, code: 'contract'},
		);
	bodiesByAnswer.set(read.data, getText(answer));
	return read.data as Output<E>;
}

/**
 * Returns the answer unchanged. `formatted` means that a page was requested (`resultFormat`), so HTML is not a login
 * page. Throws CliError like `readAnswer`, but does not check the `results`.
 */
export function readRaw(endpoint: Endpoint, answer: HttpAnswer, formatted: boolean): RawAnswer {
	// Only the outermost members are read.
	const body = parseBody({reading: 'records'}, answer);
	if (formatted && isHtml(answer)) validateStatus(endpoint, answer, body);
	else validateAnswer(endpoint, answer, body);
	const contentType = [answer.headers['content-type']].flat()[0] ?? '';
	return {status: answer.status, headers: answer.headers, contentType, body: getText(answer)};
}
