import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {expect, test} from 'vitest';
import {createSpool, parseLines, readLines} from '../../../src/keys/store/spool.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const long = {text: 'é'.repeat(200_000)};

test.each([
	['nothing', [], false],
	['a line', [{a: 1}], false],
	['what stays until the end', [long, {a: 1}], true],
	['what was all written before the end', [long], true],
])('the checksum of a spool matches its file: %s', async (_, values, settles) => {
	const path = join(temporaryFolder(), 'spool');
	const spool = await createSpool(path);
	for (const value of values) {
		spool.add(value);
		if (settles) await spool.flushIfFull();
	}
	const measure = await spool.close();
	const bytes = readFileSync(path);
	expect(measure).toEqual({bytes: bytes.length, crc: bytes.length === 0 ? 0 : crc32(bytes)});
	const read: unknown[] = [];
	for await (const lines of readLines(path)) read.push(...parseLines(lines));
	expect(read).toEqual(values);
});
