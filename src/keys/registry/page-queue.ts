import type {KeyRecord} from '../../contract/operations/license-keys.ts';

export type Page = {
	readonly rows: readonly KeyRecord[];
	readonly matchingCount: number;
};

export type FetchPage = (startAt: number, limit: number) => Promise<Page>;

export type ListingOptions = {
	readonly fetch: FetchPage;
	readonly skip: number;
	readonly limit: number;
	readonly pageSize: number;
	readonly prefetch: number;
	readonly sortValue: (record: KeyRecord) => string | number;
	/** Called for each kind of change detected between pages. */
	readonly onChange: (what: string) => void;
};

type Request = {readonly start: number; readonly page: Promise<Page>};

/** Requests pages before they are used. Adjacent pages share one row. */
export class PageQueue {
	readonly #options: ListingOptions;
	#requests: Request[] = [];
	/** The position after the last wanted row; 0 until the first page has returned the number of keys. */
	#end = 0;

	constructor(options: ListingOptions) {
		this.#options = options;
	}

	async take(start: number): Promise<Page> {
		const {pageSize, skip, limit} = this.#options;
		if (this.#requests[0]?.start !== start) this.#requests = [this.#request(start)];
		this.#requestAhead(start);
		const page = (await this.#requests[0]?.page) as Page;
		this.#requests.shift();
		this.#end = Math.min(page.matchingCount, skip + limit);
		this.#requestAhead(start + pageSize - 1);
		return page;
	}

	/** Requests the page at `start` again, and discards the pages requested ahead. */
	refetch(start: number): Promise<Page> {
		this.close();
		return this.#options.fetch(start, this.#options.pageSize);
	}

	close(): void {
		this.#requests = [];
	}

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
		// The error is thrown when the page is used; until then it must not count as unhandled.
		page.catch(() => {});
		return {start, page};
	}
}
