import type {ListingOptions, Page} from './listing.ts';

type Asked = {readonly start: number; readonly page: Promise<Page>; open: boolean};

/**
 * Pages asked for ahead of their turn. Neighbours share one row. As soon as a page arrives, and before it is read, the
 * next one is asked for, and not when its turn comes: at 50 ms a page that saves a seventh of the time.
 */
export class PageQueue {
	readonly #options: ListingOptions;
	/** In order: the page whose turn it is, and those behind it. */
	#asked: Asked[] = [];
	/** Place behind the last row that is wanted; 0 until the service has told how many there are. */
	#end = 0;

	constructor(options: ListingOptions) {
		this.#options = options;
	}

	/** The page at `start`. */
	async take(start: number): Promise<Page> {
		if (this.#asked[0]?.start !== start) this.#asked = [];
		const own = this.#asked[0] ?? this.#ask(start);
		this.#askAhead();
		const page = await own.page;
		this.#asked.shift();
		return page;
	}

	/** The page at `start` as it is now; nothing that was asked before counts any more. */
	again(start: number): Promise<Page> {
		this.close();
		return this.#options.fetch(start, this.#options.pageSize);
	}

	/** Nothing more is asked for ahead. */
	close(): void {
		this.#asked = [];
	}

	/** As many pages are on their way as may be, and no more than that wait for a reader who is slower. */
	#askAhead(): void {
		const {prefetch, pageSize} = this.#options;
		for (;;) {
			const last = this.#asked.at(-1);
			if (last === undefined || last.start + pageSize >= this.#end) return;
			const open = this.#asked.filter(asked => asked.open).length;
			if (open >= prefetch || this.#asked.length >= 2 * prefetch) return;
			this.#ask(last.start + pageSize - 1);
		}
	}

	#ask(start: number): Asked {
		const {fetch, pageSize, skip, limit} = this.#options;
		const onAnswer = () => {
			asked.open = false;
			this.#askAhead();
		};
		const asked: Asked = {start, page: fetch(start, pageSize, onAnswer), open: true};
		this.#asked.push(asked);
		asked.page.then(
			({matching}) => {
				this.#end = Math.min(matching, skip + limit);
				onAnswer();
			},
			// A failure is thrown in its turn; until then it must not count as unhandled.
			() => {},
		);
		return asked;
	}
}
