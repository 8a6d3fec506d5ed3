import {expect, test} from 'vitest';
import {parseLabeled} from '../../src/client/answer/labeled-json.ts';
import {readCrashShares} from '../../src/release/crash-share.ts';
import type {ReleasePorts} from '../../src/release/release-archive.ts';
import type {Asked} from '../../src/reports/support/support-counts.ts';
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

/** A response of the current report with one active installation for each ID that matches. */
const countEach = (filters: object) => ({
	results: parseLabeled(
		`{"level1":{${('prodEdition' in filters ? ['A'] : ['A', 'B']).map(id => `"${id}":{"totals":{"active":1}}`)}}}`,
	),
});

test('crash reports without the ID of an installation are left out, and told', async () => {
	const told: string[] = [];
	const context = {
		...recordPorts,
		today: '2026-08-08',
		stateDir: temporaryFolder(),
		product: async () => 7,
		caveat: async (text: string) => void told.push(text),
	} as Partial<ReleasePorts> as ReleasePorts;
	// Of the installations that crashed, A matches.
	const asked = {
		client: {call: async (_: unknown, {globalFilters}: {globalFilters: object}) => countEach(globalFilters)},
		terms: [{sign: 1, filters: {prodEdition: {type: 'string', value: 'Pro'}}}],
		signal: new AbortController().signal,
		advance: () => {},
	} as unknown as Asked;
	const ask = async (folder: string) =>
		readCrashShares(folder, {ranges: {now: range, before: undefined}, asked}, context);
	expect(await ask(await archiveOf('A', 'A', 'B'))).toEqual({now: {count: 2, total: 3}, before: undefined});
	expect(told).toEqual([]);
	expect(await ask(await archiveOf('A', 'B', '', ''))).toEqual({now: {count: 1, total: 2}, before: undefined});
	expect(told).toEqual(['2 crash reports without the ID of an installation left out, from 2026-08-01 to 2026-08-07']);
});
