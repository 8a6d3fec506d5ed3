import {resolve} from 'node:path';
import {disk} from '../../files/disk.ts';
import {findPathOutside} from '../../files/trust/inside-folder.ts';

export type FileScope = {
	/** The folder of the question file, which paths in it may not leave. */
	readonly folder: string;
	readonly typedPaths: readonly string[];
};

const maxBytes = 1024 * 1024;

/** Reads a small file that a question file names. Returns an error, which begins with `label`, if the file must not or cannot be read. */
export async function readPlacedFile(
	label: string,
	path: string,
	{folder, typedPaths}: FileScope,
): Promise<{readonly text: string} | {readonly error: string}> {
	const full = resolve(folder, path);
	const isOutside = !typedPaths.includes(path) && (await findPathOutside(folder, full)) !== undefined;
	if (isOutside) return {error: `${label}: '${path}' is outside the folder of the file`};
	const size = await disk.stat(full).then(
		found => (found.isFile() ? found.size : undefined),
		() => undefined,
	);
	if (size === undefined) return {error: `${label}: cannot read '${path}'`};
	if (size > maxBytes) return {error: `${label}: '${path}' is larger than ${maxBytes / 1024} KB`};
	return {text: await disk.readText(full)};
}
