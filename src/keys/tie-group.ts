import type {KeyRecord} from '../contract/license-keys.ts';
import type {ListingOptions, Page} from './listing.ts';

/** Rounds over a group in which no new key turned up, before it is given up. */
const mostIdleRounds = 5;

/** A page, where it begins, and its rows that have not been given out. */
export type Turned = {readonly page: Page; readonly start: number; readonly fresh: readonly KeyRecord[]};

/**
 * The rows at the end of what was read that have the same sort value. Nobody promises that the service keeps the order
 * among them: its next page may show some again and leave some out. So their keys are remembered until the value changes,
 * and what the pages did not show is read again.
 */
export class TieGroup {
	readonly #options: Pick<ListingOptions, 'fetch' | 'skip' | 'sortValue' | 'pageSize' | 'onChange'>;
	#value: string | number | undefined;
	/** Place of the group's first row. */
	#start = 0;
	#seen = new Set<string>();
	#shuffled = false;

	constructor(options: ListingOptions) {
		this.#options = options;
	}

	/** True for a row that should be the last one given out and is not, but could stand in its place. */
	isMember(row: KeyRecord): boolean {
		return this.#seen.size > 0 && this.#options.sortValue(row) === this.#value;
	}

	/** From now on the order within the group counts for nothing. */
	shuffle(): void {
		this.#shuffled = true;
	}

	/** The rows to give out of a page: no key of the group twice, and when the group ends, those it still owes. */
	async take({page: {rows}, start, fresh}: Turned): Promise<readonly KeyRecord[]> {
		const {sortValue} = this.#options;
		const beyond = fresh.findIndex(row => sortValue(row) !== this.#value);
		if (beyond === -1) return this.#admit(fresh);
		const own = this.#admit(fresh.slice(0, beyond));
		const owed = await this.complete(start + rows.length - fresh.length + beyond);
		const others = fresh.slice(beyond);
		this.#begin(others, start + rows.length);
		return [...own, ...owed, ...others];
	}

	#admit(rows: readonly KeyRecord[]): readonly KeyRecord[] {
		return rows.filter(({licenseKey}) => {
			const known = this.#seen.has(licenseKey);
			this.#seen.add(licenseKey);
			return !known;
		});
	}

	/** The group of the last of these rows; `end` is the place behind it. */
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
	 * Keys of the group that no page has shown; `end` is the place behind the group. Its places are read until a round shows
	 * no new key, and as many rows as there are keys.
	 */
	async complete(end: number): Promise<readonly KeyRecord[]> {
		if (!this.#shuffled) return [];
		this.#shuffled = false;
		const owed: KeyRecord[] = [];
		for (let idle = 0; idle < mostIdleRounds; ) {
			const rows = await this.#readAgain(end);
			const found = this.#admit(rows);
			owed.push(...found);
			const shown = new Set(rows.map(row => row.licenseKey)).size;
			if (found.length === 0 && (rows.length === shown || rows.length === this.#seen.size)) return owed;
			idle = found.length > 0 ? 0 : idle + 1;
		}
		this.#options.onChange('the order of keys with equal values is not stable');
		return owed;
	}

	/** The rows in the group's places, and a page before and behind: rows may have been added or removed meanwhile. */
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
