import type {Target} from '../filter/catalogue.ts';

/** What the parser can look for. */
const wanted = [
	...(['property', 'grouping', 'colon', 'connective', 'call', 'operator', 'value', 'number', 'date'] as const),
	...(['boolean', 'null', 'only-null', 'flag', 'campaign', 'category', 'event', 'segment'] as const),
	...(['after-segment', 'after-level', 'sort', 'direction'] as const),
];
export type Wanted = (typeof wanted)[number];

/** What the parser would read at a place: noted on the way, for completion. */
export type Expectation = {
	readonly at: number;
	readonly what: Wanted;
	/** The property it is about. */
	readonly target?: Target;
	/** Of an event's name: its category. */
	readonly category?: string | null;
};
