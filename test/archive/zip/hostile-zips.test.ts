import {mkdir, mkdtemp, open, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {readDirectory} from '../../../src/archive/zip/directory.ts';
import {getLimits} from '../../../src/archive/zip/limits.ts';
import {unpackInto} from '../../../src/archive/zip/unpack.ts';
import {CliError} from '../../../src/errors.ts';
import {type HostileZip, hostileZips} from '../../support/hostile-zips.ts';

let root = '';
const messages: string[] = [];
beforeAll(async () => {
	root = await mkdtemp(join(tmpdir(), 'usagectl-zip-'));
});
afterAll(() => rm(root, {recursive: true}));

/** Unpacks as a download does; what it came to. */
const unpack = async ({name, bytes}: HostileZip) => {
	const folder = join(root, name);
	const archive = join(folder, 'archive.zip');
	const target = join(folder, 'target');
	await mkdir(target, {recursive: true});
	await writeFile(archive, bytes);
	const file = await open(archive);
	try {
		await unpackInto(file, await readDirectory(file, getLimits(0)), target);
		return {verdict: 'ok', message: ''};
	} catch (error) {
		if (!(error instanceof CliError) || error.kind !== 'damaged') throw error;
		return {verdict: error.details.code, message: error.message};
	} finally {
		await file.close();
		expect((await readdir(folder)).sort(), 'nothing beside the target').toEqual(['archive.zip', 'target']);
	}
};

test.each(hostileZips)('$name is $verdict', async zip => {
	const {verdict, message} = await unpack(zip);
	expect(verdict).toBe(zip.verdict);
	expect(message, 'no byte of the archive in a message').toMatch(/^[\x20-\x7e]*$/);
	messages.push(`${zip.name.padEnd(34)} ${message || 'unpacked'}`);
});

test('says why', async () => {
	await expect(`${messages.join('\n')}\n`).toMatchFileSnapshot('../../transcripts/hostile-zips.txt');
});

test('unpacks what is good byte for byte', async () => {
	const target = join(root, 'ok-descriptor-two', 'target');
	const expected = 'timestamp,clientId\r\n2026-10-01T00:00:00,0011AABB22CC33DD\r\n'.repeat(40);
	for (const name of ['a.csv', 'b.csv']) expect(await readFile(join(target, name), 'utf8')).toBe(expected);
});
