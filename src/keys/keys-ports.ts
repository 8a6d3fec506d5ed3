import type {CallOptions, Client, Clock, Progress} from '../ports.ts';
import type {ReadKeys} from './registry/read-keys.ts';

/** The ports of bulk work on the registry; a command makes them of its context. */
export type KeysPorts = {
	readonly stateDir: string;
	readonly clock: Clock;
	/** Aborts when the user interrupts. */
	readonly signal: AbortSignal;
	readonly note: (text: string) => Promise<void>;
	readonly progress: Progress;
	readonly confirm: (text: string) => Promise<boolean>;
	/** Connects to the service, for this run's product; the options are those of every call. */
	readonly connect: (call?: CallOptions) => Promise<KeysClient>;
	readonly stdin: () => AsyncIterable<Uint8Array>;
	/** At least 0 and below 1. */
	readonly random: () => number;
	readonly retries: number;
	/** Requests at the same time. */
	readonly concurrency: number;
	/** The command line that resumes a run. */
	readonly resumeCommand: (run: string) => string;
	/** The command line that undoes a run. */
	readonly undoCommand: (run: string) => string;
};

export type KeysClient = Pick<Client, 'call'> & {readonly readKeys: ReadKeys};
