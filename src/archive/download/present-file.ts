import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {LogFile} from '../log-file.ts';
import type {Kept} from '../manifest.ts';

/** In which forms a file is to lie in the folder. */
export type Forms = {readonly zip: boolean; readonly unpacked: boolean};

async function getSize(path: string): Promise<number | 'folder' | undefined> {
	const found = await stat(path).catch(() => undefined);
	return found?.isDirectory() ? 'folder' : found?.size;
}

/** Which forms of a fetched file lie in the folder as the manifest says. */
export async function findForms(folder: string, kept: Kept): Promise<Forms> {
	if (kept.state !== 'placed') return {zip: false, unpacked: false};
	const zip = kept.zip && (await getSize(join(folder, kept.name))) === kept.size;
	const unpacked = kept.unpacked === null ? undefined : await getSize(join(folder, kept.unpacked));
	return {zip, unpacked: unpacked === 'folder' || (unpacked !== undefined && unpacked === kept.entries[0]?.size)};
}

/** Whether what was fetched is what the service lists now, and will stay so. */
export const isCurrent = (kept: Kept, file: LogFile): boolean =>
	file.kind !== 'open' &&
	kept.kind !== 'open' &&
	kept.listedKB === file.uncompressedKB &&
	kept.compressedKB === file.compressedKB;

/** Whether every form that is wanted is there. */
export const hasForms = (found: Forms, wanted: Forms): boolean =>
	(found.zip || !wanted.zip) && (found.unpacked || !wanted.unpacked);
