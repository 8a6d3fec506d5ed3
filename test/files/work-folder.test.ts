import {readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createWorkFolder} from '../../src/files/work-folder.ts';
import {withFault} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

test('creates a private work folder and parent, whatever the umask', async () => {
	const parent = join(temporaryFolder(), 'work');
	const umask = process.umask(0);
	const {path, remove} = await createWorkFolder(parent).finally(() => process.umask(umask));
	expect([parent, path].map(each => (statSync(each).mode & 0o777).toString(8))).toEqual(['700', '700']);
	writeFileSync(join(path, 'file'), '');
	await remove();
	expect(readdirSync(parent)).toEqual([]);
});

test('suggests the variable that moves a folder that cannot be created', async () => {
	const parent = join(temporaryFolder(), 'state/work');
	const {thrown} = await withFault({kind: 'error', at: 1, code: 'EROFS'}, () => createWorkFolder(parent));
	const hint = expect.stringContaining('set USAGECTL_CONFIG_DIR to a writable folder');
	expect(thrown).toMatchObject({
		message: `cannot make the folder ${parent}: the disk is read-only`,
		details: {code: 'EROFS', hint},
	});
	const file = join(temporaryFolder(), 'file');
	writeFileSync(file, '');
	await expect(createWorkFolder(join(file, 'work'))).rejects.toMatchObject({details: {code: 'ENOTDIR', hint}});
	await expect(createWorkFolder(file)).rejects.toMatchObject({details: {code: 'EEXIST', hint}});
});
