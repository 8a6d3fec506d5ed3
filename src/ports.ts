import type {Endpoint, Input, Output} from './contract/operations/endpoint.ts';

/** Types of everything outside the program. `main.ts` and the adapters implement them; tests have their own. */

export type Clock = {
	readonly now: () => Date;
	/** Rejects if the signal aborts. */
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

/** A destination for output. Its promises resolve when more may be written (back-pressure) and reject with a CliError. */
export type Sink = {
	readonly write: (chunk: string | Uint8Array) => Promise<void>;
	readonly isTTY: boolean;
	readonly columns: () => number;
	/** The lines of a terminal, if it tells them. */
	readonly rows?: () => number | undefined;
	/** Bits of color of a terminal, if it tells them. */
	readonly colorDepth?: () => number | undefined;
};

export type Terminal = {
	readonly stdout: Sink;
	readonly stderr: Sink;
	readonly stdin: {readonly isTTY: boolean; readonly chunks: () => AsyncIterable<Uint8Array>};
	/** Throws CliError (usage), which names the flag to give instead, if there is no terminal. */
	readonly ask: (question: {
		readonly text: string;
		readonly secret?: boolean;
		readonly flag: string;
	}) => Promise<string>;
	readonly confirm: (question: {readonly text: string; readonly flag: string}) => Promise<boolean>;
	readonly isInteractive: () => boolean;
};

/** Shows progress on stderr: in place on a terminal, else as a line every 30 s. */
export type Progress = {
	readonly start: (job: JobDescription) => ProgressJob;
	/** Shows on a terminal what is awaited and for how long, until the returned function is called. A job takes precedence. */
	readonly wait: (what: string) => () => void;
};
export type JobDescription = {
	readonly what: string;
	readonly total?: number;
	readonly unit?: 'bytes' | 'rows' | 'keys' | 'files';
};
type ProgressJob = {readonly advance: (by: number) => void; readonly end: () => void};

export type Prompt = (
	text: string,
	options: {readonly secret: boolean; readonly signal: AbortSignal},
) => Promise<string>;

export type Spinner = {
	readonly show: (text: string) => void;
	/** Erases the line, so that other text can be written; the spinner reappears below it. */
	readonly clear: () => void;
	readonly stop: () => void;
};

export type Ports = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: string;
	/** Returns the home in the user database. Throws CliError (usage) if there is none. */
	readonly home: () => string;
	readonly clock: Clock;
	readonly stdout: Sink;
	readonly stderr: Sink;
	readonly stdin: Terminal['stdin'];
	readonly prompt: Prompt;
	readonly createSpinner: () => Promise<Spinner>;
	/** Shows a text in the user's pager. Returns false if no pager is set or it cannot be started: nothing is shown then. */
	readonly page: (text: string) => Promise<boolean>;
	readonly transport: Transport;
	readonly signal: AbortSignal;
};

export type HttpRequest = {
	readonly method: 'GET' | 'POST' | 'DELETE';
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

export type HttpResponse = {
	readonly status: number;
	/** Names are in lower case; a repeated header is an array. */
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	/** Decompressed; must be read to its end or destroyed. */
	readonly body: AsyncIterable<Uint8Array> & {readonly destroy: () => void};
};

export type TransportOptions = {
	readonly signal?: AbortSignal;
	/** From the first byte sent to the last byte read. */
	readonly deadlineMs: number;
	/** Limit of the decompressed body; more is an error. */
	readonly maxBytes: number;
	/** Takes the requests in place of the network: the sandbox of this process. */
	readonly service?: Transport;
};

/**
 * Sends one request and does not follow redirects. Throws CliError: `network` (`details.code`: refused, reset, timeout, tls, …),
 * or `refused` for a response that is not HTTP or too large.
 */
export type Transport = (request: HttpRequest, options: TransportOptions) => Promise<HttpResponse>;

export type CallOptions = {
	readonly product?: number;
	readonly signal?: AbortSignal;
	/** Continues if the user interrupts the run; only the call's own signal ends it. */
	readonly outlives?: boolean;
	/** Sends members and path unchanged, regardless of the names that the service is set to have. */
	readonly verbatim?: boolean;
	/** Sends a GET with the request in the parameter `query`. */
	readonly get?: boolean;
	/** The call is not about the result, such as a check beside a report, and is not kept with it. */
	readonly isAuxiliary?: boolean;
	/** Additional URL parameters: `resultFormat`, `hcType`. */
	readonly params?: Readonly<Record<string, string>>;
};

export type RawAnswer = {
	readonly status: number;
	readonly contentType: string;
	readonly headers: HttpResponse['headers'];
	readonly body: string;
};

/** Calls are signed in, retried if that is safe, and their responses are validated. */
export type Client = {
	/** Throws CliError: auth, refused, network. */
	readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>;
	/** Returns the body unchanged (`--raw`, `api`). */
	readonly raw: (endpoint: Endpoint, input: object, options?: CallOptions) => Promise<RawAnswer>;
	/** Fetches a one-time address: without session, redirects to other schemes or retries. */
	readonly download: (address: string, signal?: AbortSignal) => Promise<HttpResponse>;
	/** The day of the service's clock at its last answer; undefined before the first one, and if no answer has told it. */
	readonly serviceDay: () => string | undefined;
};
