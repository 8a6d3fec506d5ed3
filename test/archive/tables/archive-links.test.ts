import {mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openEngine} from '../../../src/archive/sql/engine.ts';
import {removeUnusedFiles} from '../../../src/archive/tables/delta-table.ts';
import {findParts} from '../../../src/archive/tables/find-table.ts';
import {selectTableRecords, syncTable} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {shell} from '../../support/program/child.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {daily} from '../../support/service/log-service.ts';

const day = (date: string) => {
	const content = `timestamp,exception.class\n${date}T00:00:00,E\n`;
	return {...daily(date), bytes: writeZip([{name: `7_exc_${date}.csv`, data: content}]), unpacked: content.length};
};
const root = 'lines/kind=exceptions';
const month = `${root}/product=7/month=2026-11`;

async function createArchive() {
	const home = temporaryFolder();
	const folder = join(home, 'archive');
	mkdirSync(folder);
	mkdirSync(join(home, 'outside'));
	await syncTable(folder, [day('2026-11-01')]);
	const [part = ''] = readdirSync(join(folder, month));
	return {folder, outside: join(home, 'outside'), part: `${month}/${part}`};
}
const openFor = async (folder: string) => {
	const engine = await openEngine({temp: temporaryFolder(), folders: [folder], signal: new AbortController().signal});
	onTestFinished(engine.close);
	return engine;
};
const list = (folder: string) =>
	readdirSync(folder, {recursive: true, encoding: 'utf8'})
		.sort()
		.map(name => [name, statSync(join(folder, name)).isFile() && readFileSync(join(folder, name), 'base64')]);

test.each(['part', month, `${root}/product=7`, `${root}/_crashes`, `${root}/_delta_log`, root, 'lines'])(
	'an archive in which a link replaces %s is damaged, and nothing behind the link changes',
	async place => {
		const {folder, outside, part} = await createArchive();
		const linked = place === 'part' ? part : place;
		renameSync(join(folder, linked), join(outside, 'target'));
		symlinkSync(join(outside, 'target'), join(folder, linked));
		const before = list(outside);
		const damaged = {kind: 'damaged', message: expect.stringMatching(/ is a link or a special file/)};
		await expect(selectTableRecords(await openFor(folder), folder)).rejects.toMatchObject(damaged);
		await expect(syncTable(folder, [day('2026-11-01'), day('2026-11-02')])).rejects.toMatchObject(damaged);
		for (const command of [`exceptions top ${folder}`, `query --archive ${folder} 'FROM crashes'`])
			expect(await usagectl(command)).toMatchObject({
				exitCode: 8,
				stdout: '',
				stderr: expect.stringMatching(/^error: .* is a link .*\nhint: replace it .*\n$/),
			});
		expect(list(outside)).toEqual(before);
	},
);

test.each([
	['rejects', (path: string, outside: string) => symlinkSync(outside, path)],
	['.usagectl-manifest.ndjson', (path: string, outside: string) => symlinkSync(join(outside, 'target'), path)],
] as const)('an update writes nothing through a link named %s', async (name, link) => {
	const {folder, outside} = await createArchive();
	const path = join(folder, name);
	writeFileSync(join(outside, 'target'), '');
	rmSync(path, {recursive: true, force: true});
	link(path, outside);
	const before = list(outside);
	await expect(syncTable(folder, [day('2026-11-02')])).rejects.toMatchObject({kind: 'damaged'});
	expect(list(outside)).toEqual(before);
});

test('an update creates nothing through a link to a missing file', async () => {
	const {folder, outside} = await createArchive();
	const manifest = join(folder, '.usagectl-manifest.ndjson');
	rmSync(manifest);
	symlinkSync(join(outside, 'target'), manifest);
	await expect(syncTable(folder, [day('2026-11-02')])).rejects.toMatchObject({kind: 'damaged'});
	expect(list(outside)).toEqual([]);
});

test('locks that an archive contains hold up nothing', async () => {
	const {folder} = await createArchive();
	const lock = JSON.stringify({pid: 1, host: 'elsewhere', started: '', boot: '', token: 'planted', since: ''});
	for (const name of ['test', 'lines', 'decisions'])
		for (const prefix of ['', '.usagectl-']) writeFileSync(join(folder, `${prefix}${name}.lock`), lock);
	expect(await syncTable(folder, [day('2026-11-01'), day('2026-11-02')])).toBe(1);
});

test('a FIFO in the log is not waited for', async () => {
	const {folder} = await createArchive();
	await shell(`mkfifo '${join(folder, root, '_delta_log', `${'0'.repeat(19)}1.json`)}'`);
	await expect(findParts(await openFor(folder), folder, 'exceptions')).rejects.toMatchObject({kind: 'damaged'});
});

test('old parts behind a linked month are not removed', async () => {
	const {folder, outside, part} = await createArchive();
	renameSync(join(folder, month), join(outside, 'target'));
	symlinkSync(join(outside, 'target'), join(folder, month));
	const table = join(folder, root);
	const removed = new Map([[part.replace(`${root}/`, ''), 0]]);
	const metaData = {id: 'x', createdTime: 0, schemaString: '{"fields":[]}'};
	await removeUnusedFiles(table, {version: 0, metaData, parts: [], removed}, new Date());
	expect(readdirSync(join(outside, 'target'))).toHaveLength(1);
});

test.each(['x', 'null', '{"maxValues":{"timestamp":7}}', '{"maxValues":[]}'])(
	'statistics %s of a part are ignored',
	async stats => {
		const {folder} = await createArchive();
		const log = join(folder, root, '_delta_log', `${'0'.repeat(20)}.json`);
		const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
		const changed = lines.map(line => {
			const action = JSON.parse(line);
			return JSON.stringify(action.add ? {add: {...action.add, stats}} : action);
		});
		writeFileSync(log, `${changed.join('\n')}\n`);
		const [part] = await findParts(await openFor(folder), folder, 'exceptions');
		expect(part).toMatchObject({lastDay: undefined});
	},
);
