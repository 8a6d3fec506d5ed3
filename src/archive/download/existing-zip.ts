import {createHash} from 'node:crypto';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {toDiskError} from '../../files/disk-error.ts';
import {openRegular} from '../../files/file-bytes.ts';
import {makeFolders} from '../../files/platform.ts';
import {isFileName} from '../file-name.ts';
import {checkArchive} from '../zip/check-archive.ts';
import type {ZipLimits} from '../zip/zip-limits.ts';
import type {FetchedFile} from './fetch-file.ts';
import type {LogFile} from './log-file.ts';
import {addToManifest, type ManifestRecord} from './manifest.ts';
import {createManifestRecord, type Placement, placeFetchedFile} from './place-file.ts';
import type {TargetFolder} from './target-folder.ts';

type LimitOptions = {readonly limits: (file: LogFile) => ZipLimits};

async function readExistingZip(
	path: string,
	limits: ZipLimits,
	content?: string,
): Promise<Omit<FetchedFile, 'sha256'>> {
	try {
		const file = await openRegular(path);
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

export async function hashFile(path: string): Promise<string> {
	const hash = createHash('sha256');
	const file = await openRegular(path);
	await pipeline(file.createReadStream({highWaterMark: 2 ** 18}), hash);
	return hash.digest('hex');
}

export async function unpackExistingZip(
	file: LogFile,
	record: ManifestRecord,
	placement: Placement & LimitOptions,
): Promise<ManifestRecord> {
	const {target, limits} = placement;
	const content = join(target.work, file.name, 'content');
	await makeFolders(content);
	const read = await readExistingZip(join(target.path, file.name), limits(file), content);
	const fetched = {...read, sha256: record.sha256};
	const forms = {zip: true, unpacked: true};
	const next = createManifestRecord(file, fetched, {forms, now: new Date(record.fetchedAt)});
	await placeFetchedFile(fetched, next, placement);
	return next;
}

/** Allows for a KB of 1000 or 1024 bytes; sizes are listed with three decimals. */
const isListedSize = (size: number, {compressedKB}: LogFile) =>
	compressedKB !== null && [1000, 1024].some(unit => Math.abs(size / unit - compressedKB) < 0.01);

/** Returns undefined unless the zip is valid and has the listed size. */
async function adoptZip(file: LogFile, {target, limits, now}: AdoptOptions): Promise<ManifestRecord | undefined> {
	const path = join(target.path, file.name);
	const found = await target.find(file.name);
	if (!found?.isFile() || !isListedSize(found.size, file)) return undefined;
	const read = await readExistingZip(path, limits(file)).catch(() => undefined);
	if (!read) return undefined;
	const fetched = {...read, sha256: await hashFile(path)};
	return createManifestRecord(file, fetched, {forms: {zip: true, unpacked: false}, now});
}

type AdoptOptions = LimitOptions & {readonly target: TargetFolder; readonly now: Date};

/**
 * Adds zips from other origins to the manifest if they are valid and have the listed size. Leaves other files alone;
 * the download then fails because the name is taken. Returns the manifest with the added records.
 */
export async function adoptExistingZips(
	files: readonly LogFile[],
	manifest: ReadonlyMap<string, ManifestRecord>,
	options: AdoptOptions,
): Promise<ReadonlyMap<string, ManifestRecord>> {
	const all = new Map(manifest);
	for (const file of files.filter(({kind, name}) => kind !== 'open' && !manifest.has(name) && isFileName(name))) {
		const record = await adoptZip(file, options);
		if (!record) continue;
		await addToManifest(options.target.path, record);
		all.set(record.name, record);
	}
	return all;
}
