import type {FootnoteKind} from '../output/footnotes.ts';
import type {CallOptions, Client, Clock, Progress} from '../ports.ts';
import type {ReadKeys} from './registry/read-keys.ts';

export type KeysPorts = {
	readonly stateDir: string;
	readonly clock: Clock;
	/** The day on which this run takes place, as YYYY-MM-DD. */
	readonly today: string;
	/** Aborts when the user interrupts. */
	readonly signal: AbortSignal;
	readonly note: (text: string, kind?: FootnoteKind) => Promise<void>;
	/** Shows a note of a preview below its rows. The kind `empty` says why there are none. */
	readonly footnote: (text: string, kind?: FootnoteKind) => Promise<void>;
	/** Throws CliError (usage) with `--strict`. */
	readonly warn: (text: string) => Promise<void>;
	readonly progress: Progress;
	readonly confirm: (text: string) => Promise<boolean>;
	/** True if `confirm` asks a person; `--yes` agrees to an import, not to a likely error in it. */
	readonly isAsked: boolean;
	/** Connects to the service for the product of this run; the options apply to every call. */
	readonly connect: (call?: CallOptions) => Promise<KeysClient>;
	readonly stdin: () => AsyncIterable<Uint8Array>;
	readonly random: () => number;
	readonly retries: number;
	readonly concurrency: number;
	/** Returns a line of `usagectl keys` with the flags of this service and product. */
	readonly keysLine: (...words: readonly string[]) => string;
};

export type KeysClient = Pick<Client, 'call'> & {readonly readKeys: ReadKeys};
