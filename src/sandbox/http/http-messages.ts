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
