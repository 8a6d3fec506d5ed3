import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {LogFile} from './log-file.ts';
import type {ManifestRecord} from './manifest.ts';

export type StoredForms = {readonly zip: boolean; readonly unpacked: boolean};

async function getSize(path: string): Promise<number | 'folder' | undefined> {
	const found = await stat(path).catch(() => undefined);
	return found?.isDirectory() ? 'folder' : found?.size;
}

/** Tells whether the zip and its unpacked content are in the folder, with the sizes in the manifest. */
export async function findStoredForms(folder: string, record: ManifestRecord): Promise<StoredForms> {
	if (record.state !== 'placed') return {zip: false, unpacked: false};
	const zip = record.zip && (await getSize(join(folder, record.name))) === record.size;
	const unpacked = record.unpacked === null ? undefined : await getSize(join(folder, record.unpacked));
	return {zip, unpacked: unpacked === 'folder' || (unpacked !== undefined && unpacked === record.entries[0]?.size)};
}

export const isFinalAndCurrent = (record: ManifestRecord, file: LogFile): boolean =>
	file.kind !== 'open' &&
	record.kind !== 'open' &&
	record.listedKB === file.uncompressedKB &&
	record.compressedKB === file.compressedKB;

export const hasForms = (found: StoredForms, wanted: StoredForms): boolean =>
	(found.zip || !wanted.zip) && (found.unpacked || !wanted.unpacked);
