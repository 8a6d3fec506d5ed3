import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import type {LogFile} from '../log-file.ts';
import {addToManifest, type Kept} from '../manifest.ts';
import {getUnpackedName} from '../zip/unpacked-name.ts';
import type {Fetched} from './fetch-file.ts';
import type {Forms} from './present-file.ts';
import type {TargetFolder} from './target-folder.ts';

export type Placement = {
	readonly target: TargetFolder;
	readonly manifest: ReadonlyMap<string, Kept>;
	/** Replace what lies there and is not ours. */
	readonly overwrite: boolean;
};

/** Throws when something has that name that we did not put there. */
export async function validateFree(name: string, {target, manifest, overwrite}: Placement): Promise<void> {
	const isOurs = [...manifest.values()].some(kept => kept.name === name || kept.unpacked === name);
	if (overwrite || isOurs || (await target.find(name)) === undefined) return;
	throw new CliError('disk', `${join(target.path, name)} is there already, and did not come from here`, {
		hint: 'move it away, or replace it with --overwrite',
		code: 'exists',
	});
}

/** The manifest's line for a file that was fetched. */
export const describeFetched = (
	file: LogFile,
	{size, sha256, entries}: Fetched,
	{forms, now}: {readonly forms: Forms; readonly now: Date},
): Kept => ({
	name: file.name,
	kind: file.kind,
	from: file.from,
	to: file.to,
	listedKB: file.uncompressedKB,
	compressedKB: file.compressedKB,
	size,
	sha256,
	entries: entries
		.filter(({folder}) => !folder)
		.map(entry => ({name: entry.path.join('/'), size: entry.size, crc32: entry.crc.toString(16).padStart(8, '0')})),
	fetchedAt: now.toISOString(),
	zip: forms.zip,
	unpacked: forms.unpacked ? getUnpackedName(file.name, entries).name : null,
	state: 'placed',
});

/** Gives a checked file its name. A kill between the manifest's two lines leaves no doubt whose file it is. */
export async function placeFetched(fetched: Fetched, kept: Kept, placement: Placement): Promise<void> {
	const {target} = placement;
	if (kept.unpacked) await validateFree(kept.unpacked, placement);
	await addToManifest(target.path, {...kept, state: 'placing'});
	if (kept.unpacked && fetched.content) {
		const {isFolder} = getUnpackedName(kept.name, fetched.entries);
		await target.place(isFolder ? fetched.content : join(fetched.content, kept.unpacked), kept.unpacked);
	}
	if (kept.zip && fetched.archive) await target.place(fetched.archive, kept.name);
	await addToManifest(target.path, kept);
}
