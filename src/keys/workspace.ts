import {join} from 'node:path';
import {createRunFolder} from './run-folder.ts';
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

type Parts = {readonly stateDir: string};

/** Makes a folder of its own to work in; `close` removes it, unless it became a run. */
export async function openWorkspace({
	stateDir,
}: Parts): Promise<{readonly workspace: Workspace; readonly close: () => Promise<void>}> {
	const {path: folder, remove} = await createRunFolder(stateDir);
	const closers: (() => Promise<void>)[] = [];
	const path = (name: string) => join(folder, name);
	const workspace: Workspace = {
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
	};
	const close = async () => {
		for (const each of closers) await each().catch(() => {});
		await remove().catch(() => {});
	};
	return {workspace, close};
}

/** Does the work in a folder of its own. */
export async function withWorkspace<T>(parts: Parts, work: (workspace: Workspace) => Promise<T>): Promise<T> {
	const {workspace, close} = await openWorkspace(parts);
	try {
		return await work(workspace);
	} finally {
		await close();
	}
}
