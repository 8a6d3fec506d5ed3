import type {Endpoint, Input, Output} from './contract/operations/endpoint.ts';

/** The ports: types of everything outside the program. `main.ts` and the adapters implement them; tests have their own. */

export type Clock = {
	readonly now: () => Date;
	/** Resolves after that many milliseconds, or rejects when the signal aborts. */
	readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

/** An output with back-pressure: the promise resolves when more may be written, and rejects with a CliError. */
export type Sink = {
	readonly write: (chunk: string | Uint8Array) => Promise<void>;
	readonly isTTY: boolean;
	/** Width in columns; 80 when it is unknown. */
	readonly columns: () => number;
	/** Bits of colour of a terminal; 8 when absent. */
	readonly colorDepth?: () => number;
};

export type Terminal = {
	readonly stdout: Sink;
	readonly stderr: Sink;
	readonly stdin: {readonly isTTY: boolean; readonly chunks: () => AsyncIterable<Uint8Array>};
	/** Asks on the terminal. Throws CliError `usage`, which names the flag to give instead, when there is no terminal. */
	readonly ask: (question: {
		readonly text: string;
		readonly secret?: boolean;
		readonly flag: string;
	}) => Promise<string>;
	readonly confirm: (question: {readonly text: string; readonly flag: string}) => Promise<boolean>;
};

/** Shows on stderr how far a long job is: in place on a terminal, else by a line every 30 s. */
export type Progress = {
	readonly start: (job: {
		readonly what: string;
		readonly total?: number;
		readonly unit?: 'bytes' | 'rows' | 'keys' | 'files';
	}) => ProgressJob;
	/** Shows what is awaited, and for how long, until the function that it returns is called: on a terminal, while no job is shown. */
	readonly wait: (what: string) => () => void;
};
export type ProgressJob = {readonly advance: (by: number) => void; readonly end: () => void};

/** Asks one question on the terminal and reads one line, without echo when it is a secret. */
export type Prompt = (
	text: string,
	options: {readonly secret: boolean; readonly signal: AbortSignal},
) => Promise<string>;

/** A line on the terminal that changes in place. */
export type Spinner = {
	readonly show: (text: string) => void;
	/** Erases the line, so that other text can be written; the spinner appears again below it. */
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
	/** From now on the process takes little memory and more processor time: for work on any number of rows. */
	readonly limitMemory: () => void;
};

export type HttpRequest = {
	readonly method: 'GET' | 'POST' | 'DELETE';
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
};

export type HttpResponse = {
	readonly status: number;
	/** Names in lower case; a header that came several times is an array. */
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	/** The body, decompressed; must be read to its end or destroyed. */
	readonly body: AsyncIterable<Uint8Array> & {readonly destroy: () => void};
};

export type TransportOptions = {
	readonly signal?: AbortSignal;
	/** From the first byte sent to the last byte read. */
	readonly deadlineMs: number;
	/** Limit on the decompressed body; more is refused. */
	readonly maxBytes: number;
};

/**
 * Sends one request; redirects are not followed. Throws CliError: `network` (`details.code`: refused, reset, timeout, tls, …), or
 * `refused` for an answer that is not HTTP or too large.
 */
export type Transport = (request: HttpRequest, options: TransportOptions) => Promise<HttpResponse>;

export type CallOptions = {
	readonly product?: number;
	readonly signal?: AbortSignal;
	/** Continues when the user interrupts the run: only the call's own signal ends it. */
	readonly outlives?: boolean;
	/** Send members and path as they are, whatever names the service is set to have. */
	readonly verbatim?: boolean;
	/** Send a GET, with the request in the parameter `query`. */
	readonly get?: boolean;
	/** Further URL parameters: `resultFormat`, `hcType`. */
	readonly params?: Readonly<Record<string, string>>;
};

export type RawAnswer = {
	readonly status: number;
	readonly contentType: string;
	readonly headers: HttpResponse['headers'];
	readonly body: string;
};

/** The service, as a command sees it: calls are signed in, repeated where that is safe, and their answers are checked. */
export type Client = {
	/** Asks one operation. Throws CliError: auth, refused, network. */
	readonly call: <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Output<E>>;
	/** The same, with the body of the answer unchanged (`--raw`, `api`). */
	readonly raw: (endpoint: Endpoint, input: object, options?: CallOptions) => Promise<RawAnswer>;
	/** Fetches a one-time address: no session, no redirects to other schemes, no retry of the same address. */
	readonly download: (address: string, signal?: AbortSignal) => Promise<HttpResponse>;
};
