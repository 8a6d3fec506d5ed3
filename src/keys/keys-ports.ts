import type {Client, Clock, Progress} from '../ports.ts';

/** What bulk work on the registry needs from outside; a command makes it of its context. */
export type KeysPorts = {
	readonly stateDir: string;
	readonly clock: Clock;
	/** Aborts when the user interrupts. */
	readonly signal: AbortSignal;
	readonly note: (text: string) => Promise<void>;
	readonly progress: Progress;
	readonly confirm: (text: string) => Promise<boolean>;
	/** The service, for this run's product. */
	readonly connect: () => Promise<Client>;
	readonly stdin: () => AsyncIterable<Uint8Array>;
	/** At least 0 and below 1. */
	readonly random: () => number;
	readonly retries: number;
};
