import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {build, shell} from '../support/program/child.ts';

/** Many processes at once (goal 10). */

test('20 processes change the settings 50 times each: nothing is lost', async () => {
	const folder = temporaryFolder();
	const child = await build(`
		import {setTimeout as sleep} from 'node:timers/promises';
		import {createSettingsStore} from 'src/session/settings-store.ts';
		import {setProfile} from 'src/session/stored-settings.ts';
		const clock = {now: () => new Date(), sleep: ms => sleep(ms)};
		const store = createSettingsStore({configDir: ${JSON.stringify(folder)}, clock});
		for (let round = 0; round < 50; round++)
			await store.update(stored => setProfile(stored, 'p' + process.argv[2] + '-' + round, {user: 'ada'}));`);
	const ended = await shell(`for i in $(seq 20); do '${process.execPath}' '${child}' $i & done; wait`, {}, 3_600_000);
	expect(ended).toEqual({code: 0, stdout: '', stderr: ''});
	expect(Object.keys(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')).profiles)).toHaveLength(1000);
	expect(readdirSync(folder)).toEqual(['settings.json']);
});

test('20 processes take one dead lock 200 times each: one at a time', async () => {
	const folder = temporaryFolder();
	const child = await build(`
		import {readFileSync, writeFileSync} from 'node:fs';
		import {setTimeout as sleep} from 'node:timers/promises';
		import {withLock} from 'src/files/with-lock.ts';
		const clock = {now: () => new Date(), sleep: ms => sleep(ms)};
		const file = ${JSON.stringify(join(folder, 'count'))};
		for (let round = 0; round < 200; round++)
			await withLock({folder: ${JSON.stringify(folder)}, name: 'night', clock, waitMs: 600_000}, async () => {
				const count = Number(readFileSync(file, 'utf8'));
				await sleep(0);
				writeFileSync(file, String(count + 1));
			});`);
	writeFileSync(join(folder, 'count'), '0');
	writeFileSync(
		join(folder, 'night.lock'),
		'{"pid":999999999,"host":"x","started":"","boot":"","token":"dead","since":""}',
	);
	const ended = await shell(
		`touch -d '1 hour ago' '${folder}/night.lock'; for i in $(seq 20); do '${process.execPath}' '${child}' & done; wait; cat '${folder}/count'`,
		{},
		3_600_000,
	);
	expect(ended).toEqual({code: 0, stdout: '4000', stderr: ''});
	expect(readdirSync(folder)).toEqual(['count']);
});
