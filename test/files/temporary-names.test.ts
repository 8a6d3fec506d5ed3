import {chmodSync, chownSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createTemporaryName, removeLeftovers} from '../../src/files/temporary-names.ts';
import {deadPid, leftoverOf} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

test('files and folders of ended processes are removed, those of running ones and of others are not', async () => {
	const folder = temporaryFolder();
	const kept = [createTemporaryName(), 'report.csv', '.report.csv.part', '.usagectl-manifest.ndjson'];
	for (const name of [leftoverOf(deadPid), ...kept]) writeFileSync(join(folder, name), 'half');
	const inner = join(folder, leftoverOf(deadPid), 'deep');
	mkdirSync(inner, {recursive: true});
	writeFileSync(join(inner, 'file'), '');
	await removeLeftovers(folder);
	expect(readdirSync(folder).sort()).toEqual(kept.sort());
});

test('a process number that was used again, and a machine that was restarted, leave nothing alive', async () => {
	const folder = temporaryFolder();
	const own = createTemporaryName().split('-');
	const [reused, restarted] = [[...own], [...own]];
	reused[4] = '1';
	restarted[2] = '00000000';
	for (const parts of [reused, restarted]) writeFileSync(join(folder, parts.join('-')), '');
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([]);
});

test('what another machine works on is left alone until it has been silent for half an hour', async () => {
	const folder = temporaryFolder();
	const foreign = createTemporaryName().replace(/-[\da-f]{8}-/, '-00000000-');
	writeFileSync(join(folder, foreign), '');
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([foreign]);
	utimesSync(join(folder, foreign), 0, 0);
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([]);
});

test('links are removed and not followed', async () => {
	const [folder, victim] = [temporaryFolder(), temporaryFolder()];
	writeFileSync(join(victim, 'precious'), '');
	symlinkSync(victim, join(folder, leftoverOf(deadPid)));
	const forged = join(folder, leftoverOf(deadPid));
	mkdirSync(forged);
	symlinkSync(victim, join(forged, 'inner'));
	await removeLeftovers(folder);
	expect([readdirSync(folder), readdirSync(victim)]).toEqual([[], ['precious']]);
});

test('a folder that others can change is left alone', async () => {
	const folder = temporaryFolder();
	const forged = leftoverOf(deadPid);
	mkdirSync(join(folder, forged));
	chmodSync(join(folder, forged), 0o777);
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([forged]);
});

test.runIf(process.getuid?.() === 0)('what belongs to another user is left alone', async () => {
	const folder = temporaryFolder();
	const forged = leftoverOf(deadPid);
	mkdirSync(join(folder, forged), {mode: 0o700});
	chownSync(join(folder, forged), 65_534, 65_534);
	await removeLeftovers(folder);
	expect(readdirSync(folder)).toEqual([forged]);
});

test('a folder that cannot be read is no failure', async () => {
	await removeLeftovers(join(temporaryFolder(), 'missing'));
});
