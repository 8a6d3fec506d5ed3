import {readdir} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {nearNames} from '../text/near-names.ts';

export async function findSimilarFiles(path: string): Promise<readonly string[]> {
	const folder = dirname(path);
	const names = await readdir(folder).catch(() => []);
	return nearNames(basename(path), names).map(name => (folder === '.' ? name : join(folder, name)));
}
