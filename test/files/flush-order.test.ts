import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {writePrivateFile} from '../../src/files/private-file.ts';
import {createFileSink} from '../../src/terminal/file-sink.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

/** What the work flushes and renames, in order. */
async function watch(work: (folder: string) => Promise<void>): Promise<readonly string[]> {
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
	await work(folder);
	return done;
}

test('flushes the file, renames it, and flushes its folder when it saves', async () => {
	const save = (folder: string) => writePrivateFile(join(folder, 'session.json'), 'whole');
	expect(await watch(save)).toEqual(['file flushed', 'renamed', 'folder flushed']);
});

test('flushes an exported file before it gets its name', async () => {
	const write = async (folder: string) => {
		const sink = await createFileSink(join(folder, 'out.csv'));
		await sink.write('whole');
		await sink.commit();
	};
	expect(await watch(write)).toEqual(['file flushed', 'renamed', 'folder flushed']);
});
