import {createHash} from 'node:crypto';
import {mkdir, open} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {toDiskError} from '../../files/disk-error.ts';
import {isFileName, type LogFile} from '../log-file.ts';
import {addToManifest, type Kept} from '../manifest.ts';
import {readDirectory} from '../zip/directory.ts';
import type {Limits} from '../zip/limits.ts';
import {testArchive, unpackInto} from '../zip/unpack.ts';
import type {Fetched} from './fetch-file.ts';
import {describeFetched, type Placement, placeFetched} from './place-file.ts';
import type {TargetFolder} from './target-folder.ts';

type Limited = {readonly limits: (file: LogFile) => Limits};

/** Checks a zip where it lies, and unpacks it into `content` where that is given. Throws refusals and errors of the disk. */
async function readExisting(path: string, limits: Limits, content?: string): Promise<Omit<Fetched, 'sha256'>> {
	try {
		const file = await open(path);
		try {
			const entries = await readDirectory(file, limits);
			await (content ? unpackInto(file, entries, content) : testArchive(file, entries));
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

/** Unpacks the zip of a file that was fetched before; returns the manifest's new line. */
export async function unpackExisting(file: LogFile, kept: Kept, placement: Placement & Limited): Promise<Kept> {
	const {target, limits} = placement;
	const content = join(target.work, file.name, 'content');
	await mkdir(content, {recursive: true});
	const read = await readExisting(join(target.path, file.name), limits(file), content);
	const fetched = {...read, sha256: kept.sha256};
	const forms = {zip: true, unpacked: true};
	const next = describeFetched(file, fetched, {forms, now: new Date(kept.fetchedAt)});
	await placeFetched(fetched, next, placement);
	return next;
}

/** Whether a size is the one listed, in either meaning of KB; three decimals are listed. */
const isListedSize = (size: number, {compressedKB}: LogFile) =>
	compressedKB !== null && [1000, 1024].some(unit => Math.abs(size / unit - compressedKB) < 0.01);

/** The manifest's line for a zip that no run of ours put there; undefined unless it is whole, and of the size that is listed. */
async function adopt(file: LogFile, {target, limits, now}: AdoptOptions): Promise<Kept | undefined> {
	const path = join(target.path, file.name);
	const found = await target.find(file.name);
	if (!found?.isFile() || !isListedSize(found.size, file)) return undefined;
	const read = await readExisting(path, limits(file)).catch(() => undefined);
	if (!read) return undefined;
	const fetched = {...read, sha256: await hashFile(path)};
	return describeFetched(file, fetched, {forms: {zip: true, unpacked: false}, now});
}

type AdoptOptions = Limited & {readonly target: TargetFolder; readonly now: Date};

/**
 * Takes zips that came into the folder by other ways as fetched, when they are whole and of the size that is listed. What is
 * anything else is left alone; the download then says that its name is taken. Returns the manifest with them.
 */
export async function adoptExisting(
	files: readonly LogFile[],
	manifest: ReadonlyMap<string, Kept>,
	options: AdoptOptions,
): Promise<ReadonlyMap<string, Kept>> {
	const all = new Map(manifest);
	for (const file of files.filter(({kind, name}) => kind !== 'open' && !manifest.has(name) && isFileName(name))) {
		const kept = await adopt(file, options);
		if (!kept) continue;
		await addToManifest(options.target.path, kept);
		all.set(kept.name, kept);
	}
	return all;
}
