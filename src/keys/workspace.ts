import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {createWorkFolder} from './run-folder.ts';
import {createSpool, type Spool} from './spool.ts';

/** A folder in which a run is prepared, and what stands open in it. */
export type Workspace = {
	readonly folder: string;
	readonly path: (name: string) => string;
	/** Opens a spool of that name in the folder. */
	readonly spool: (name: string) => Promise<Spool>;
	/** To be closed with the workspace. */
	readonly owns: (close: () => Promise<void>) => void;
};

/** Does the work in a folder of its own, which is gone afterwards unless it became a run. */
export async function withWorkspace<T>(
	{stateDir, random}: {readonly stateDir: string; readonly random: () => number},
	work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
	const folder = await createWorkFolder(stateDir, random());
	const closers: (() => Promise<void>)[] = [];
	const path = (name: string) => join(folder, name);
	try {
		return await work({
			folder,
			path,
			spool: async name => {
				const spool = await createSpool(path(name));
				closers.push(spool.abandon);
				return spool;
			},
			owns: close => {
				closers.push(close);
			},
		});
	} finally {
		for (const close of closers) await close().catch(() => {});
		await rm(folder, {recursive: true, force: true}).catch(() => {});
	}
}
