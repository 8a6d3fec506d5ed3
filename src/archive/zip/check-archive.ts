import type {FileHandle} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {writeNewFile} from '../../files/file-bytes.ts';
import {makeFolders} from '../../files/platform.ts';
import {readEntry} from './read-entry.ts';
import {readDirectory} from './zip-directory.ts';
import {findFiles, type ZipEntry} from './zip-entry.ts';
import type {ZipLimits} from './zip-limits.ts';
import {validateRatios} from './zip-rules.ts';

async function unpackEntries(file: FileHandle, entries: readonly ZipEntry[], folder: string): Promise<void> {
	for (const entry of findFiles(entries)) {
		const path = join(folder, ...entry.path);
		await makeFolders(dirname(path));
		await writeNewFile(path, readEntry(file, entry));
	}
}

/**
 * Reads every entry to its end and, if `folder` is given, unpacks it there; the caller removes the folder. Throws disk
 * errors, and a rejection if an entry is not what the directory says.
 */
export async function checkArchive(file: FileHandle, limits: ZipLimits, folder?: string): Promise<readonly ZipEntry[]> {
	const entries = await readDirectory(file, limits);
	if (folder === undefined) for (const entry of entries) for await (const _ of readEntry(file, entry));
	else {
		validateRatios(entries, limits);
		await unpackEntries(file, entries, folder);
	}
	return entries;
}
