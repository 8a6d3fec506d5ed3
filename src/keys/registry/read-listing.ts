import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import {CliError} from '../../errors.ts';
import {type ListingOptions, type Page, PageQueue} from './page-queue.ts';
import {TieGroup} from './tie-group.ts';

/** The number of pages before and after its expected position in which a moved row is searched for. */
const maxSearchedPages = 20;

/**
 * Yields the rows of a listing, page by page. Each page begins with the last row of the previous one: if it is a different
 * row, keys were added or removed in between, and reading continues after the last yielded row. A key that is in the
 * registry throughout is yielded exactly once. Throws CliError (refused) if the service repeats pages or omits rows.
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
	#position: number;
	/** The keys of the last yielded page. Reading continues after the last of them that is still listed. */
	#tail: readonly string[] = [];
	/** The yielded keys around the last key of `#tail`, during the search for it. */
	#recent: ReadonlySet<string> = new Set();
	#yielded = 0;
	/** True if the number of keys has changed. If it has not, a different order is due to the service's sorting. */
	#hasChanged = false;

	constructor(options: ListingOptions) {
		this.#options = options;
		this.#queue = new PageQueue(options);
		this.#ties = new TieGroup(options);
		this.#position = options.skip;
	}

	close(): void {
		this.#queue.close();
	}

	/** Returns the next rows, which may be none, or undefined at the end. */
	async next(): Promise<readonly KeyRecord[] | undefined> {
		if (this.#yielded >= this.#options.limit) return undefined;
		if (this.#matching !== undefined && this.#position >= this.#matching) {
			const missed = await this.#ties.complete(this.#matching);
			return missed.length > 0 ? this.#limit(missed) : undefined;
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
		return this.#limit(rows);
	}

	#limit(rows: readonly KeyRecord[]): readonly KeyRecord[] {
		const wanted = rows.slice(0, this.#options.limit - this.#yielded);
		this.#yielded += wanted.length;
		return wanted;
	}

	/** Reads a page. One that is shorter than the count implies is requested once more. */
	async #read(start: number): Promise<Page> {
		const {pageSize, onChange} = this.#options;
		let page = await this.#queue.take(start);
		if (this.#isShort(page, start)) page = await this.#queue.refetch(start);
		if (this.#isShort(page, start))
			throw createPageError(`${page.rows.length} keys at position ${start} of ${page.matchingCount}`);
		if (this.#matching !== undefined && page.matchingCount !== this.#matching) {
			this.#hasChanged = true;
			onChange('the number of keys changed');
		}
		this.#matching = page.matchingCount;
		return page.rows.length > pageSize ? {...page, rows: page.rows.slice(0, pageSize)} : page;
	}

	#isShort = ({rows, matchingCount}: Page, start: number) =>
		matchingCount < 0 || rows.length < Math.min(this.#options.pageSize, matchingCount - start);

	/** Returns the rows of a page that have not been yielded, or undefined if another page must be read first. */
	async #follow({rows}: Page, start: number): Promise<readonly KeyRecord[] | undefined> {
		const anchor = this.#tail.at(-1);
		if (anchor === undefined) return rows;
		const [first] = rows;
		if (first?.licenseKey === anchor) return rows.slice(1);
		if (first && !this.#hasChanged && this.#ties.isMember(first)) {
			this.#ties.shuffle();
			return rows;
		}
		if (first && first.licenseKey === this.#tail[0]) throw createPageError(`the same page again at position ${start}`);
		this.#options.onChange('keys were added or removed');
		this.#recent = new Set([...this.#recent, ...this.#tail]);
		const index = rows.findIndex(row => row.licenseKey === anchor);
		if (index > 0) return rows.slice(index + 1);
		this.#position = (await this.#findAnchor(start)) + 1;
		return undefined;
	}

	async #findAnchor(start: number): Promise<number> {
		const {pageSize, skip} = this.#options;
		if (this.#matching === 0) return -1;
		for (let step = 1; step <= maxSearchedPages; step++) {
			for (const at of [start - step * (pageSize - 1), start + step * (pageSize - 1)]) {
				const from = Math.max(skip, at);
				if (from >= (this.#matching ?? 0)) continue;
				const {rows} = await this.#queue.refetch(from);
				const positions = new Map(rows.map((row, index) => [row.licenseKey, from + index]));
				const last = this.#tail.findLast(key => positions.has(key));
				if (last !== undefined) {
					this.#tail = this.#tail.slice(0, this.#tail.lastIndexOf(last) + 1);
					return positions.get(last) ?? from;
				}
			}
		}
		throw createPageError(`a different order at position ${start}`);
	}
}

const createPageError = (what: string) =>
	new CliError('refused', `the service returned inconsistent pages: ${what}`, {
		hint: 'run the command again; if the error persists, list fewer keys with --filter',
		code: 'contract',
	});
