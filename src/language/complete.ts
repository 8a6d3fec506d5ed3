import type {Field, Target} from './filter/catalogue.ts';

/** What the parser would read at a place. */
export type Expectation = {
	readonly at: number;
	readonly what: string;
	readonly target?: Target;
	readonly field?: Field;
	readonly category?: string | null;
};
