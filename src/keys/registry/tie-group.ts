import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import type {ListingOptions, Page} from './page-queue.ts';

/** Passes over a group without a new key before the group is given up. */
const mostIdlePasses = 5;

/** A page, its position, and its rows that have not been yielded. */
export type PositionedPage = {readonly page: Page; readonly start: number; readonly fresh: readonly KeyRecord[]};

/**
 * The rows at the end of what was read that have the same sort value. The service may change the order among them, so that
 * its next page repeats some and leaves some out. Their keys are remembered until the value changes, and rows that no page
 * contained are read again.
 */
export class TieGroup {
	readonly #options: Pick<ListingOptions, 'fetch' | 'skip' | 'sortValue' | 'pageSize' | 'onChange'>;
	#value: string | number | undefined;
	/** Position of the group's first row. */
	#start = 0;
	#seen = new Set<string>();
	#shuffled = false;

	constructor(options: ListingOptions) {
		this.#options = options;
	}

	/** True for a row of the group: it may have taken the position of the row that was yielded last. */
	isMember(row: KeyRecord): boolean {
		return this.#seen.size > 0 && this.#options.sortValue(row) === this.#value;
	}

	/** Notes that the order within the group has changed. */
	shuffle(): void {
		this.#shuffled = true;
	}

	/** The rows of a page to yield: no key of the group twice, and when the group ends, its rows that no page contained. */
	async take({page: {rows}, start, fresh}: PositionedPage): Promise<readonly KeyRecord[]> {
		const {sortValue} = this.#options;
		const beyond = fresh.findIndex(row => sortValue(row) !== this.#value);
		if (beyond === -1) return this.#admit(fresh);
		const own = this.#admit(fresh.slice(0, beyond));
		const missed = await this.complete(start + rows.length - fresh.length + beyond);
		const others = fresh.slice(beyond);
		this.#begin(others, start + rows.length);
		return [...own, ...missed, ...others];
	}

	#admit(rows: readonly KeyRecord[]): readonly KeyRecord[] {
		return rows.filter(({licenseKey}) => {
			const known = this.#seen.has(licenseKey);
			this.#seen.add(licenseKey);
			return !known;
		});
	}

	/** Begins the group of the last of these rows; `end` is the position after it. */
	#begin(rows: readonly KeyRecord[], end: number): void {
		const {sortValue} = this.#options;
		const last = rows.at(-1);
		this.#value = last && sortValue(last);
		const first = rows.findLastIndex(row => sortValue(row) !== this.#value) + 1;
		this.#seen = new Set(rows.slice(first).map(row => row.licenseKey));
		this.#start = end - (rows.length - first);
		this.#shuffled = false;
	}

	/**
	 * Rows of the group that no page contained; `end` is the position after the group. Its positions are read until a pass has
	 * no new key, and as many rows as there are keys.
	 */
	async complete(end: number): Promise<readonly KeyRecord[]> {
		if (!this.#shuffled) return [];
		this.#shuffled = false;
		const missed: KeyRecord[] = [];
		for (let idle = 0; idle < mostIdlePasses; ) {
			const rows = await this.#readAgain(end);
			const found = this.#admit(rows);
			missed.push(...found);
			const shown = new Set(rows.map(row => row.licenseKey)).size;
			if (found.length === 0 && (rows.length === shown || rows.length === this.#seen.size)) return missed;
			idle = found.length > 0 ? 0 : idle + 1;
		}
		this.#options.onChange('the order of keys with equal values is not stable');
		return missed;
	}

	/** The rows at the group's positions, and a page before and after: rows may have been added or removed meanwhile. */
	async #readAgain(end: number): Promise<readonly KeyRecord[]> {
		const {fetch, pageSize, sortValue, skip} = this.#options;
		const own: KeyRecord[] = [];
		for (let at = Math.max(skip, this.#start - pageSize); at < end + pageSize; at += pageSize) {
			const {rows} = await fetch(at, pageSize);
			own.push(...rows.filter(row => sortValue(row) === this.#value));
			if (rows.length < pageSize) break;
		}
		return own;
	}
}
