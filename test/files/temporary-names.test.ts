import {chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createTemporaryName, removeLeftovers} from '../../src/files/temporary-names.ts';
import {deadPid, leftoverOf} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

test('removes files and folders of ended processes, not those of running ones or of others', async () => {
	const folder = temporaryFolder();
	const kept = [createTemporaryName(), 'report.csv', '.report.csv.part', '.usagectl-manifest.ndjson'];
	for (const name of [leftoverOf(deadPid), ...kept]) writeFileSync(join(folder, name), 'half');
	const inner = join(folder, leftoverOf(deadPid), 'deep');
	mkdirSync(inner, {recursive: true});
	writeFileSync(join(inner, 'file'), '');
	await removeLeftovers(folder);
	expect(readdirSync(folder).sort()).toEqual(kept.sort());
});

test('treats a reused process number and a restarted machine as ended', async () => {
	const folder = temporaryFolder();
	const own = createTemporaryName().split('-');
	const [reused, restarted] = [[...own], [...own]];
	reused[4] = '1';
	restarted[2] = '00000000';
	for (const parts of [reused, restarted]) writeFileSync(join(folder, parts.join('-')), '');
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([]);
});

test('leaves files of another machine alone until it has been silent for half an hour', async () => {
	const folder = temporaryFolder();
	const foreign = createTemporaryName().replace(/-[\da-f]{8}-/, '-00000000-');
	writeFileSync(join(folder, foreign), '');
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([foreign]);
	utimesSync(join(folder, foreign), 0, 0);
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([]);
});

test('removes links without following them', async () => {
	const [folder, victim] = [temporaryFolder(), temporaryFolder()];
	writeFileSync(join(victim, 'precious'), '');
	symlinkSync(victim, join(folder, leftoverOf(deadPid)));
	const forged = join(folder, leftoverOf(deadPid));
	mkdirSync(forged);
	symlinkSync(victim, join(forged, 'inner'));
	await removeLeftovers(folder);
	expect([readdirSync(folder), readdirSync(victim)]).toEqual([[], ['precious']]);
});

test('leaves a folder alone that others can change', async () => {
	const folder = temporaryFolder();
	const forged = leftoverOf(deadPid);
	mkdirSync(join(folder, forged));
	chmodSync(join(folder, forged), 0o777);
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([forged]);
});

test.runIf(process.getuid?.() === 0)('leaves files of another user alone', async () => {
	const folder = temporaryFolder();
	const forged = leftoverOf(deadPid);
	mkdirSync(join(folder, forged), {mode: 0o700});
	chownSync(join(folder, forged), 65_534, 65_534);
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([forged]);
});

test('ignores a folder that cannot be read', async () => {
	await removeLeftovers(join(temporaryFolder(), 'missing'));
});
