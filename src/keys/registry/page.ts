import type {KeyRecord} from '../../contract/license-keys.ts';

export type Page = {
	readonly rows: readonly KeyRecord[];
	/** How many keys match, by the service's count. */
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
