import {execFileSync} from 'node:child_process';
import {lstatSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {writeFileAtomic} from '../../src/files/atomic-file.ts';
import {disk, isDiskError} from '../../src/files/disk.ts';
import {withFault} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

const full = {kind: 'error', at: 1, code: 'ENOSPC'} as const;

test.each([
	['open', (path: string) => disk.open(path, 'wx')],
	['writeNew', (path: string) => disk.writeNew(path, 'text', 0o600)],
	['create', (path: string) => disk.create(path, 'text', 0o600)],
])('reports what %s could not do, and why', async (_, work) => {
	const path = join(temporaryFolder(), 'file');
	const {thrown} = await withFault(full, () => work(path));
	expect(thrown).toBeInstanceOf(CliError);
	expect(thrown).toMatchObject({
		kind: 'disk',
		message: `cannot write ${path}: the disk is full`,
		details: {code: 'ENOSPC', cause: {code: 'ENOSPC'}},
	});
	expect(isDiskError(thrown, 'ENOENT', 'ENOSPC')).toBe(true);
	expect(isDiskError(thrown, 'ENOENT')).toBe(false);
});

test('reports later errors of an open file in the same words', async () => {
	const path = join(temporaryFolder(), 'file');
	const file = await disk.open(path, 'wx');
	const {thrown} = await withFault(full, () => file.write('text'));
	await file.close();
	expect(thrown).toMatchObject({message: `cannot write ${path}: the disk is full`});
});

test('reports operations that are one to the user as one', async () => {
	const path = join(temporaryFolder(), 'missing', 'file');
	const report = disk.reportingAs('make', '/runs/one');
	const message = 'cannot make /runs/one: there is no such file or folder';
	await expect(report.list(path)).rejects.toThrow(message);
	await expect(report.move(path, `${path}.new`)).rejects.toThrow(message);
	await expect(report.open(path, 'r')).rejects.toThrow(message);
});

test('lets only one process create a file', async () => {
	const path = join(temporaryFolder(), 'file');
	expect([await disk.create(path, 'one', 0o600), await disk.create(path, 'two', 0o600)]).toEqual([true, false]);
	expect(readFileSync(path, 'utf8')).toBe('one');
});

test('reads the whole file in chunks', async () => {
	const path = join(temporaryFolder(), 'file');
	const bytes = Buffer.alloc(200_000, 'abc');
	writeFileSync(path, bytes);
	const chunks: Buffer[] = [];
	for await (const chunk of disk.readChunks(path)) chunks.push(chunk);
	expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test('does not replace a FIFO by a file, and for the same reason no device', async () => {
	const folder = temporaryFolder();
	const path = join(folder, 'fifo');
	execFileSync('mkfifo', [path]);
	await expect(writeFileAtomic(path, 'text', {mode: 0o600})).rejects.toMatchObject({
		kind: 'disk',
		message: `cannot write ${path}: it is a device, FIFO or socket`,
	});
	expect(lstatSync(path).isFIFO()).toBe(true);
	expect(readdirSync(folder)).toEqual(['fifo']);
});
