import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {openRegular} from '../../files/file-bytes.ts';
import {readEntry} from '../zip/read-entry.ts';
import {readDirectory} from '../zip/zip-directory.ts';
import {findFiles} from '../zip/zip-entry.ts';
import type {ZipLimits} from '../zip/zip-limits.ts';
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
	record.from === file.from &&
	record.to === file.to &&
	record.listedKB === file.uncompressedKB &&
	record.compressedKB === file.compressedKB;

export const hasForms = (found: StoredForms, wanted: StoredForms): boolean =>
	(found.zip || !wanted.zip) && (found.unpacked || !wanted.unpacked);

/** Listings count a KB as 1000 or 1024 bytes. */
const units = [1000, 1024];

async function readHeaderBytes(path: string, limits: ZipLimits): Promise<number> {
	const file = await openRegular(path);
	try {
		const [entry] = findFiles(await readDirectory(file, limits));
		if (!entry) return 0;
		for await (const chunk of readEntry(file, entry)) return chunk.indexOf('\n') + 1;
		return 0;
	} finally {
		await file.close();
	}
}

/** Returns the size of a header in the KB of listings. Returns 0 if no daily zip shows it. */
export async function readHeaderKB(
	folder: string,
	records: readonly ManifestRecord[],
	limits: (record: ManifestRecord) => ZipLimits,
): Promise<number> {
	const record = records.find(({kind, zip, state}) => kind === 'daily' && zip && state === 'placed');
	if (!record) return 0;
	const bytes = await readHeaderBytes(join(folder, record.name), limits(record)).catch(() => 0);
	const perKB = record.entries.reduce((sum, {size}) => sum + size, 0) / record.listedKB;
	const [unit = 1024] = units.toSorted((one, other) => Math.abs(one - perKB) - Math.abs(other - perKB));
	return bytes / unit;
}
