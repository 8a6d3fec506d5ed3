import {expect, test} from 'vitest';
import {parseLabeled} from '../../src/client/answer/labeled-json.ts';
import {readCrashShare} from '../../src/release/crash-share.ts';
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

type Filters = {readonly prodEdition?: object; readonly clientId: {readonly value: readonly string[]}};

/** A response of the current report with one active installation for each ID that is asked for; only A has an edition. */
const countEach = ({prodEdition, clientId}: Filters) => ({
	results: parseLabeled(
		`{"level1":{${(prodEdition ? ['A'] : clientId.value).map(id => `"${id}":{"totals":{"active":1}}`)}}}`,
	),
});

/** Returns the share, and what is told. */
async function readShare(folder: string, filters: object) {
	const told: string[] = [];
	const context = {
		...recordPorts,
		today: '2026-08-08',
		stateDir: temporaryFolder(),
		product: async () => 7,
		caveat: async (text: string) => void told.push(text),
	} as Partial<ReleasePorts> as ReleasePorts;
	const asked = {
		client: {call: async (_: unknown, {globalFilters}: {globalFilters: Filters}) => countEach(globalFilters)},
		terms: [{sign: 1, filters}],
		signal: new AbortController().signal,
		advance: () => {},
	} as unknown as Asked;
	return [await readCrashShare(folder, {range, asked}, context), ...told];
}

test('crash reports without the ID of an installation are left out, and told', async () => {
	const pro = {prodEdition: {type: 'string', value: 'Pro'}};
	expect(await readShare(await archiveOf('A', 'A', 'B'), pro)).toEqual([{count: 2, total: 3}]);
	expect(await readShare(await archiveOf('A', 'B', '', ''), pro)).toEqual([
		{count: 1, total: 2},
		'2 crash reports without the ID of an installation left out, from 2026-08-01 to 2026-08-07',
	]);
});

test('crash reports of single installations are counted, whether or not these crashed', async () => {
	const filters = {clientId: {type: 'stringArray', value: ['B', 'C']}};
	expect(await readShare(await archiveOf('A', 'A', 'B'), filters)).toEqual([{count: 1, total: 3}]);
});
