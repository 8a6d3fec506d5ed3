import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import type {ListingOptions, Page} from './page-queue.ts';

/** The number of passes without a new key after which the search ends. */
const maxIdlePasses = 5;

/** A page at a position; `fresh` are the rows that have not been yielded. */
export type PositionedPage = {readonly page: Page; readonly start: number; readonly fresh: readonly KeyRecord[]};

/**
 * The last rows read that share a sort value. The service may return rows with equal values in another order each time, so
 * the next page may repeat some and omit others. Their keys are remembered until the value changes, and omitted rows are read
 * again.
 */
export class TieGroup {
	readonly #options: Pick<ListingOptions, 'fetch' | 'skip' | 'sortValue' | 'pageSize' | 'onChange'>;
	#value: string | number | undefined;
	#start = 0;
	#seen = new Set<string>();
	#shuffled = false;

	constructor(options: ListingOptions) {
		this.#options = options;
	}

	/** True for a row of the group, which may have taken the position of the last yielded row. */
	isMember(row: KeyRecord): boolean {
		return this.#seen.size > 0 && this.#options.sortValue(row) === this.#value;
	}

	shuffle(): void {
		this.#shuffled = true;
	}

	/** Returns the rows to yield for a page: each key once and, where a group ends, the rows that its pages omitted. */
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
			const wasSeen = this.#seen.has(licenseKey);
			this.#seen.add(licenseKey);
			return !wasSeen;
		});
	}

	/** Begins a new group with the last of these rows; `end` is the position after it. */
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
	 * Reads the omitted rows of the group; `end` is the position after the group. Its positions are read until a pass finds no
	 * new key and as many rows as keys.
	 */
	async complete(end: number): Promise<readonly KeyRecord[]> {
		if (!this.#shuffled) return [];
		this.#shuffled = false;
		const missed: KeyRecord[] = [];
		for (let idle = 0; idle < maxIdlePasses; ) {
			const rows = await this.#readAgain(end);
			const found = this.#admit(rows);
			missed.push(...found);
			const distinct = new Set(rows.map(row => row.licenseKey)).size;
			if (found.length === 0 && (rows.length === distinct || rows.length === this.#seen.size)) return missed;
			idle = found.length > 0 ? 0 : idle + 1;
		}
		this.#options.onChange('the order of keys with equal values is not stable');
		return missed;
	}

	/** Reads the group's positions, and a page before and after because rows may have been added or removed. */
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
