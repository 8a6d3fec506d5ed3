import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject, isText} from '../../contract/json-values.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {isFileName} from './file-name.ts';
import type {FileKind} from './log-file.ts';
import {parseEntryName} from './zip/entry-name.ts';

/** The record of a file that was downloaded into a folder. */
export type ManifestRecord = {
	readonly name: string;
	readonly kind: FileKind;
	readonly from: string;
	readonly to: string;
	/** Sizes as the service listed them at the time of the download. */
	readonly listedKB: number;
	readonly compressedKB: number | null;
	/** Bytes of the zip. */
	readonly size: number;
	readonly sha256: string;
	readonly entries: readonly {readonly name: string; readonly size: number; readonly crc32: string}[];
	readonly fetchedAt: string;
	/** The zip is in the folder. */
	readonly zip: boolean;
	/** Name of the file or folder that it was unpacked to. */
	readonly unpacked: string | null;
	/** `placing`: about to be moved to its name; after a kill at that moment, the file at that name is known to be ours. */
	readonly state: 'placing' | 'placed' | 'removed';
};

/** One JSON object per line. The last record of a name counts. */
const fileName = '.usagectl-manifest.ndjson';

const isNumber = (value: unknown): value is number => typeof value === 'number';
/** Tests if a value is a single safe part of a path. */
function isPlainName(value: unknown) {
	const parsed = isText(value) ? parseEntryName(value) : {fault: ''};
	return 'path' in parsed && parsed.path.length === 1;
}
function isRecord(value: unknown): value is ManifestRecord {
	if (!isObject(value)) return false;
	const {name, kind, from, to, listedKB, size, sha256, entries, zip, unpacked, state} = value;
	return (
		[name, kind, from, to, sha256, state].every(isText) &&
		[listedKB, size].every(isNumber) &&
		Array.isArray(entries) &&
		typeof zip === 'boolean' &&
		// both become parts of paths
		isFileName(String(name)) &&
		(unpacked === null || isPlainName(unpacked))
	);
}

function parseLine(line: string): readonly ManifestRecord[] {
	try {
		const value: unknown = JSON.parse(line);
		return isRecord(value) ? [value] : [];
	} catch {
		// a kill or a full disk may have cut off a line: its file is checked again
		return [];
	}
}

/** Parses a manifest: its files by name, in the order of the records. */
export function parseManifest(text: string): ReadonlyMap<string, ManifestRecord> {
	const files = new Map<string, ManifestRecord>();
	for (const record of text.split('\n').flatMap(parseLine)) {
		files.delete(record.name);
		if (record.state !== 'removed') files.set(record.name, record);
	}
	return files;
}

/** Recognizes an archive: it has a manifest even before the first file arrives. */
export const hasManifest = (folder: string): Promise<boolean> =>
	stat(join(folder, fileName)).then(
		found => found.isFile(),
		() => false,
	);

/** Reads the manifest of a folder; empty where there is none. Throws CliError `disk`. */
export async function readManifest(folder: string): Promise<ReadonlyMap<string, ManifestRecord>> {
	try {
		return parseManifest(await disk.readText(join(folder, fileName)));
	} catch (error) {
		if (isDiskError(error, 'ENOENT')) return new Map();
		throw error;
	}
}

/** Appends records and flushes them to the disk; without any, the file exists afterwards. Runs that share a folder only append, so none overwrites records of another. */
export async function addToManifest(folder: string, ...records: readonly ManifestRecord[]): Promise<void> {
	const file = await disk.open(join(folder, fileName), 'a');
	try {
		// the leading line end separates the record from one that a killed run left incomplete
		for (const record of records) await file.write(`\n${JSON.stringify(record)}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
}
