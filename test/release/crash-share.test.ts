import {expect, test} from 'vitest';
import {readCrashShares} from '../../src/release/crash-share.ts';
import type {ReleasePorts} from '../../src/release/release-archive.ts';
import {recordPorts} from '../support/data/record-ports.ts';
import {syncTable} from '../support/data/sync-table.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {writeZip} from '../support/disk/zip-writer.ts';
import {monthly} from '../support/service/log-service.ts';

const range = {first: '2026-08-01', last: '2026-08-07'};

async function archiveOf(...clients: readonly string[]): Promise<string> {
	const folder = temporaryFolder();
	const lines = clients.map(client => `2026-08-02T00:00:00,${client},5.0,Fault,Run,at A.b()`);
	const header = 'timestamp,clientId,prodVersion,exception.class,exception.method,exception.stackTrace';
	const content = [header, ...lines, ''].join('\n');
	const file = monthly(range.first, range.last);
	const bytes = writeZip([{name: file.name.replace('.zip', '.csv'), data: content}]);
	await syncTable(folder, [{...file, bytes, unpacked: Buffer.byteLength(content)}]);
	return folder;
}

test('crash reports without the ID of an installation are left out, and told', async () => {
	const told: string[] = [];
	const context = {
		...recordPorts,
		today: '2026-08-08',
		stateDir: temporaryFolder(),
		product: async () => 7,
		caveat: async (text: string) => void told.push(text),
	} as Partial<ReleasePorts> as ReleasePorts;
	const ask = async (folder: string) =>
		readCrashShares(
			folder,
			{ranges: {now: range, before: undefined}, findMatching: async () => new Set(['A'])},
			context,
		);
	expect(await ask(await archiveOf('A', 'A', 'B'))).toEqual({now: {count: 2, total: 3}, before: undefined});
	expect(told).toEqual([]);
	expect(await ask(await archiveOf('A', 'B', '', ''))).toEqual({now: {count: 1, total: 2}, before: undefined});
	expect(told).toEqual(['2 crash reports without the ID of an installation left out, from 2026-08-01 to 2026-08-07']);
});
