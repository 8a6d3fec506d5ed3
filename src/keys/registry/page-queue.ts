import type {KeyRecord} from '../../contract/operations/license-keys.ts';

export type Page = {
	readonly rows: readonly KeyRecord[];
	/** The number of keys that match, by the service's count. */
	readonly matching: number;
};

/** Requests up to `limit` keys from position `startAt`. */
export type FetchPage = (startAt: number, limit: number) => Promise<Page>;

export type ListingOptions = {
	readonly fetch: FetchPage;
	readonly skip: number;
	/** Rows wanted at most. */
	readonly limit: number;
	readonly pageSize: number;
	/** Pages requested at the same time. */
	readonly prefetch: number;
	/** The value that the rows are sorted by. */
	readonly sortValue: (record: KeyRecord) => string | number;
	/** Called for each kind of change that was noticed between pages. */
	readonly onChange: (what: string) => void;
};

type Request = {readonly start: number; readonly page: Promise<Page>};

/** Pages requested ahead of their use. Neighbouring pages share one row. */
export class PageQueue {
	readonly #options: ListingOptions;
	/** In order, the page that is used next first. */
	#requests: Request[] = [];
	/** Position after the last row that is wanted; 0 until the service has said how many there are. */
	#end = 0;

	constructor(options: ListingOptions) {
		this.#options = options;
	}

	/** The page at `start`. */
	async take(start: number): Promise<Page> {
		const {pageSize, skip, limit} = this.#options;
		if (this.#requests[0]?.start !== start) this.#requests = [this.#request(start)];
		this.#requestAhead(start);
		const page = (await this.#requests[0]?.page) as Page;
		this.#requests.shift();
		this.#end = Math.min(page.matching, skip + limit);
		this.#requestAhead(start + pageSize - 1);
		return page;
	}

	/** The page at `start` as it is now; whatever was requested before is dropped. */
	again(start: number): Promise<Page> {
		this.close();
		return this.#options.fetch(start, this.#options.pageSize);
	}

	/** Drops what was requested ahead. */
	close(): void {
		this.#requests = [];
	}

	/** Fills the queue; the page at `first` is the one to request when it is empty. */
	#requestAhead(first: number): void {
		const {prefetch, pageSize} = this.#options;
		while (this.#requests.length < prefetch) {
			const last = this.#requests.at(-1);
			const start = last ? last.start + pageSize - 1 : first;
			if (start + 1 >= this.#end) return;
			this.#requests.push(this.#request(start));
		}
	}

	#request(start: number): Request {
		const page = this.#options.fetch(start, this.#options.pageSize);
		// It is awaited, and its failure thrown, when the page is used.
		page.catch(() => {});
		return {start, page};
	}
}
