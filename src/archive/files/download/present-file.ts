import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {LogFile} from '../log-file.ts';
import type {ManifestRecord} from '../manifest.ts';

/** The forms in which a file is in a folder. */
export type Forms = {readonly zip: boolean; readonly unpacked: boolean};

async function getSize(path: string): Promise<number | 'folder' | undefined> {
	const found = await stat(path).catch(() => undefined);
	return found?.isDirectory() ? 'folder' : found?.size;
}

/** Finds the forms of a downloaded file that are in the folder as the manifest describes them. */
export async function findForms(folder: string, record: ManifestRecord): Promise<Forms> {
	if (record.state !== 'placed') return {zip: false, unpacked: false};
	const zip = record.zip && (await getSize(join(folder, record.name))) === record.size;
	const unpacked = record.unpacked === null ? undefined : await getSize(join(folder, record.unpacked));
	return {zip, unpacked: unpacked === 'folder' || (unpacked !== undefined && unpacked === record.entries[0]?.size)};
}

/** Tests if the downloaded file is the listed one, and final. */
export const isCurrent = (record: ManifestRecord, file: LogFile): boolean =>
	file.kind !== 'open' &&
	record.kind !== 'open' &&
	record.listedKB === file.uncompressedKB &&
	record.compressedKB === file.compressedKB;

export const hasForms = (found: Forms, wanted: Forms): boolean =>
	(found.zip || !wanted.zip) && (found.unpacked || !wanted.unpacked);
