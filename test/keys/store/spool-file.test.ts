import {existsSync, readdirSync, readlinkSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createSpool, parseLines, readLines} from '../../../src/keys/store/spool.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

/** The file operations of a spool. */

const newPath = () => join(temporaryFolder(), 'spool');
/** A value whose line takes this many bytes. */
const lineOf = (bytes: number) => ({text: 'x'.repeat(bytes - '{"text":""}\n'.length)});
const enough = 256 * 1024;

test('the buffer is written when it is large enough, and not before', async () => {
	const path = newPath();
	const spool = await createSpool(path);
	const settled = async (bytes: number) => {
		spool.add(lineOf(bytes));
		await spool.flushIfFull();
		return statSync(path).size;
	};
	expect(await settled(enough - 100)).toBe(0);
	expect(await settled(100)).toBe(enough);
	expect(await settled(100)).toBe(enough);
	await spool.close();
	expect(statSync(path).size).toBe(enough + 100);
});

test('an existing file and a missing file are reported with the path', async () => {
	const path = newPath();
	await expect(readLines(path).next()).rejects.toMatchObject({
		kind: 'disk',
		message: expect.stringContaining(`cannot read ${path}`),
	});
	await (await createSpool(path)).close();
	await expect(createSpool(path)).rejects.toMatchObject({
		kind: 'disk',
		message: expect.stringContaining(`cannot write ${path}`),
	});
});

test('a line longer than a chunk is read whole, and no block is empty', async () => {
	const path = newPath();
	const spool = await createSpool(path);
	for (const line of [lineOf(enough), {a: 1}]) spool.add(line);
	await spool.close();
	const blocks: (readonly string[])[] = [];
	for await (const lines of readLines(path)) blocks.push(lines);
	expect(blocks.map(lines => lines.length)).not.toContain(0);
	expect(parseLines(blocks.flat())).toEqual([lineOf(enough), {a: 1}]);
});

const descriptors = '/proc/self/fd';
/** True while this process has the file open. */
const isOpen = (path: string) =>
	readdirSync(descriptors).some(fd => {
		try {
			return readlinkSync(join(descriptors, fd)) === path;
		} catch {
			return false;
		}
	});

test.runIf(existsSync(descriptors))('no file stays open after abandon, close or a partial read', async () => {
	const path = newPath();
	const spool = await createSpool(path);
	spool.add({a: 1});
	expect(isOpen(path)).toBe(true);
	await spool.close();
	expect(isOpen(path)).toBe(false);
	await spool.closeUnwritten();
	for await (const _ of readLines(path)) break;
	expect(isOpen(path)).toBe(false);

	const left = newPath();
	const abandoned = await createSpool(left);
	await abandoned.closeUnwritten();
	expect(isOpen(left)).toBe(false);
});
