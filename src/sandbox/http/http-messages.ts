import {Rejection} from '../rejection.ts';

export type SandboxRequest = {
	readonly method: string;
	readonly path: string;
	readonly parameters: URLSearchParams;
	/** The names are in lower case. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body: string;
};

export type Answer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | AsyncIterable<Uint8Array>;
	readonly about?: AnswerNotes;
};

export type AnswerNotes = {
	readonly user?: string;
	readonly product?: number;
	readonly request?: object;
	readonly notes?: readonly string[];
};

export const createTooLarge = (maxBytes: number): Rejection =>
	new Rejection('SYNTAX ERROR', `the request is larger than ${maxBytes} bytes`, 413);

/** The response to a request that is rejected before it is read. */
export const toAnswer = ({status, message: reason, httpStatus}: Rejection): Answer => ({
	status: httpStatus,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify({status, reason}),
});
