import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openTargetFolder} from '../../../src/archive/download/target-folder.ts';
import {withFault} from '../../support/disk/fault-fs.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

test('leaves no private folder when the disk is full or fails', async () => {
	for (const at of [1, 2, 3, 4])
		for (const fault of [
			{kind: 'full', at},
			{kind: 'error', at, code: 'EIO'},
		] as const) {
			const folder = temporaryFolder();
			const {thrown} = await withFault(fault, () => openTargetFolder(folder));
			if (thrown !== undefined) expect({fault, left: readdirSync(folder)}).toEqual({fault, left: []});
		}
});

test('keeps a folder that cannot be replaced', async () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'old'));
	writeFileSync(join(folder, 'old/a.csv'), '');
	const target = await openTargetFolder(folder);
	await expect(target.place(join(target.work, 'missing'), 'old')).rejects.toMatchObject({kind: 'disk'});
	expect(readdirSync(join(folder, 'old'))).toEqual(['a.csv']);
});
