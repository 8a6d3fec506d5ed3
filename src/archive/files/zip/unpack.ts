import type {FileHandle} from 'node:fs/promises';
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {writeNewFile} from '../../../files/file-bytes.ts';
import {readEntry} from './inflate.ts';
import {readDirectory} from './zip-directory.ts';
import type {Entry} from './zip-entry.ts';
import type {Limits} from './zip-limits.ts';
import {validateRatios} from './zip-rules.ts';

/** Unpacks all entries into a new private folder, which the caller removes. Throws rejections and disk errors. */
async function unpackInto(file: FileHandle, entries: readonly Entry[], folder: string): Promise<void> {
	for (const entry of entries.filter(each => !each.folder)) {
		const path = join(folder, ...entry.path);
		await mkdir(dirname(path), {recursive: true});
		await writeNewFile(path, readEntry(file, entry));
	}
}

/**
 * Reads every entry of an archive to its end, and unpacks it into a private folder if one is given, which the caller removes.
 * Returns the entries. Throws disk errors, and a rejection when an entry is not what the directory says.
 */
export async function checkArchive(file: FileHandle, limits: Limits, folder?: string): Promise<readonly Entry[]> {
	const entries = await readDirectory(file, limits);
	if (folder === undefined) for (const entry of entries) for await (const _ of readEntry(file, entry));
	else {
		validateRatios(entries, limits);
		await unpackInto(file, entries, folder);
	}
	return entries;
}
