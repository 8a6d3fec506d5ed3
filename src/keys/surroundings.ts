import type {Client, Clock, Progress} from '../ports.ts';

/** What bulk work on the registry may use of the world; a command hands in its context. */
export type Surroundings = {
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
	/** From 0 to below 1. */
	readonly random: () => number;
	readonly retries: number;
};
