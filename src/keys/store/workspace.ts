import {join} from 'node:path';
import {createWorkFolder} from '../../files/work-folder.ts';
import {createSpool, type Spool} from './spool.ts';

/** A folder in which a run is prepared, and its open files. */
export type Workspace = {
	readonly folder: string;
	readonly path: (name: string) => string;
	/** Opens a spool of that name in the folder. */
	readonly spool: (name: string) => Promise<Spool>;
	/** To be closed with the workspace. */
	readonly owns: (close: () => Promise<void>) => void;
};

type WorkspaceOptions = {readonly stateDir: string};

/** The folder of all runs. */
export const runsIn = (stateDir: string): string => join(stateDir, 'keys');

/** Makes a folder to work in; `close` closes its files and removes it, unless it became a run. */
export async function openWorkspace({
	stateDir,
}: WorkspaceOptions): Promise<{readonly workspace: Workspace; readonly close: () => Promise<void>}> {
	const {path: folder, remove} = await createWorkFolder(runsIn(stateDir));
	const closers: (() => Promise<void>)[] = [];
	const path = (name: string) => join(folder, name);
	const workspace: Workspace = {
		folder,
		path,
		spool: async name => {
			const spool = await createSpool(path(name));
			closers.push(() => spool.abandon());
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

/** Does the work in a new folder. */
export async function withWorkspace<T>(
	options: WorkspaceOptions,
	work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
	const {workspace, close} = await openWorkspace(options);
	try {
		return await work(workspace);
	} finally {
		await close();
	}
}
