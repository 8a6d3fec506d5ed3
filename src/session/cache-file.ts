import {join} from 'node:path';
import {readPrivateFile, writePrivateFile} from '../files/private-file.ts';

/** A private file with a list of facts from the service. Losing it costs only a repeated call, so it never throws. */
export type CacheFile<Item> = {
	readonly read: () => Promise<readonly Item[]>;
	/** Replaces the list. If two runs write at the same time, the items of one are lost. */
	readonly write: (items: readonly Item[]) => Promise<void>;
};

/** The service that facts are stored for: its address, or the profile that names it. */
export const getServiceName = ({
	baseUrl,
	profile,
}: {
	readonly baseUrl: string | undefined;
	readonly profile: string;
}): string => baseUrl ?? `profile ${profile}`;

const noFile = {read: async () => [], write: async () => undefined};

/** Without a folder nothing is kept. */
export function createCacheFile<Item>(
	folder: string | undefined,
	name: string,
	isItem: (value: Partial<Item> | null) => value is Item,
): CacheFile<Item> {
	if (folder === undefined) return noFile;
	const path = join(folder, name);
	return {
		read: async () => {
			try {
				const items: unknown = JSON.parse((await readPrivateFile(path)) ?? '[]');
				return Array.isArray(items) ? items.filter(isItem) : [];
			} catch {
				return [];
			}
		},
		write: items => writePrivateFile(path, `${JSON.stringify(items)}\n`).catch(() => undefined),
	};
}
