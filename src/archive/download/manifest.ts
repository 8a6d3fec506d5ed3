import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject, isText} from '../../contract/json-values.ts';
import {CliError} from '../../errors.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {tryParseJson} from '../../text/try-parse-json.ts';
import {validateNoLinks} from '../archive-links.ts';
import {isFileName} from '../file-name.ts';
import {parseEntryName} from '../zip/entry-name.ts';
import type {FileKind} from './log-file.ts';

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

/**
 * The files that a sync is about to download. If it ends without some of them, another record names those that failed.
 * `stem` begins their names.
 */
export type AwaitedFiles = {readonly stem: string; readonly awaited: readonly string[]};

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

const isAwaitedFiles = (value: unknown): value is AwaitedFiles =>
	isObject(value) && isText(value.stem) && Array.isArray(value.awaited) && value.awaited.every(isText);

/** Each takes V8 up to 0.1 ms, so a planted manifest could take minutes. */
const maxDamagedLines = 1000;

/** A kill or a full disk may have truncated a line, so its file is checked again. Throws CliError (damaged) for a text of another kind. */
function parseLines(text: string): readonly unknown[] {
	let damaged = 0;
	return text.split('\n').flatMap(line => {
		const value = line === '' ? undefined : tryParseJson(line);
		if (value !== undefined) return [value];
		if (line !== '' && ++damaged > maxDamagedLines)
			throw new CliError('damaged', `${manifestName} has more than ${maxDamagedLines} lines that are not JSON`, {
				hint: 'move it away, then sync again: complete files are kept',
			});
		return [];
	});
}

export function parseManifest(text: string): ReadonlyMap<string, ManifestRecord> {
	const files = new Map<string, ManifestRecord>();
	for (const record of parseLines(text).filter(isManifestRecord)) {
		files.delete(record.name);
		if (record.state !== 'removed') files.set(record.name, record);
	}
	return files;
}

/** Returns the names of the files that the last sync of each product and kind did not fetch. */
export function parseAwaitedFiles(text: string): readonly string[] {
	const awaited = new Map<string, Set<string>>();
	for (const value of parseLines(text)) {
		if (isAwaitedFiles(value)) awaited.set(value.stem, new Set(value.awaited));
		else if (isManifestRecord(value) && value.state === 'placed')
			for (const names of awaited.values()) names.delete(value.name);
	}
	return [...awaited.values()].flatMap(names => [...names]);
}

/** An archive folder has a manifest even before its first file. */
export const hasManifest = async (folder: string): Promise<boolean> =>
	(await stat(getManifestPath(folder)).catch(() => undefined))?.isFile() ?? false;

async function readText(folder: string): Promise<string> {
	await validateNoLinks(folder, [manifestName]);
	try {
		return await disk.readText(join(folder, manifestName));
	} catch (error) {
		if (isDiskError(error, 'ENOENT')) return '';
		throw error;
	}
}

/** Returns an empty map if there is no manifest. Throws CliError (disk). */
export const readManifest = async (folder: string): Promise<ReadonlyMap<string, ManifestRecord>> =>
	parseManifest(await readText(folder));

export const readAwaitedFiles = async (folder: string): Promise<readonly string[]> =>
	parseAwaitedFiles(await readText(folder));

/**
 * Appends records and flushes them to the disk; without records, only creates the file. Concurrent runs only append, so
 * none overwrites records of another.
 */
export async function addToManifest(
	folder: string,
	...records: readonly (ManifestRecord | AwaitedFiles)[]
): Promise<void> {
	await validateNoLinks(folder, [manifestName]);
	const file = await disk.open(join(folder, manifestName), 'a');
	try {
		// the leading line end separates the record from one that a killed run left incomplete
		for (const record of records) await file.write(`\n${JSON.stringify(record)}\n`);
		await file.sync();
	} finally {
		await file.close();
	}
}
