/** A request that was read completely. */
export type SandboxRequest = {
	readonly method: string;
	readonly path: string;
	readonly parameters: URLSearchParams;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body: string;
};

/** An answer; a body in chunks is written with back-pressure. */
export type Answer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | AsyncIterable<Uint8Array>;
	/** For the request log: user, request without credentials, and remarks. */
	readonly about?: AnswerNotes;
};

export type AnswerNotes = {
	readonly user?: string;
	readonly product?: number;
	readonly request?: object;
	readonly notes?: readonly string[];
};
