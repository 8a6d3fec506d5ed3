import type {Entry} from './entry.ts';

const withoutExtension = (name: string) => name.replace(/\.[^.]*$/, '');

/**
 * Where an archive's content goes, beside the archive: an only file that is named like it keeps that name, anything else goes
 * into a folder named like it. Two archives whose members have one name never meet.
 */
export function getUnpackedName(
	archive: string,
	entries: readonly Entry[],
): {readonly name: string; readonly isFolder: boolean} {
	const stem = withoutExtension(archive);
	const [only, ...others] = entries.filter(({folder}) => !folder);
	const name = only?.path[0];
	const alone = others.length === 0 && only?.path.length === 1 && name !== undefined && withoutExtension(name) === stem;
	return alone ? {name, isFolder: false} : {name: stem, isFolder: true};
}
