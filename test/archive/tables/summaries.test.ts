import {cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {readCrashGroups} from '../../../src/archive/crashes/crash-groups.ts';
import {countGroups, type Period} from '../../../src/archive/crashes/group-counts.ts';
import {withRecords} from '../../../src/archive/records/with-records.ts';
import {dialects} from '../../../src/archive/sql/dialects.ts';
import {noFilter, type RecordFilter} from '../../../src/archive/sql/record-relations.ts';
import {getTableFolder} from '../../../src/archive/tables/find-table.ts';
import {recordPorts} from '../../support/data/record-ports.ts';
import {columns, dayOf, days, line, question, texts, toFilter} from '../../support/data/record-questions.ts';
import {syncTable} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {laws} from '../../support/laws/laws.ts';
import {type Held, monthly} from '../../support/service/log-service.ts';

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** Crashes that come back, and such that come once. */
const crash = fc.oneof(
	{weight: 6, arbitrary: fc.nat(9).map(at => [`Fault${at}`, 'Run', `at A.b${at}()\nat A.c()\nat A.d()`])},
	{weight: 1, arbitrary: fc.tuple(...['', '', ''].map(() => fc.constantFrom(...texts)))},
);

/** Files of a week each, over two months, and one of an earlier month. */
const createFiles = (): Held[] => {
	const lines = fc.sample(fc.tuple(line({}), crash), {numRuns: 900, seed: 3});
	const header = ['timestamp', ...Object.keys(columns), 'exception.class', 'exception.method', 'exception.stackTrace'];
	const weeks = [0, 7, 14, 21, 28, 31, 35, 42].map((from, at, all) => {
		const [first, last] = [dayOf(from), dayOf((all[at + 1] ?? days) - 1)];
		const own = lines.filter(([{timestamp}]) => timestamp >= first && timestamp.slice(0, 10) <= last);
		return {first, last, own};
	});
	const june = lines.slice(0, 100).map(([each, texts]) => {
		const timestamp = `2026-06${each.timestamp.slice(7)}`.replace('-31', '-30');
		return [{...each, timestamp}, texts] as const;
	});
	return [{first: '2026-06-01', last: '2026-06-30', own: june}, ...weeks].map(({first, last, own}) => {
		const rows = own.map(([{timestamp, cells}, texts]) =>
			[timestamp, ...Object.keys(columns).map(name => quote(cells[name] ?? '')), ...texts.map(quote)].join(','),
		);
		const content = `${header.join(',')}\n${rows.join('\n')}\n`;
		const file = monthly(first, last);
		const bytes = writeZip([{name: file.name.replace('.zip', '.csv'), data: content}]);
		return {...file, bytes, unpacked: Buffer.byteLength(content)};
	});
};

const synced = mkdtempSync(join(tmpdir(), 'summaries-'));
beforeAll(() => syncTable(synced, createFiles()));
afterAll(() => rmSync(synced, {recursive: true, force: true}));

/** A copy of the archive that all tests begin with. */
function createArchive(): string {
	const folder = temporaryFolder();
	cpSync(synced, folder, {recursive: true, preserveTimestamps: true});
	return folder;
}

const ask = (folder: string, period: Period, filter: RecordFilter = noFilter) =>
	withRecords(
		{paths: [folder], filter, rejects: undefined},
		// An archive that ends today is not silent, for which all days would be read.
		{...recordPorts, today: dayOf(days - 1), stateDir: temporaryFolder()},
		async records => {
			const crashGroups = await readCrashGroups(records);
			return {
				groups: await countGroups(records, crashGroups, period),
				heads: [...crashGroups.heads].sort(),
				samples: [...crashGroups.samples].sort(),
			};
		},
	);

test('returns the same results with and without summaries', async () => {
	const folder = createArchive();
	const summaries = join(getTableFolder(folder, 'exceptions'), '_crashes');
	expect(readdirSync(summaries).length).toBeGreaterThan(3);
	const asked: {readonly period: Period; readonly filter: RecordFilter}[] = fc
		.sample(question, {...laws(3, 300), seed: 4})
		.flatMap(one => [
			{period: one.period, filter: noFilter},
			{period: one.period, filter: toFilter(one, dialects.duckDb)},
		]);
	const found = [];
	for (const {period, filter} of asked) found.push(await ask(folder, period, filter));
	rmSync(summaries, {recursive: true});
	for (const [at, {period, filter}] of asked.entries()) expect(await ask(folder, period, filter)).toEqual(found[at]);
});

test('reads the newest week without the parts of an earlier month', async () => {
	const folder = createArchive();
	const period = {since: dayOf(days - 7), until: undefined};
	const found = await ask(folder, period);
	expect(found.groups.groups.filter(({firstDay}) => firstDay < '2026-07')).not.toEqual([]);
	const root = getTableFolder(folder, 'exceptions');
	const june = readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(name => /06.part-[^/\\]+$/.test(name));
	expect(june.length).toBeGreaterThan(0);
	for (const name of june) writeFileSync(join(root, name), 'not to be read');
	expect(await ask(folder, period)).toEqual(found);
	await expect(ask(folder, {...period, since: undefined})).rejects.toMatchObject({kind: 'damaged'});
});

test.each([
	['is empty', () => ''],
	['is cut off', (whole: Buffer) => whole.subarray(0, -9)],
	['has other bytes in the middle', (whole: Buffer) => whole.fill(90, 100, whole.length - 100)],
])('reports a summary that %s as damaged', async (_, change) => {
	const folder = createArchive();
	const summaries = join(getTableFolder(folder, 'exceptions'), '_crashes');
	for (const name of readdirSync(summaries))
		writeFileSync(join(summaries, name), change(readFileSync(join(summaries, name))));
	await expect(ask(folder, {since: undefined, until: undefined})).rejects.toMatchObject({kind: 'damaged'});
});
