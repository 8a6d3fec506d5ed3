import {join} from 'node:path';
import {createWorkFolder} from '../../files/work-folder.ts';
import {createSpool, type Spool} from './spool.ts';

export type Workspace = {
	readonly folder: string;
	readonly path: (name: string) => string;
	readonly spool: (name: string) => Promise<Spool>;
	readonly onClose: (close: () => Promise<void>) => void;
};

type WorkspaceOptions = {readonly stateDir: string};

export const getRunsFolder = (stateDir: string): string => join(stateDir, 'keys');

/** Creates a work folder; `close` closes its files and deletes it, unless it has become a run. */
export async function openWorkspace({
	stateDir,
}: WorkspaceOptions): Promise<{readonly workspace: Workspace; readonly close: () => Promise<void>}> {
	const {path: folder, remove} = await createWorkFolder(getRunsFolder(stateDir));
	const closers: (() => Promise<void>)[] = [];
	const path = (name: string) => join(folder, name);
	const workspace: Workspace = {
		folder,
		path,
		spool: async name => {
			const spool = await createSpool(path(name));
			closers.push(() => spool.closeUnwritten());
			return spool;
		},
		onClose: close => {
			closers.push(close);
		},
	};
	const close = async () => {
		for (const each of closers) await each().catch(() => {});
		await remove().catch(() => {});
	};
	return {workspace, close};
}

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
