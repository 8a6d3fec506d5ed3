import type {Endpoint, Input, Output} from './contract/endpoint.ts';

/** The ports: types of everything outside the program. `main.ts` and the adapters implement them; tests have their own. */

export type Clock = {
	readonly now: () => Date;
	/** Resolves after that many milliseconds, or rejects when the signal aborts. */
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

/** A place to write to, with back-pressure: the promise resolves when more may be written, rejects with a CliError when nothing can be. */
export type Sink = {
	readonly write: (chunk: string | Uint8Array) => Promise<void>;
	readonly isTTY: boolean;
	/** Width in columns; 80 when it is not known or not sensible. */
	readonly columns: () => number;
	/** Bits of colour of a terminal; absent: as many as most have, 8. */
	readonly colorDepth?: () => number;
};

export type Terminal = {
	readonly stdout: Sink;
	readonly stderr: Sink;
	readonly stdin: {readonly isTTY: boolean; readonly chunks: () => AsyncIterable<Uint8Array>};
	/** Asks on the terminal; a CliError of kind usage naming the flag when nobody can be asked. */
	readonly ask: (question: {
		readonly text: string;
		readonly secret?: boolean;
		readonly flag: string;
	}) => Promise<string>;
	readonly confirm: (question: {readonly text: string; readonly flag: string}) => Promise<boolean>;
};

/** Says on stderr how far a long job is; nothing under a second, and off a terminal one line every 30 s. */
export type Progress = {
	readonly start: (job: {
		readonly what: string;
		readonly total?: number;
		readonly unit?: 'bytes' | 'rows' | 'keys' | 'files';
	}) => ProgressJob;
};
export type ProgressJob = {readonly advance: (by: number) => void; readonly end: () => void};

/** Asks one question on the terminal and reads one line; the answer is not shown when it is a secret. */
export type Prompt = (
	text: string,
	options: {readonly secret: boolean; readonly signal: AbortSignal},
) => Promise<string>;

/** A line on the terminal that changes in place. */
export type Spinner = {
	readonly show: (text: string) => void;
	/** Makes room for a line of something else; the spinner comes back below it. */
	readonly clear: () => void;
	readonly stop: () => void;
};

/** The ports of one run of the program: `main.ts` takes them from the process, a test supplies its own. */
export type Ports = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: string;
	readonly home: string;
	readonly clock: Clock;
	readonly stdout: Sink;
	readonly stderr: Sink;
	readonly stdin: Terminal['stdin'];
	readonly prompt: Prompt;
	readonly createSpinner: () => Promise<Spinner>;
	readonly transport: Transport;
	/** Aborts with a CliError when the user or the system wants the run to end. */
	readonly signal: AbortSignal;
};

export type HttpRequest = {
	readonly method: 'GET' | 'POST';
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

export type HttpResponse = {
	readonly status: number;
	/** Names in lower case; a header that came several times is an array. */
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	/** The body as it comes, decoded (gzip, br); must be read to its end or destroyed. */
	readonly body: AsyncIterable<Uint8Array> & {readonly destroy: () => void};
};

export type TransportOptions = {
	readonly signal?: AbortSignal;
	/** From the first byte sent to the last byte read. */
	readonly deadlineMs: number;
	/** Bytes after decoding; more is refused. */
	readonly maxBytes: number;
};

/** Sends one request and follows nothing. Throws CliError of kind network (`details.code` says which: refused, reset, timeout, tls, …), or `refused` for what is no HTTP or too large. */
export type Transport = (request: HttpRequest, options: TransportOptions) => Promise<HttpResponse>;

export type CallOptions = {
	readonly product?: number;
	readonly signal?: AbortSignal;
	/** Goes on when the user interrupts the run: only the call's own signal ends it. */
	readonly outlives?: boolean;
	/** Ask by GET, with the request in `query`. */
	readonly get?: boolean;
	/** URL parameters beside it: `resultFormat`, `hcType`. */
	readonly params?: Readonly<Record<string, string>>;
};

export type RawAnswer = {
	readonly status: number;
	readonly contentType: string;
	readonly headers: HttpResponse['headers'];
	readonly body: string;
};

/** The service, as a command sees it: signed in, retried where that is safe, answers checked. */
export type Client = {
	/** Asks one operation. Throws CliError: auth, refused, network. */
	readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>;
	/** The same, but the service's body unchanged (`--raw`, `api`). */
	readonly raw: (endpoint: Endpoint, input: object, options?: CallOptions) => Promise<RawAnswer>;
	/** Fetches a one-time address: no session, no redirects to other schemes, no retry of the same address. */
	readonly download: (address: string, signal?: AbortSignal) => Promise<HttpResponse>;
};
