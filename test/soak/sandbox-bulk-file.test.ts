import {createWriteStream} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {crc32} from 'node:zlib';
import {expect, test} from 'vitest';
import yauzl from 'yauzl';
import {servingProcess} from '../sandbox/support/serving-process.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

const gigabytes = 6;

/** Bytes and checksum of the one member, and what the directory says of them. */
async function readThrough(file: string) {
	const zip = await new Promise<yauzl.ZipFile>((done, failed) =>
		yauzl.open(file, {lazyEntries: true}, (error, opened) => (error ? failed(error) : done(opened))),
	);
	const entry = await new Promise<yauzl.Entry>(done => {
		zip.on('entry', done);
		zip.readEntry();
	});
	const stream = await new Promise<Readable>((done, failed) =>
		zip.openReadStream(entry, (error, opened) => (error ? failed(error) : done(opened))),
	);
	let [bytes, checksum] = [0, 0];
	for await (const chunk of stream) {
		bytes += chunk.length;
		checksum = crc32(chunk, checksum);
	}
	return {bytes, checksum, entry};
}

test(`a file of ${gigabytes} GB is served and fetched without being held in memory`, async () => {
	const {ask, rss} = await servingProcess({seed: 7, size: 2000, now: '2026-06-30', bulkFile: gigabytes * 1e9});
	const {monthlyFiles} = await ask('/exceptionTracking/listFiles');
	const [bulk] = monthlyFiles as {fileName: string; uncompressedSizeKB: number; compressedSizeKB: number}[];
	expect(bulk?.uncompressedSizeKB).toBeGreaterThan((gigabytes * 1e9) / 1024);
	const before = rss();
	const {downloadUrl} = await ask('/exceptionTracking/getDownloadUrl', {fileName: bulk?.fileName});
	const file = join(temporaryFolder(), 'bulk.zip');
	const began = performance.now();
	let most = before;
	const watch = setInterval(() => {
		most = Math.max(most, rss());
	}, 250);
	const answer = await fetch(downloadUrl);
	await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file));
	clearInterval(watch);
	console.log(
		`${gigabytes} GB in ${Math.round(performance.now() - began)} ms, ${Math.round(before)} -> ${Math.round(most)} MB`,
	);
	expect(most - before).toBeLessThan(100);
	const {bytes, checksum, entry} = await readThrough(file);
	expect([bytes, checksum]).toEqual([entry.uncompressedSize, entry.crc32]);
	expect(bytes / 1024).toBeCloseTo(bulk?.uncompressedSizeKB ?? 0, 3);
});
