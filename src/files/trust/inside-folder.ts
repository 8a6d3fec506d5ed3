import {lstat, readdir} from 'node:fs/promises';
import {basename, dirname, isAbsolute, join, relative, sep} from 'node:path';
import {CliError} from '../../errors.ts';
import {withDiskErrors} from '../disk-error.ts';
import {resolveLinks} from '../platform.ts';
import {findRepository} from './trusted-path.ts';
import {type PathPart, walkPath} from './walk-path.ts';

const isInside = (folder: string, path: string): boolean => {
	const way = relative(folder, path);
	return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};

const lookAt = (path: string) => lstat(path).catch(() => undefined);

/**
 * Resolves the links of a path; missing parts are taken as named. Returns undefined if the path cannot be resolved, as
 * for a link with a missing target, which may be created anywhere at any time.
 */
export async function resolveExisting(path: string): Promise<string | undefined> {
	try {
		return await resolveLinks(path);
	} catch (error) {
		if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
	}
	if ((await lookAt(path)) || dirname(path) === path) return undefined;
	const folder = await resolveExisting(dirname(path));
	return folder && join(folder, basename(path));
}

async function listLinks(path: string): Promise<readonly string[]> {
	const entries = await readdir(path, {withFileTypes: true}).catch(() => []);
	return entries.filter(entry => entry.isSymbolicLink()).map(({name}) => join(path, name));
}

/**
 * Returns the first path that leads out of a folder: the given path, or a link directly in the folder that it names.
 * Returns undefined if all stay inside.
 */
export async function findPathOutside(folder: string, path: string): Promise<string | undefined> {
	if (!isInside(folder, path)) return path;
	const root = await resolveLinks(folder);
	for (const each of [path, ...(await listLinks(path))]) {
		const target = await resolveExisting(each);
		if (target === undefined || !isInside(root, target)) return each;
	}
	return undefined;
}

async function validateLink({path, folder}: PathPart): Promise<void> {
	const repository = await findRepository(folder);
	if (repository === undefined) return;
	const [root, target] = await Promise.all([resolveLinks(repository), resolveExisting(path)]);
	if (target !== undefined && isInside(root, target)) return;
	throw new CliError('usage', `${path} is a link that leads out of the repository ${repository}`, {
		hint: target === undefined ? 'remove the link' : `name what it leads to: '${target}'`,
		code: 'link-outside',
	});
}

/**
 * Throws CliError (usage) if a link on the path lies in a git repository and leads out of it: it may have come with a
 * clone, so the user who typed its name did not choose what is behind it.
 */
export const validateStaysInRepository = (path: string): Promise<void> =>
	withDiskErrors('write', path, () =>
		walkPath(path, async part => {
			if ((await lookAt(part.path))?.isSymbolicLink()) await validateLink(part);
			return undefined;
		}),
	);
