import type {ListingOptions, Page} from './listing.ts';

type Asked = {readonly start: number; readonly page: Promise<Page>};

/** Pages asked for ahead of their turn. Neighbours share one row. */
export class PageQueue {
	readonly #options: ListingOptions;
	#asked: Asked[] = [];

	constructor(options: ListingOptions) {
		this.#options = options;
	}

	/** The page at `start`; those behind it are asked for meanwhile, once the number of keys is known. */
	async take(start: number, matching: number | undefined): Promise<Page> {
		const {prefetch, pageSize, skip, limit} = this.#options;
		if (this.#asked[0]?.start !== start) this.#asked = [];
		if (this.#asked.length === 0) this.#ask(start);
		const end = Math.min(matching ?? 0, skip + limit);
		for (;;) {
			const next = (this.#asked.at(-1)?.start ?? start) + pageSize - 1;
			if (this.#asked.length >= prefetch || next + 1 >= end) break;
			this.#ask(next);
		}
		return (this.#asked.shift() as Asked).page;
	}

	/** The page at `start` as it is now; nothing that was asked before counts any more. */
	again(start: number): Promise<Page> {
		this.#asked = [];
		return this.#options.fetch(start, this.#options.pageSize);
	}

	#ask(start: number): void {
		const page = this.#options.fetch(start, this.#options.pageSize);
		// A failure is thrown in its turn; until then it must not count as unhandled.
		page.catch(() => {});
		this.#asked.push({start, page});
	}
}
