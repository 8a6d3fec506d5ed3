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

/** Thrown for a request that is rejected before it is read. */
export class UnacceptableRequest extends Error {
	readonly status: number;
	constructor(status: number, reason: string) {
		super(reason);
		this.status = status;
	}
}

export const createTooLarge = (maxBytes: number): UnacceptableRequest =>
	new UnacceptableRequest(413, `the request is larger than ${maxBytes} bytes`);

export const toAnswer = ({status, message: reason}: UnacceptableRequest): Answer => ({
	status,
	headers: {'content-type': 'application/json'},
	body: JSON.stringify({status: 'SYNTAX ERROR', reason}),
});
