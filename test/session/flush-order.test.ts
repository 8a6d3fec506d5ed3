import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {writePrivateFile} from '../../src/session/private-file.ts';
import {temporaryFolder} from '../support/folders.ts';

test('a save flushes the file, renames it, and flushes its folder', async () => {
	const folder = temporaryFolder();
	const done: string[] = [];
	const handle = await fs.promises.open(folder);
	const prototype = Object.getPrototypeOf(handle) as {sync: () => Promise<void>; stat: () => Promise<fs.Stats>};
	await handle.close();
	const {sync} = prototype;
	const {rename} = fs.promises;
	prototype.sync = async function (this: typeof prototype) {
		done.push((await this.stat()).isDirectory() ? 'folder flushed' : 'file flushed');
		return sync.call(this);
	};
	fs.promises.rename = async (from, to) => {
		done.push('renamed');
		return rename(from, to);
	};
	syncBuiltinESMExports();
	onTestFinished(() => {
		prototype.sync = sync;
		fs.promises.rename = rename;
		syncBuiltinESMExports();
	});
	await writePrivateFile(join(folder, 'session.json'), 'whole');
	expect(done).toEqual(['file flushed', 'renamed', 'folder flushed']);
});
