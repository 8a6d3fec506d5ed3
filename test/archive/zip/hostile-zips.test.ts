import {readFileSync} from 'node:fs';
import {mkdir, open, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {checkArchive} from '../../../src/archive/zip/check-archive.ts';
import {getZipLimits} from '../../../src/archive/zip/zip-limits.ts';
import {CliError} from '../../../src/errors.ts';
import {type HostileZip, hostileZips} from '../../support/data/hostile-zips.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

/** What each is told with, by its name. */
const transcript = resolve(import.meta.dirname, '../../transcripts/hostile-zips.txt');
const told = new Map(
	readFileSync(transcript, 'utf8')
		.trimEnd()
		.split('\n')
		.map(line => [line.split(' ', 1)[0], line] as const),
);
const said = new Map<string, string>();

/** Unpacks as a download does; what it came to. */
const unpack = async ({name, bytes}: HostileZip) => {
	const folder = join(temporaryFolder(), name);
	const archive = join(folder, 'archive.zip');
	const target = join(folder, 'target');
	await mkdir(target, {recursive: true});
	await writeFile(archive, bytes);
	const file = await open(archive);
	try {
		await checkArchive(file, getZipLimits(0), target);
		return {verdict: 'ok', message: '', target};
	} catch (error) {
		if (!(error instanceof CliError) || error.kind !== 'damaged') throw error;
		return {verdict: error.details.code, message: error.message, target};
	} finally {
		await file.close();
		expect((await readdir(folder)).sort(), 'nothing beside the target').toEqual(['archive.zip', 'target']);
	}
};

test.each(hostileZips)('$name is $verdict', async zip => {
	const {verdict, message} = await unpack(zip);
	expect(verdict).toBe(zip.verdict);
	expect(message, 'no byte of the archive in a message').toMatch(/^[\x20-\x7e]*$/);
	const line = `${zip.name.padEnd(34)} ${message || 'unpacked'}`;
	said.set(zip.name, line);
	expect(line).toBe(told.get(zip.name) ?? line);
});

test('gives the reason in the message', async () => {
	await expect(`${[...said.values()].join('\n')}\n`).toMatchFileSnapshot(transcript);
});

const find = (name: string) => hostileZips.find(each => each.name === name) as HostileZip;

test('unpacks valid archives byte for byte', async () => {
	const {target} = await unpack(find('ok-descriptor-two'));
	const expected = 'timestamp,clientId\r\n2026-10-01T00:00:00,0011AABB22CC33DD\r\n'.repeat(40);
	for (const name of ['a.csv', 'b.csv']) expect(await readFile(join(target, name), 'utf8')).toBe(expected);
});

test('does not open a zip in a zip', async () => {
	const {target} = await unpack(find('ok-zip-in-zip'));
	expect(await readdir(target)).toEqual(['inner.zip']);
	expect((await readFile(join(target, 'inner.zip'))).equals(find('ok-deflated').bytes)).toBe(true);
});

test.each(['ok-setuid', 'ok-mode000', 'ok-mode-none'])('ignores modes and dates of entries (%s)', async name => {
	const began = Date.now();
	const {target} = await unpack(find(name));
	const {mode, mtimeMs} = await stat(join(target, '7_exc_2026-10-01.csv'));
	// As any file that is made: readable by its owner, nothing to be run, least of all as somebody else.
	expect((mode & 0o7711).toString(8)).toBe('600');
	expect(mtimeMs).toBeGreaterThan(began - 60_000);
});
