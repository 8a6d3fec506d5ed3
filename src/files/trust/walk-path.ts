import {readlink, realpath} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';

export type PathPart = {
	readonly path: string;
	/** The folder of the part; the root is its own. */
	readonly folder: string;
	readonly isLast: boolean;
	/** True for the parts of what a link points to. */
	readonly isLinked: boolean;
};

/** Checks a part, and returns what it points to if it is a link to follow. Throws to end the walk. */
export type VisitPart = (part: PathPart) => Promise<string | undefined>;

export const readTarget = async ({path, folder}: PathPart): Promise<string> =>
	resolve(await realpath(folder), await readlink(path));

async function walkParts(part: PathPart, visit: VisitPart): Promise<void> {
	const {path, folder, isLast} = part;
	if (folder !== path) await walkParts({...part, path: folder, folder: dirname(folder), isLast: false}, visit);
	const target = await visit(part);
	if (target !== undefined) await walkParts({path: target, folder: dirname(target), isLast, isLinked: true}, visit);
}

/**
 * Visits the parts of a path from the root downwards, and those of its links: once a part is checked, nobody else can
 * replace those above it. Throws the system error ELOOP for links in a circle.
 */
export async function walkPath(path: string, visit: VisitPart): Promise<void> {
	await realpath(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ELOOP') throw error;
	});
	const start = resolve(path);
	await walkParts({path: start, folder: dirname(start), isLast: true, isLinked: false}, visit);
}
