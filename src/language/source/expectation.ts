import type {Target} from '../filter/catalogue.ts';

/** What the parser can look for. */
export type Wanted =
	| (
			| 'property'
			| 'grouping'
			| 'colon'
			| 'connective'
			| 'call'
			| 'operator'
			| 'value'
			| 'number'
			| 'date'
			| 'boolean'
			| 'null'
	  )
	| ('flag' | 'campaign' | 'category' | 'event' | 'segment' | 'after-segment' | 'after-level' | 'sort' | 'direction');

/** What the parser would read at a place: noted on the way, for completion. */
export type Expectation = {
	readonly at: number;
	readonly what: Wanted;
	/** The property it is about. */
	readonly target?: Target;
	/** Of an event's name: its category. */
	readonly category?: string | null;
};
