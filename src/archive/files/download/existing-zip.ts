import {createHash} from 'node:crypto';
import {mkdir, open} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {toDiskError} from '../../../files/disk-error.ts';
import {isFileName} from '../file-name.ts';
import type {LogFile} from '../log-file.ts';
import {addToManifest, type ManifestRecord} from '../manifest.ts';
import {checkArchive} from '../zip/unpack.ts';
import type {Limits} from '../zip/zip-limits.ts';
import type {Fetched} from './fetch-file.ts';
import {createRecord, type Placement, placeFetched} from './place-file.ts';
import type {TargetFolder} from './target-folder.ts';

type Limited = {readonly limits: (file: LogFile) => Limits};

/** Checks a zip in its place, and unpacks it into the folder `content` where that is given. Throws rejections and disk errors. */
async function readExisting(path: string, limits: Limits, content?: string): Promise<Omit<Fetched, 'sha256'>> {
	try {
		const file = await open(path);
		try {
			const entries = await checkArchive(file, limits, content);
			return {archive: undefined, size: (await file.stat()).size, entries, content};
		} finally {
			await file.close();
		}
	} catch (error) {
		throw toDiskError(error, 'read', path);
	}
}

async function hashFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	const file = await open(path);
	await pipeline(file.createReadStream({highWaterMark: 2 ** 18}), hash);
	return hash.digest('hex');
}

/** Unpacks the zip of a file that was downloaded before. Returns the new record of the manifest. */
export async function unpackExisting(
	file: LogFile,
	record: ManifestRecord,
	placement: Placement & Limited,
): Promise<ManifestRecord> {
	const {target, limits} = placement;
	const content = join(target.work, file.name, 'content');
	await mkdir(content, {recursive: true});
	const read = await readExisting(join(target.path, file.name), limits(file), content);
	const fetched = {...read, sha256: record.sha256};
	const forms = {zip: true, unpacked: true};
	const next = createRecord(file, fetched, {forms, now: new Date(record.fetchedAt)});
	await placeFetched(fetched, next, placement);
	return next;
}

/** Compares a size in bytes with the listed one: a KB is 1000 or 1024 bytes, and sizes are listed with three decimals. */
const isListedSize = (size: number, {compressedKB}: LogFile) =>
	compressedKB !== null && [1000, 1024].some(unit => Math.abs(size / unit - compressedKB) < 0.01);

/** Returns a record for a zip that was not downloaded by us. Undefined unless it is valid and has the listed size. */
async function adopt(file: LogFile, {target, limits, now}: AdoptOptions): Promise<ManifestRecord | undefined> {
	const path = join(target.path, file.name);
	const found = await target.find(file.name);
	if (!found?.isFile() || !isListedSize(found.size, file)) return undefined;
	const read = await readExisting(path, limits(file)).catch(() => undefined);
	if (!read) return undefined;
	const fetched = {...read, sha256: await hashFile(path)};
	return createRecord(file, fetched, {forms: {zip: true, unpacked: false}, now});
}

type AdoptOptions = Limited & {readonly target: TargetFolder; readonly now: Date};

/**
 * Adds zips to the manifest that came into the folder in other ways, if they are valid and have the listed size. Other files
 * are left alone; the download then reports that the name is taken. Returns the manifest with the added records.
 */
export async function adoptExisting(
	files: readonly LogFile[],
	manifest: ReadonlyMap<string, ManifestRecord>,
	options: AdoptOptions,
): Promise<ReadonlyMap<string, ManifestRecord>> {
	const all = new Map(manifest);
	for (const file of files.filter(({kind, name}) => kind !== 'open' && !manifest.has(name) && isFileName(name))) {
		const record = await adopt(file, options);
		if (!record) continue;
		await addToManifest(options.target.path, record);
		all.set(record.name, record);
	}
	return all;
}
