import type {KeyRecord} from '../contract/license-keys.ts';
import {CliError} from '../errors.ts';
import {PageQueue} from './page-queue.ts';
import {TieGroup} from './tie-group.ts';

/** Reads all pages of a key listing in order, although the registry may change while they are read. */

export type Page = {
	readonly rows: readonly KeyRecord[];
	/** Keys that match, by the service's count. */
	readonly matching: number;
};
/** Asks for up to `limit` keys from position `startAt`; `onAnswer` is told when they have come, before they are read. */
export type FetchPage = (startAt: number, limit: number, onAnswer?: () => void) => Promise<Page>;

export type ListingOptions = {
	readonly fetch: FetchPage;
	readonly skip: number;
	/** Rows wanted at most. */
	readonly limit: number;
	readonly pageSize: number;
	/** Pages on their way at the same time. */
	readonly prefetch: number;
	/** The value that the rows are sorted by. */
	readonly sortValue: (record: KeyRecord) => string | number;
	/** Told once for each kind of change that was noticed between pages. */
	readonly onChange: (what: string) => void;
};

/** How far from the expected place a row is looked for after rows were added or removed before it. */
const searchedPages = 20;

/**
 * The rows of a listing, page by page. Each page begins with the last row of the one before, so rows that were added or
 * removed in between show, and the reading goes on behind the last row that was given out: a key that is there throughout
 * comes exactly once. Throws CliError refused when the service repeats pages or leaves rows out.
 */
export async function* readListing(options: ListingOptions): AsyncGenerator<readonly KeyRecord[]> {
	const listing = new Listing(options);
	try {
		for (let rows = await listing.next(); rows !== undefined; rows = await listing.next()) {
			if (rows.length > 0) yield rows;
		}
	} finally {
		listing.close();
	}
}

class Listing {
	readonly #options: ListingOptions;
	readonly #queue: PageQueue;
	readonly #ties: TieGroup;
	#matching: number | undefined;
	/** Place of the next row in the service's order. */
	#position: number;
	/** Keys of the last page that was given out: one of them is still there to go on from. */
	#tail: readonly string[] = [];
	/** While the place is sought again: keys that were given out around it. */
	#recent: ReadonlySet<string> = new Set();
	#given = 0;
	/** Keys come and go while the pages are read; otherwise another order is the service's own. */
	#changes = false;

	constructor(options: ListingOptions) {
		this.#options = options;
		this.#queue = new PageQueue(options);
		this.#ties = new TieGroup(options);
		this.#position = options.skip;
	}

	close(): void {
		this.#queue.close();
	}

	/** The next rows, perhaps none; undefined behind the last one. */
	async next(): Promise<readonly KeyRecord[] | undefined> {
		if (this.#given >= this.#options.limit) return undefined;
		if (this.#matching !== undefined && this.#position >= this.#matching) {
			const owed = await this.#ties.complete(this.#matching);
			return owed.length > 0 ? this.#give(owed) : undefined;
		}
		const start = Math.max(this.#options.skip, this.#position - (this.#tail.length > 0 ? 1 : 0));
		const page = await this.#read(start);
		const fresh = await this.#follow(page, start);
		if (fresh === undefined) return [];
		const unseen = this.#recent.size > 0 ? fresh.filter(row => !this.#recent.has(row.licenseKey)) : fresh;
		const rows = await this.#ties.take({page, start, fresh: unseen});
		this.#recent = new Set();
		this.#position = start + page.rows.length;
		this.#tail = page.rows.map(row => row.licenseKey);
		return this.#give(rows);
	}

	#give(rows: readonly KeyRecord[]): readonly KeyRecord[] {
		const wanted = rows.slice(0, this.#options.limit - this.#given);
		this.#given += wanted.length;
		return wanted;
	}

	/** A page that is as long as the count says; a short one is asked for once more. */
	async #read(start: number): Promise<Page> {
		const {pageSize, onChange} = this.#options;
		let page = await this.#queue.take(start);
		if (this.#isShort(page, start)) page = await this.#queue.again(start);
		if (this.#isShort(page, start)) throw broken(`${page.rows.length} keys from ${start} on, of ${page.matching}`);
		if (this.#matching !== undefined && page.matching !== this.#matching) {
			this.#changes = true;
			onChange('the number of keys changed');
		}
		this.#matching = page.matching;
		return page.rows.length > pageSize ? {...page, rows: page.rows.slice(0, pageSize)} : page;
	}

	#isShort = ({rows, matching}: Page, start: number) =>
		matching < 0 || rows.length < Math.min(this.#options.pageSize, matching - start);

	/** The rows of a page that have not been given out; undefined when another page has to be read for them. */
	async #follow({rows}: Page, start: number): Promise<readonly KeyRecord[] | undefined> {
		const anchor = this.#tail.at(-1);
		if (anchor === undefined) return rows;
		const [first] = rows;
		if (first?.licenseKey === anchor) return rows.slice(1);
		if (first && !this.#changes && this.#ties.isMember(first)) {
			this.#ties.shuffle();
			return rows;
		}
		if (first && first.licenseKey === this.#tail[0]) throw broken(`the same page again at ${start}`);
		this.#options.onChange('keys were added or removed');
		this.#recent = new Set([...this.#recent, ...this.#tail]);
		const index = rows.findIndex(row => row.licenseKey === anchor);
		if (index > 0) return rows.slice(index + 1);
		this.#position = (await this.#findAnchor(start)) + 1;
		return undefined;
	}

	/** Place of the last key given out that is still listed, near where it was. */
	async #findAnchor(start: number): Promise<number> {
		const {pageSize, skip} = this.#options;
		if (this.#matching === 0) return -1;
		for (let step = 1; step <= searchedPages; step++) {
			for (const at of [start - step * (pageSize - 1), start + step * (pageSize - 1)]) {
				const from = Math.max(skip, at);
				if (from >= (this.#matching ?? 0)) continue;
				const {rows} = await this.#queue.again(from);
				const places = new Map(rows.map((row, index) => [row.licenseKey, from + index]));
				const last = this.#tail.findLast(key => places.has(key));
				if (last !== undefined) {
					this.#tail = this.#tail.slice(0, this.#tail.lastIndexOf(last) + 1);
					return places.get(last) ?? from;
				}
			}
		}
		throw broken(`another order at ${start}`);
	}
}

const broken = (what: string) =>
	new CliError('refused', `the service does not list its keys in pages that fit together: ${what}`, {
		hint: 'run the command again; if it stays so, list less at a time with --filter',
		code: 'contract',
	});
