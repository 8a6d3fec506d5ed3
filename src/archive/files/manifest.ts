import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject, isText} from '../../contract/json-values.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {validateNoLinks} from './archive-links.ts';
import {isFileName} from './file-name.ts';
import type {FileKind} from './log-file.ts';
import {parseEntryName} from './zip/entry-name.ts';

export type ManifestRecord = {
	readonly name: string;
	readonly kind: FileKind;
	readonly from: string;
	readonly to: string;
	/** Sizes as listed at the time of the download. */
	readonly listedKB: number;
	readonly compressedKB: number | null;
	readonly size: number;
	readonly sha256: string;
	readonly entries: readonly {readonly name: string; readonly size: number; readonly crc32: string}[];
	readonly fetchedAt: string;
	readonly zip: boolean;
	readonly unpacked: string | null;
	/** `placing`: about to be moved to its name. After a kill at that moment, it shows that the file is a download. */
	readonly state: 'placing' | 'placed' | 'removed';
};

/** One JSON object per line; the last record of a name counts. */
const manifestName = '.usagectl-manifest.ndjson';
export const getManifestPath = (folder: string): string => join(folder, manifestName);

const isNumber = (value: unknown): value is number => typeof value === 'number';
/** Tests if the value is a single safe part of a path. */
function isSafeName(value: unknown) {
	const parsed = isText(value) ? parseEntryName(value) : {violation: ''};
	return 'path' in parsed && parsed.path.length === 1;
}
function isManifestRecord(value: unknown): value is ManifestRecord {
	if (!isObject(value)) return false;
	const {name, kind, from, to, listedKB, size, sha256, entries, zip, unpacked, state} = value;
	return (
		[name, kind, from, to, sha256, state].every(isText) &&
		[listedKB, size].every(isNumber) &&
		Array.isArray(entries) &&
		typeof zip === 'boolean' &&
		// both become parts of paths
		isFileName(String(name)) &&
		(unpacked === null || isSafeName(unpacked))
	);
}

function parseLine(line: string): readonly ManifestRecord[] {
	try {
		const value: unknown = JSON.parse(line);
		return isManifestRecord(value) ? [value] : [];
	} catch {
		// a kill or a full disk may have truncated the line, so its file is checked again
		return [];
	}
}

export function parseManifest(text: string): ReadonlyMap<string, ManifestRecord> {
	const files = new Map<string, ManifestRecord>();
	for (const record of text.split('\n').flatMap(parseLine)) {
		files.delete(record.name);
		if (record.state !== 'removed') files.set(record.name, record);
	}
	return files;
}

/** An archive folder has a manifest even before its first file. */
export const hasManifest = (folder: string): Promise<boolean> =>
	stat(getManifestPath(folder)).then(
		found => found.isFile(),
		() => false,
	);

/** Returns an empty map if there is no manifest. Throws CliError (disk). */
export async function readManifest(folder: string): Promise<ReadonlyMap<string, ManifestRecord>> {
	await validateNoLinks(folder, [manifestName]);
	try {
		return parseManifest(await disk.readText(join(folder, manifestName)));
	} catch (error) {
		if (isDiskError(error, 'ENOENT')) return new Map();
		throw error;
	}
}

/**
 * Appends records and flushes them to the disk; without records, only creates the file. Concurrent runs only append, so
 * none overwrites records of another.
 */
export async function addToManifest(folder: string, ...records: readonly ManifestRecord[]): Promise<void> {
	const file = await disk.open(join(folder, manifestName), 'a');
	try {
		// the leading line end separates the record from one that a killed run left incomplete
		for (const record of records) await file.write(`\n${JSON.stringify(record)}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
}
