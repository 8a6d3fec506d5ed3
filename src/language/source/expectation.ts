import type {Target} from '../properties/catalogue.ts';

export type Wanted =
	| ('property' | 'grouping' | 'colon' | 'connective' | 'call' | 'operator' | 'value' | 'number' | 'date')
	| ('boolean' | 'null' | 'only-null' | 'flag' | 'campaign' | 'category' | 'event' | 'segment')
	| ('after-segment' | 'after-level' | 'sort' | 'direction');

/** Something that the parser accepts at a position, recorded for completion. */
export type Expectation = {
	readonly at: number;
	readonly what: Wanted;
	readonly target?: Target | undefined;
	/** For an event name: its category. */
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

	/** Adds an expectation. Positions never decrease. */
	add(item: Expectation): void {
		if (item.at > this.#at) [this.#at, this.#before, this.#last] = [item.at, this.#last, []];
		this.#last.push(item);
	}
	/** The expectations at both positions, the earlier position first. */
	get items(): readonly Expectation[] {
		return [...this.#before, ...this.#last];
	}
}
