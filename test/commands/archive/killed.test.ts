import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {afterAll, expect, test} from 'vitest';
import {syncTable, syncZips} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {shell, start} from '../../support/program/child.ts';
import {daily, type Held} from '../../support/service/log-service.ts';

const rows = 12_000;
const stack = '   at Aurora.Canvas.Draw(Int32 x) in C:\\src\\Canvas.cs:line 12\n'.repeat(12);
const fileOf = (date: string): Held => {
	const lines = Array.from({length: rows}, (_, at) => `${date}T00:00:00,c${at},Boom,"${at}${stack}"\n`);
	const content = `timestamp,clientId,exception.class,exception.stackTrace\n${lines.join('')}`;
	return {...daily(date), bytes: writeZip([{name: `7_exc_${date}.csv`, data: content}]), unpacked: content.length};
};

/** A folder whose table has one day, and whose zips have two. */
const createFolder = async (): Promise<string> => {
	const folder = temporaryFolder();
	const [first, second] = ['2026-11-01', '2026-11-02'].map(fileOf) as [Held, Held];
	await syncTable(folder, [first]);
	await syncZips(folder, [first, second]);
	return folder;
};

const home = mkdtempSync(join(tmpdir(), 'killed-'));
afterAll(() => rmSync(home, {recursive: true, force: true}));
const env = {USAGECTL_CONFIG_DIR: home};
const list = (folder: string) => readdirSync(folder, {recursive: true, encoding: 'utf8'});

/** What lies in a folder; nothing where it has been removed in the meantime. */
function listFolder(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** The work folders of the runs in a folder, as `src/files/temporary-names.ts` names them, with their files. */
const listWork = (folder: string): string[] =>
	listFolder(folder)
		.filter(name => /^\.usagectl-.*\.part$/.test(name))
		.flatMap(name => [name, ...listFolder(join(folder, name))]);

/** Starts the update of the table and kills it as soon as the engine has begun to write such a file. */
async function killWhile(folder: string, written: RegExp) {
	const run = start(['exceptions', 'top', folder], {env});
	while (run.isRunning() && !listWork(folder).some(name => written.test(name))) await setTimeout(1);
	run.kill();
	return (await run.ended).signal;
}

const count = async (folder: string) => {
	const {stdout, stderr} = await shell(
		`node bin/usagectl.js exceptions top ${folder} -o csv --fields class,count --no-header -q`,
		env,
	);
	return stderr + stdout;
};

test('keeps the old table after a kill while a part is written, and completes it in the next run', {
	// The moment is short: on a busy machine it may need another try.
	retry: 2,
}, async () => {
	const folder = await createFolder();
	const before = list(folder).filter(name => /^lines/.test(name));
	expect(await killWhile(folder, /^product=7-.*\.parquet$/)).toBe('SIGKILL');
	expect(list(folder).filter(name => /^lines/.test(name))).toEqual(before);
	expect(await count(folder)).toBe(`Boom,${2 * rows}\n`);
	expect(listWork(folder)).toEqual([]);
});
