import {createCacheFile} from '../../session/cache-file.ts';

/** Counts of installations since a day. Null if the service cannot count them. */
export type QuotaCount = {
	/** Those that were certainly told to back off since that day. */
	readonly toldToBackOff: number;
	readonly active: number;
} | null;

type Key = {readonly service: string; readonly product: number; readonly start: string; readonly day: string};
type Entry = Key & {readonly count: QuotaCount};

/** Caches the counts, so that each range costs one call a day. */
export type QuotaCounts = {
	readonly find: (key: Key) => Promise<QuotaCount | undefined>;
	readonly put: (key: Key, count: QuotaCount) => Promise<void>;
};

const maxEntries = 200;

const isEntry = (item: Partial<Entry> | null): item is Entry =>
	[item?.service, item?.start, item?.day].every(text => typeof text === 'string') &&
	typeof item?.product === 'number' &&
	(item.count === null || (Number.isFinite(item.count?.toldToBackOff) && Number.isFinite(item.count?.active)));

const isSame = (item: Key, {service, product, start, day}: Key) =>
	item.service === service && item.product === product && item.start === start && item.day === day;

export function createQuotaCounts({stateDir}: {readonly stateDir: string | undefined}): QuotaCounts {
	const file = createCacheFile(stateDir, 'quota-counts.json', isEntry);
	return {
		find: async key => (await file.read()).find(item => isSame(item, key))?.count,
		put: async (key, count) => {
			const others = (await file.read()).filter(item => !isSame(item, key));
			await file.write([{...key, count}, ...others].slice(0, maxEntries));
		},
	};
}
