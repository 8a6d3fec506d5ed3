import type {Target} from '../properties/catalogue.ts';

export type Wanted =
	| ('property' | 'grouping' | 'colon' | 'connective' | 'call' | 'operator' | 'value' | 'number' | 'date')
	| ('boolean' | 'null' | 'only-null' | 'flag' | 'campaign' | 'category' | 'event' | 'segment')
	| ('after-segment' | 'after-level' | 'sort' | 'direction');

/** Something that the parser would read at a place: recorded on the way, for completion. */
export type Expectation = {
	readonly at: number;
	readonly what: Wanted;
	/** The property it is about. */
	readonly target?: Target | undefined;
	/** Of an event's name: its category. */
	readonly category?: string | null | undefined;
};

/**
 * Keeps what was expected at the last place that the parser came to, and at the one before it, where a word or a text may still
 * be growing. A long text has a hundred thousand places.
 */
export class LatestExpectations {
	#at = -1;
	#last: Expectation[] = [];
	#before: Expectation[] = [];

	/** Places only move forward. */
	add(item: Expectation): void {
		if (item.at > this.#at) [this.#at, this.#before, this.#last] = [item.at, this.#last, []];
		this.#last.push(item);
	}
	/** The earlier place first. */
	get items(): readonly Expectation[] {
		return [...this.#before, ...this.#last];
	}
}
