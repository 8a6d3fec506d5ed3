import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {findFiles, type ZipEntry} from '../zip/zip-entry.ts';
import type {FetchedFile} from './fetch-file.ts';
import type {LogFile} from './log-file.ts';
import {addToManifest, type ManifestRecord} from './manifest.ts';
import type {StoredForms} from './stored-forms.ts';
import type {TargetFolder} from './target-folder.ts';

export type Placement = {
	readonly target: TargetFolder;
	readonly manifest: ReadonlyMap<string, ManifestRecord>;
	/** Replaces files that are not downloads. */
	readonly overwrite: boolean;
};

/** Throws CliError (disk) if the name belongs to something that is not a download. */
export async function validateNameIsFree(name: string, {target, manifest, overwrite}: Placement): Promise<void> {
	const isOurs = [...manifest.values()].some(record => record.name === name || record.unpacked === name);
	if (overwrite || isOurs || (await target.find(name)) === undefined) return;
	throw new CliError('disk', `${join(target.path, name)} exists and is not a download`, {
		hint: 'move it away, or add --overwrite',
		code: 'exists',
	});
}

const withoutExtension = (name: string) => name.replace(/\.[^.]*$/, '');

/**
 * Returns the name for the content of an archive. A single file that is named like the archive keeps its name; anything
 * else goes into a folder named like the archive, so that archives with equal entries do not collide.
 */
export function getUnpackedName(
	archive: string,
	entries: readonly ZipEntry[],
): {readonly name: string; readonly isFolder: boolean} {
	const stem = withoutExtension(archive);
	const [only, ...others] = findFiles(entries);
	const name = only?.path[0];
	const isSingle =
		others.length === 0 && only?.path.length === 1 && name !== undefined && withoutExtension(name) === stem;
	return isSingle ? {name, isFolder: false} : {name: stem, isFolder: true};
}

export const createManifestRecord = (
	file: LogFile,
	{size, sha256, entries}: FetchedFile,
	{forms, now}: {readonly forms: StoredForms; readonly now: Date},
): ManifestRecord => ({
	name: file.name,
	kind: file.kind,
	from: file.from,
	to: file.to,
	listedKB: file.uncompressedKB,
	compressedKB: file.compressedKB,
	size,
	sha256,
	entries: findFiles(entries).map(entry => ({
		name: entry.path.join('/'),
		size: entry.size,
		crc32: entry.crc.toString(16).padStart(8, '0'),
	})),
	fetchedAt: now.toISOString(),
	zip: forms.zip,
	unpacked: forms.unpacked ? getUnpackedName(file.name, entries).name : null,
	state: 'placed',
});

/**
 * Moves a checked file to its name. Writes two manifest records: after a kill in between, the first one shows that the
 * file is a download.
 */
export async function placeFetchedFile(
	fetched: FetchedFile,
	record: ManifestRecord,
	placement: Placement,
): Promise<void> {
	const {target} = placement;
	if (record.unpacked) await validateNameIsFree(record.unpacked, placement);
	await addToManifest(target.path, {...record, state: 'placing'});
	if (record.unpacked && fetched.content) {
		const {isFolder} = getUnpackedName(record.name, fetched.entries);
		await target.place(isFolder ? fetched.content : join(fetched.content, record.unpacked), record.unpacked);
	}
	if (record.zip && fetched.archive) await target.place(fetched.archive, record.name);
	await addToManifest(target.path, record);
}
