import {listLogFiles} from '../../../src/archive/download/open-files.ts';
import {syncFolder} from '../../../src/archive/download/sync-folder.ts';
import type {Engine} from '../../../src/archive/sql/engine.ts';
import {findParts, selectPartRecords} from '../../../src/archive/tables/find-table.ts';
import {updateTable} from '../../../src/archive/tables/update-table.ts';
import {createLogService, type Held, portsOf} from '../service/log-service.ts';

/** The zips of `exceptions sync`, from a service that holds these files; what the table is made with comes back. */
export const syncZips = async (folder: string, files: Held[]) => {
	const ports = portsOf(createLogService(files));
	const request = {
		folder,
		files: await listLogFiles(ports),
		since: undefined,
		forms: {zip: true, unpacked: false},
		concurrency: 1,
		maxBytes: undefined,
		waitMs: undefined,
		needsOpen: false,
		lock: 'test',
	};
	await syncFolder(request, ports);
	return {...ports, kind: 'exceptions'} as const;
};

/** All that `exceptions sync` does: the zips, then the table of their lines. */
export const syncTable = async (folder: string, files: Held[]): Promise<number> =>
	updateTable(folder, await syncZips(folder, files));

/** Returns a relation of all crash reports; undefined if there are none. */
export async function selectTableRecords(engine: Engine, folder: string): Promise<string | undefined> {
	const parts = await findParts(engine, folder, 'exceptions');
	return parts.length === 0 ? undefined : selectPartRecords(parts);
}
