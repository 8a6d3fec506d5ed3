import type {z} from 'zod';
import type {ToolSession} from './tool-session.ts';

/** A question that has to be answered by the user of the client before the tool goes on. */
type Question = {readonly confirm: string};

export type Tool = {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly input: z.ZodObject;
	/** It changes something in the service, and is there only with `--allow-writes`. */
	readonly writes?: 'plans' | 'applies';
	/** `confirmed`: what the user said; undefined: not asked yet. */
	readonly call: (args: unknown, session: ToolSession, confirmed: boolean | undefined) => Promise<string | Question>;
};
