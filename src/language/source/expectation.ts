import type {Field, Target} from '../filter/catalogue.ts';

/** What the parser would read at a place: noted on the way, for completion. */
export type Expectation = {readonly at: number} & (
	| {readonly what: 'property' | 'grouping' | 'colon' | 'boolean' | 'campaign' | 'category' | 'call'}
	| {readonly what: 'after-level' | 'sort' | 'direction'}
	| {
			readonly what: 'connective' | 'operator' | 'value' | 'number' | 'date' | 'null' | 'segment' | 'after-segment';
			readonly target: Target;
	  }
	| {readonly what: 'flag'; readonly field: Field}
	| {readonly what: 'event'; readonly category: string | null}
);

type WithoutAt<T> = T extends unknown ? Omit<T, 'at'> : never;
/** The same before its place is known. */
export type Expected = WithoutAt<Expectation>;
