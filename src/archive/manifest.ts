import {open, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {toDiskError} from '../files/disk-error.ts';
import {writeAll} from '../files/write.ts';
import {type FileKind, isFileName} from './log-file.ts';
import {parseEntryName} from './zip/name.ts';

/** What a folder knows of one file that was fetched into it. */
export type Kept = {
	readonly name: string;
	readonly kind: FileKind;
	readonly from: string;
	readonly to: string;
	/** Sizes as the service listed them when it was fetched. */
	readonly listedKB: number;
	readonly compressedKB: number | null;
	/** Bytes of the zip. */
	readonly size: number;
	readonly sha256: string;
	readonly entries: readonly {readonly name: string; readonly size: number; readonly crc32: string}[];
	readonly fetchedAt: string;
	/** Whether the zip lies in the folder. */
	readonly zip: boolean;
	/** Name of the file or folder that it was unpacked to. */
	readonly unpacked: string | null;
	/** `placing`: about to be moved to its name; a kill in that moment leaves no doubt whose file it is. `removed`: taken away again. */
	readonly state: 'placing' | 'placed' | 'removed';
};

/** One JSON object a line: a line is added once its file is in place, the last one of a name counts. */
const fileName = '.usagectl-manifest.ndjson';

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
/** One part of a path, as unpacking makes them. */
function isPlainName(value: unknown) {
	const parsed = isText(value) ? parseEntryName(value) : {fault: ''};
	return 'path' in parsed && parsed.path.length === 1;
}
function isKept(value: unknown): value is Kept {
	if (typeof value !== 'object' || value === null) return false;
	const {name, kind, from, to, listedKB, size, sha256, entries, zip, unpacked, state} = value as Record<
		string,
		unknown
	>;
	return (
		[name, kind, from, to, sha256, state].every(isText) &&
		[listedKB, size].every(isNumber) &&
		Array.isArray(entries) &&
		typeof zip === 'boolean' &&
		// both become paths
		isFileName(String(name)) &&
		(unpacked === null || isPlainName(unpacked))
	);
}

function parseLine(line: string): readonly Kept[] {
	try {
		const value: unknown = JSON.parse(line);
		return isKept(value) ? [value] : [];
	} catch {
		// a kill or a full disk may have cut a line; its file is looked at anew
		return [];
	}
}

/** The files of the folder by name, in the order in which they came. */
export function parseManifest(text: string): ReadonlyMap<string, Kept> {
	const files = new Map<string, Kept>();
	for (const kept of text.split('\n').flatMap(parseLine)) {
		files.delete(kept.name);
		if (kept.state !== 'removed') files.set(kept.name, kept);
	}
	return files;
}

/** What the folder's manifest says; empty where there is none. Throws errors of the disk. */
export async function readManifest(folder: string): Promise<ReadonlyMap<string, Kept>> {
	const path = join(folder, fileName);
	try {
		return parseManifest(await readFile(path, 'utf8'));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
		throw toDiskError(error, 'read', path);
	}
}

/** Adds a line and has it on the disk. Runs that share a folder only ever add, so none undoes what another wrote. */
export async function addToManifest(folder: string, kept: Kept): Promise<void> {
	const path = join(folder, fileName);
	try {
		const file = await open(path, 'a');
		try {
			// begins with a line end of its own: what a killed run left cut stays a line by itself
			await writeAll(file, Buffer.from(`\n${JSON.stringify(kept)}\n`));
			await file.sync();
		} finally {
			await file.close();
		}
	} catch (error) {
		throw toDiskError(error, 'write', path);
	}
}
