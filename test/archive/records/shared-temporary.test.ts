import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {readCrashGroups} from '../../../src/archive/crashes/crash-groups.ts';
import {countGroups} from '../../../src/archive/crashes/group-counts.ts';
import {withRecords} from '../../../src/archive/records/with-records.ts';
import {headers} from '../../support/data/crash-month.ts';
import {recordPorts} from '../../support/data/record-ports.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

test('does not touch the shared temporary folder', async () => {
	const [shared, stateDir, files] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
	const before = process.env.TMPDIR;
	onTestFinished(() => void Object.assign(process.env, {TMPDIR: before ?? '/tmp'}));
	process.env.TMPDIR = shared;
	const names = ['.usagectl-work-999999999-abc', '.usagectl-00000000-00000000-1-1-abc.part'];
	for (const name of names) {
		mkdirSync(join(shared, name));
		writeFileSync(join(shared, name, 'owner.json'), '{"pid":999999999,"host":"","started":"","boot":"","token":"a"}');
	}
	const path = join(files, '7_exc_2026-06-01_to_2026-06-30.csv');
	writeFileSync(path, `${headers.names}\r\n`);
	const filter = {properties: new Map(), where: undefined};
	const ports = {...recordPorts, stateDir};
	await withRecords({paths: [path], filter, rejects: undefined}, ports, async records => {
		expect(readdirSync(join(stateDir, 'work'))).toHaveLength(1);
		await countGroups(records, await readCrashGroups(records), {since: undefined, until: undefined});
	});
	expect(readdirSync(shared, {recursive: true}).sort()).toEqual(
		names.flatMap(name => [name, `${name}/owner.json`]).sort(),
	);
	expect(readdirSync(join(stateDir, 'work'))).toEqual([]);
});
