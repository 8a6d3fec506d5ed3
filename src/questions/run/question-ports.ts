import type {Lines} from '../../lines/checked-line.ts';
import type {FootnoteKind} from '../../output/footnotes.ts';
import type {Clock, Progress, Sink} from '../../ports.ts';

export type QuestionPorts = Lines & {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly clock: Clock;
	readonly today: string;
	/** Aborts when the user interrupts. */
	readonly signal: AbortSignal;
	readonly stateDir: string;
	/** The address of the service, the data of the sandbox, or an empty text if there is none. */
	readonly service: string;
	/** Tests whether the answers so far came from a sandbox. */
	readonly isSandbox: () => boolean;
	readonly progress: Progress;
	readonly note: (text: string) => Promise<void>;
	readonly footnote: (text: string, kind?: FootnoteKind) => Promise<void>;
	/** Command lines to run before a question are left out. */
	readonly isReadOnly: boolean;
	/** The products whose results are shown; none: all. */
	readonly products: readonly number[];
	/** The title of a digest, instead of that of the file. */
	readonly title: string | undefined;
	/** Writes one line with -v. */
	readonly detail: (text: string) => Promise<void>;
	/** Hides secrets in everything that is shown. */
	readonly mask: {readonly add: (secret: string) => void; readonly text: (text: string) => string};
	/** The file with addresses of targets. */
	readonly notifyFile: string | undefined;
	/** Accepts addresses without TLS. */
	readonly isInsecure: boolean;
	/** An email may be written to stdout, because nothing else is. */
	readonly isStdoutFree: boolean;
	readonly stdout: Pick<Sink, 'write'>;
	readonly timeoutMs: number;
	/** Retries as calls of the service do. Throws CliError (network, refused). */
	readonly post: (request: PostRequest) => Promise<{readonly status: number; readonly text?: string | undefined}>;
};

export type PostRequest = {
	readonly url: URL;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
};

/** The flags that choose the file and set its variables. */
export type FileOptions = {
	readonly file?: string | undefined;
	readonly set: readonly (readonly [name: string, value: string])[];
};
