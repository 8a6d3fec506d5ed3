import type {z} from 'zod';
import type {ToolSession} from './tool-session.ts';

/** A question that the user of the client must answer before the tool continues. */
type Question = {readonly confirm: string};

export type Tool<Input extends z.ZodObject = z.ZodObject> = {
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly input: Input;
	/** The tool changes something in the service, and exists only with `--allow-writes`. */
	readonly writes?: 'plans' | 'applies';
	/** True if answers and errors may quote a question file. */
	readonly quotesFile?: true;
	/** `confirmed` is the user's answer; undefined before the user is asked. A method, so that a list may hold tools of any input. */
	call(args: z.output<Input>, session: ToolSession, confirmed: boolean | undefined): Promise<string | Question>;
};
