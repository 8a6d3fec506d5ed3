import type {z} from 'zod';
import type {ToolSession} from './tool-session.ts';

/** A question that the user of the client must answer before the tool continues. */
type Question = {readonly confirm: string};

export type Tool = {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly input: z.ZodObject;
	/** The tool changes something in the service, and exists only with `--allow-writes`. */
	readonly writes?: 'plans' | 'applies';
	/** `confirmed` is the user's answer; undefined before the user is asked. */
	readonly call: (args: unknown, session: ToolSession, confirmed: boolean | undefined) => Promise<string | Question>;
};
