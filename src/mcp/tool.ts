import type {z} from 'zod';
import type {Dataset} from '../output/dataset.ts';
import type {Arguments} from './arguments.ts';
import type {Page} from './row-buffer.ts';

/** A command line whose answer goes to the client. */
export type Line = {
	/** Without the flags that say which service is asked. */
	readonly words: readonly string[];
	/** `rows` where the command has rows; `text` is fenced unless it is our own. */
	readonly form: 'rows' | 'object' | 'text' | 'own text';
	readonly page?: Partial<Page>;
	/** How to ask for less, in the arguments of the tool. */
	readonly narrow?: string;
	readonly stdin?: string;
};

/** What a tool may use. */
export type Desk = {
	/** Runs a command line and returns the bounded answer. Throws CliError. */
	readonly answer: (line: Line) => Promise<string>;
	/** Runs a command line for the tool itself: how many rows there are, all that came, and what was said beside them. */
	readonly read: (line: Line) => Promise<{
		readonly total: number;
		readonly lines: readonly string[];
		readonly messages: readonly string[];
	}>;
	/** A bounded answer of rows that the tool has; `also` stands in its head. */
	readonly rows: (
		words: readonly string[],
		lines: readonly string[],
		parts: {readonly page: Pick<Page, 'offset' | 'limit'>; readonly narrow?: string; readonly also?: object},
	) => string;
	/** A bounded answer of rows that were asked before, and what was said beside them. */
	readonly dataset: (
		words: readonly string[],
		data: Dataset,
		parts: {readonly page: Pick<Page, 'offset' | 'limit'>; readonly messages: readonly string[]},
	) => Promise<string>;
	/** A bounded answer of our own text. */
	readonly text: (words: readonly string[], text: string, offset?: number) => string;
	readonly maxRows: number;
};

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
	readonly call: (args: Arguments, desk: Desk, confirmed: boolean | undefined) => Promise<string | Question>;
};
