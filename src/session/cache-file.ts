import {readPrivateFile, writePrivateFile} from '../files/private-file.ts';

/** A private file with a list of facts from the service. Losing it costs only a repeated call, so it never throws. */
export type CacheFile<Item> = {
	readonly read: () => Promise<readonly Item[]>;
	/** Replaces the list. If two runs write at the same time, the items of one are lost. */
	readonly write: (items: readonly Item[]) => Promise<void>;
};

export const createCacheFile = <Item>(
	path: string,
	isItem: (value: Partial<Item> | null) => value is Item,
): CacheFile<Item> => ({
	read: async () => {
		try {
			const items: unknown = JSON.parse((await readPrivateFile(path)) ?? '[]');
			return Array.isArray(items) ? items.filter(isItem) : [];
		} catch {
			return [];
		}
	},
	write: items => writePrivateFile(path, `${JSON.stringify(items)}\n`).catch(() => undefined),
});
