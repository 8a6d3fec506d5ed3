import {mkdirSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {withFolderLock} from '../../src/files/with-lock.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {realClock} from '../support/laws/clock.ts';

const work = async () => 'done';

function createPlaces() {
	const home = temporaryFolder();
	const [folder, stateDir] = [join(home, 'archive'), join(home, 'state')];
	mkdirSync(folder);
	return {home, folder, options: {stateDir, name: 'lines', clock: realClock}};
}

test('lets one run at a time work in a folder, whatever path leads to it', async () => {
	const {home, folder, options} = createPlaces();
	symlinkSync(folder, join(home, 'link'));
	await withFolderLock(folder, options, async () => {
		for (const path of [folder, join(home, 'link'), `${folder}/../archive`])
			await expect(withFolderLock(path, options, work)).rejects.toMatchObject({kind: 'locked'});
		expect(await withFolderLock(folder, {...options, name: 'other'}, work)).toBe('done');
		expect(await withFolderLock(home, options, work)).toBe('done');
	});
	expect(await withFolderLock(folder, options, work)).toBe('done');
	expect(readdirSync(folder)).toEqual([]);
});

test('keeps a folder that is created under its lock', async () => {
	const {home, options} = createPlaces();
	symlinkSync(home, join(home, 'link'));
	const path = join(home, 'link/a/later');
	await withFolderLock(path, options, async () => {
		mkdirSync(path, {recursive: true});
		await expect(withFolderLock(path, options, work)).rejects.toMatchObject({kind: 'locked'});
	});
});

test('works without a lock if there is no home', async () => {
	const {home, folder, options} = createPlaces();
	writeFileSync(join(home, 'file'), '');
	expect(await withFolderLock(folder, {...options, stateDir: join(home, 'file/state')}, work)).toBe('done');
});
