import type {FileHandle} from 'node:fs/promises';
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {writeNewFile} from '../../files/write.ts';
import type {Entry} from './entry.ts';
import {readEntry} from './inflate.ts';

/** Unpacks all entries into a new private folder, which the caller removes. Throws refusals and disk errors. */
export async function unpackInto(file: FileHandle, entries: readonly Entry[], folder: string): Promise<void> {
	for (const entry of entries.filter(each => !each.folder)) {
		const path = join(folder, ...entry.path);
		await mkdir(dirname(path), {recursive: true});
		await writeNewFile(path, readEntry(file, entry));
	}
}

/** Reads every entry to its end. Throws a refusal when one is not what the directory says. */
export async function testArchive(file: FileHandle, entries: readonly Entry[]): Promise<void> {
	for (const entry of entries) for await (const _ of readEntry(file, entry));
}
