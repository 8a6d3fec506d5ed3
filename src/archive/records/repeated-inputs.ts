import {stat} from 'node:fs/promises';
import {basename} from 'node:path';
import {resolveLinks} from '../../files/platform.ts';
import {hashFile} from '../download/existing-zip.ts';
import {hasManifest, type ManifestRecord, readManifest} from '../download/manifest.ts';
import {parseRecordFileName} from '../file-name.ts';

/** Paths without those whose records are in another path. */
type DistinctPaths = {
	readonly paths: readonly string[];
	readonly repeated: readonly {readonly path: string; readonly original: string}[];
};

/** The zips of a path: those of an archive folder, or the file itself. */
type Content = {
	readonly product: number | undefined;
	readonly size: number;
	readonly hash: () => Promise<string>;
	readonly owner: string;
};

const getProduct = (path: string) => parseRecordFileName(basename(path))?.product;

const toContent = ({name, size, sha256}: ManifestRecord, owner: string): Content => ({
	product: getProduct(name),
	size,
	hash: async () => sha256,
	owner,
});

async function readContents(path: string): Promise<readonly Content[]> {
	const found = await stat(path).catch(() => undefined);
	if (found?.isFile()) return [{product: getProduct(path), size: found.size, hash: () => hashFile(path), owner: path}];
	if (!found?.isDirectory() || !(await hasManifest(path))) return [];
	const placed = [...(await readManifest(path)).values()].filter(({state, zip}) => state === 'placed' && zip);
	return placed.map(record => toContent(record, path));
}

/** Returns the path with the same content; undefined if there is none. */
async function findSame(content: Content, earlier: readonly Content[]): Promise<string | undefined> {
	// Files of two products can be alike without a record.
	const isOfOther = ({product}: Content) =>
		product !== undefined && content.product !== undefined && product !== content.product;
	for (const other of earlier)
		if (!isOfOther(other) && other.size === content.size && (await other.hash()) === (await content.hash()))
			return other.owner;
	return undefined;
}

/** Finds the path that has all contents; undefined if one of them is new. */
async function findOriginal(contents: readonly Content[], earlier: readonly Content[]): Promise<string | undefined> {
	let original: string | undefined;
	for (const content of contents) {
		original = await findSame(content, earlier);
		if (original === undefined) return undefined;
	}
	return original;
}

/**
 * Leaves out paths that are named twice, and files and archive folders whose zips or CSV files, by their checksums, are all
 * in other paths. Archive folders take precedence over files. An unreadable path stays, for a later error.
 */
async function findDistinctPaths(paths: readonly string[]): Promise<DistinctPaths> {
	const kept: {readonly path: string; readonly real: string; readonly contents: readonly Content[]}[] = [];
	const repeated: DistinctPaths['repeated'][number][] = [];
	const read = await Promise.all(
		paths.map(async path => ({
			path,
			real: await resolveLinks(path).catch(() => path),
			isArchive: await hasManifest(path),
			contents: await readContents(path),
		})),
	);
	for (const each of read.toSorted((one, other) => Number(other.isArchive) - Number(one.isArchive))) {
		const same = kept.find(({real}) => real === each.real);
		const earlier = kept.flatMap(({contents}) => contents);
		const original = same?.path ?? (await findOriginal(each.contents, earlier));
		if (original === undefined) kept.push(each);
		else repeated.push({path: each.path, original});
	}
	return {paths: kept.map(({path}) => path), repeated};
}

/** Returns the paths of `findDistinctPaths`, and notes the others. */
export async function chooseDistinctPaths(
	given: readonly string[],
	note: (text: string) => Promise<void>,
): Promise<readonly string[]> {
	if (given.length < 2) return given;
	const {paths, repeated} = await findDistinctPaths(given);
	for (const {path, original} of repeated) await note(`${path} skipped: its records are in ${original}`);
	return paths;
}
