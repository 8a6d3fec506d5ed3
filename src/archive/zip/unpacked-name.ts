import type {Entry} from './entry.ts';

const withoutExtension = (name: string) => name.replace(/\.[^.]*$/, '');

/**
 * Returns the name under which an archive is unpacked beside it: a single file with the name of the archive keeps its name,
 * anything else goes into a folder with the name of the archive. So two archives with equal entries do not collide.
 */
export function getUnpackedName(
	archive: string,
	entries: readonly Entry[],
): {readonly name: string; readonly isFolder: boolean} {
	const stem = withoutExtension(archive);
	const [only, ...others] = entries.filter(({folder}) => !folder);
	const name = only?.path[0];
	const isSingle =
		others.length === 0 && only?.path.length === 1 && name !== undefined && withoutExtension(name) === stem;
	return isSingle ? {name, isFolder: false} : {name: stem, isFolder: true};
}
