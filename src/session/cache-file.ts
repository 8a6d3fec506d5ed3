import {readPrivateFile, writePrivateFile} from '../files/private-file.ts';

/** A private file with a list of things learned from the service. To lose it costs a repeated call, so it never fails. */
export type CacheFile<Item> = {
	/** The items of the file that `isItem` accepts; none when the file cannot be read. */
	readonly read: () => Promise<readonly Item[]>;
	/** Replaces the list. Of two runs that write at once, one loses its items. */
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
