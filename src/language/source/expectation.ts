import type {Target} from '../properties/catalog.ts';

export type Wanted =
	| ('property' | 'grouping' | 'colon' | 'connective' | 'call' | 'operator' | 'value' | 'number' | 'date')
	| ('boolean' | 'null' | 'only-null' | 'flag' | 'campaign' | 'category' | 'event' | 'segment')
	| ('after-segment' | 'after-level' | 'sort' | 'direction');

export type Expectation = {
	readonly at: number;
	readonly what: Wanted;
	readonly target?: Target | undefined;
	readonly category?: string | null | undefined;
};

/**
 * Keeps the expectations at the last position of the parser and at the one before it, from which a word may reach to the
 * cursor. Keeping all would take too much memory: a long text has a hundred thousand positions.
 */
export class LatestExpectations {
	#at = -1;
	#last: Expectation[] = [];
	#before: Expectation[] = [];

	/** Positions must not decrease from one call to the next. */
	add(item: Expectation): void {
		if (item.at > this.#at) [this.#at, this.#before, this.#last] = [item.at, this.#last, []];
		this.#last.push(item);
	}
	get items(): readonly Expectation[] {
		return [...this.#before, ...this.#last];
	}
}
