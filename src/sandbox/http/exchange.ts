/** A request as the router sees it: no socket, no stream. */
export type SandboxRequest = {
	readonly method: string;
	readonly path: string;
	readonly parameters: URLSearchParams;
	/** Names in lower case. */
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body: string;
};

/** What goes back; a body in pieces is written with back-pressure. */
export type Answer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string | AsyncIterable<Uint8Array>;
	/** For the request log: who asked, what was asked (without credentials), and what was odd about it. */
	readonly about?: AnswerNotes;
};

export type AnswerNotes = {
	readonly user?: string;
	readonly product?: number;
	readonly request?: object;
	readonly notes?: readonly string[];
};
