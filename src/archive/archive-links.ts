import {lstat, readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../errors.ts';

type Entry = {readonly isFile: () => boolean; readonly isDirectory: () => boolean};
const isPlain = (entry: Entry) => entry.isFile() || entry.isDirectory();

/**
 * Throws CliError (damaged) if one of these parts of an archive, or something in it, is a link or a special file: others may
 * have made the archive, and through a link, files outside it would be read, written or removed.
 */
export async function validateNoLinks(folder: string, names: readonly string[]): Promise<void> {
	for (const path of names.map(name => join(folder, name))) {
		const found = await lstat(path).catch(() => undefined);
		const entries = found?.isDirectory() ? await readdir(path, {recursive: true, withFileTypes: true}) : [];
		const link = found && !isPlain(found) ? path : undefined;
		const inside = entries.find(entry => !isPlain(entry));
		const wrong = link ?? (inside && join(inside.parentPath, inside.name));
		if (wrong !== undefined)
			throw new CliError('damaged', `${wrong} is a link or a special file, which an archive must not contain`, {
				hint: 'replace it with the file or folder itself, or move it away',
				code: 'table',
			});
	}
}
