import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {expect, test} from 'vitest';
import {
	addResult,
	type BatchResult,
	createDamageError,
	decodeEntry,
	encodeEntry,
	type JournalEntry,
	type RunHeader,
	replay,
	zeroTotals,
} from '../../../src/keys/run/journal.ts';
import {openJournal} from '../../../src/keys/run/journal-file.ts';
import {withFault} from '../../support/disk/fault-fs.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const header = {
	entry: 'run',
	version: 1,
	run: '20260630-120000-abcd',
	planBytes: 3,
	planCrc: 4,
} as unknown as RunHeader;
const update = {licenseKey: 'Ä'};
const result: BatchResult = {
	accepted: 5,
	inserted: 3,
	updated: 2,
	bad: [
		{line: 7, verdict: 'rejected', reason: 'no', update},
		{line: 8, verdict: 'rejected', reason: 'no', update},
		{line: 9, verdict: 'altered', reason: 'other', update},
		{line: 10, verdict: 'unknown', reason: 'who knows', update},
	],
};
const done = (batch: number): JournalEntry => ({entry: 'done', batch, ...result});
const read = (...entries: readonly (JournalEntry | string)[]) => {
	async function* blocks() {
		yield entries.slice(0, 2).map(toLine);
		yield entries.slice(2).map(toLine);
	}
	return replay(blocks(), '/runs/journal');
};
const toLine = (entry: JournalEntry | string) => (typeof entry === 'string' ? entry : encodeEntry(entry).slice(0, -1));

test('an entry is its CRC-32, a space, its JSON and a line end', () => {
	const text = '{"entry":"send","batch":12}';
	const line = encodeEntry({entry: 'send', batch: 12});
	expect(line).toBe(`${crc32(text).toString(16).padStart(8, '0')} ${text}\n`);
	expect(decodeEntry(line.slice(0, -1))).toEqual({entry: 'send', batch: 12});
});

test('a checksum is padded to eight digits', () => {
	const batch = Array.from({length: 1000}, (_, index) => index).find(
		index => crc32(JSON.stringify({entry: 'send', batch: index})) < 2 ** 24,
	);
	expect(batch).toBeDefined();
	expect(encodeEntry({entry: 'send', batch: batch ?? 0})).toMatch(/^0[\da-f]{7} \{/);
});

test('a line with one character changed, missing or added is invalid', () => {
	const line = toLine(done(3));
	for (let at = 0; at < line.length; at++) {
		const other = line[at] === 'x' ? 'y' : 'x';
		for (const changed of [
			line.slice(0, at) + other + line.slice(at + 1),
			line.slice(0, at) + line.slice(at + 1),
			`${line.slice(0, at)} ${line.slice(at)}`,
		])
			if (changed !== line) expect(decodeEntry(changed), changed).toBeUndefined();
	}
});

test('the state of a run is the sum of its entries', async () => {
	const state = await read(header, {entry: 'send', batch: 0}, {entry: 'send', batch: 1}, done(0), {
		entry: 'send',
		batch: 2,
	});
	expect(state).toMatchObject({header, end: undefined});
	expect([...state.done]).toEqual([0]);
	expect([...state.unconfirmed]).toEqual([1, 2]);
	expect(state.totals).toEqual({accepted: 5, inserted: 3, updated: 2, rejected: 2, altered: 1, unknown: 1});
	const lines = [
		header,
		{entry: 'send', batch: 0},
		{entry: 'send', batch: 1},
		done(0),
		{entry: 'send', batch: 2},
	] as const;
	expect(state.validBytes).toBe(Buffer.byteLength(lines.map(entry => encodeEntry(entry)).join('')));
});

test('a batch counts once, the first header counts, and the end is known', async () => {
	const other = {...header, run: 'another'};
	const state = await read(header, other, done(0), done(0), {entry: 'end', at: 'now', state: 'dropped'});
	expect(state.totals.accepted).toBe(5);
	expect(state.header.run).toBe(header.run);
	expect(state.end).toBe('dropped');
	expect((await read(header, {entry: 'end', at: 'now', state: 'finished'})).end).toBe('finished');
});

test.each<[string, readonly (JournalEntry | string)[]]>([
	['nothing', []],
	['no header', [{entry: 'send', batch: 0}]],
	['another version', [{...header, version: 2} as unknown as RunHeader]],
	['a line that is none', [header, 'junk']],
	['an empty line', [header, '']],
])('a journal with %s is damaged, and the hint says how to continue', async (_, entries) => {
	await expect(read(...entries)).rejects.toMatchObject({
		kind: 'damaged',
		message: '/runs/journal is damaged',
		details: {code: 'journal', hint: expect.stringContaining('--restart')},
	});
	expect(createDamageError('x').message).toBe('x is damaged');
});

test('totals add up', () => {
	const once = addResult(zeroTotals, result);
	expect(addResult(once, result)).toEqual({accepted: 10, inserted: 6, updated: 4, rejected: 4, altered: 2, unknown: 2});
	expect(zeroTotals).toEqual({accepted: 0, inserted: 0, updated: 0, rejected: 0, altered: 0, unknown: 0});
});

test('appended entries are on disk in order, after the valid part', async () => {
	const path = join(temporaryFolder(), 'journal');
	writeFileSync(path, `${encodeEntry(header)}half a li`);
	const journal = await openJournal(path, encodeEntry(header).length);
	const entries = Array.from({length: 50}, (_, batch) => ({entry: 'send', batch}) as const);
	await Promise.all(entries.map(journal.append));
	await journal.append(done(0));
	expect(readFileSync(path, 'utf8')).toBe([header, ...entries, done(0)].map(entry => encodeEntry(entry)).join(''));
	await journal.close();
});

test('entries added during a write share the next one', async () => {
	const path = join(temporaryFolder(), 'journal');
	const {operations} = await withFault({kind: 'none'}, async () => {
		const journal = await openJournal(path, 0);
		await Promise.all(Array.from({length: 50}, (_, batch) => journal.append({entry: 'send', batch})));
		await journal.close();
	});
	// Open and truncate, then at most two writes, each with a flush.
	expect(operations).toBeLessThanOrEqual(6);
	expect(readFileSync(path, 'utf8').match(/\n/g)).toHaveLength(50);
});

test('nothing is written after close', async () => {
	const journal = await openJournal(join(temporaryFolder(), 'journal'), 0);
	await journal.close();
	await expect(journal.append({entry: 'send', batch: 0})).rejects.toMatchObject({kind: 'disk'});
});

test('after a failed write all others fail, with a disk error', async () => {
	const path = join(temporaryFolder(), 'journal');
	writeFileSync(path, '');
	const outcomes: unknown[] = [];
	await withFault({kind: 'full', at: 3}, async () => {
		const journal = await openJournal(path, 0);
		for (const batch of [0, 1, 2])
			outcomes.push(await journal.append({entry: 'send', batch}).catch((error: unknown) => error));
		await journal.close().catch(() => undefined);
	});
	expect(outcomes).toEqual([0, 1, 2].map(() => expect.objectContaining({kind: 'disk'})));
	expect(readFileSync(path, 'utf8')).toBe('');
});

test('a journal that cannot be opened or truncated is a disk error', async () => {
	await expect(openJournal(join(temporaryFolder(), 'none/journal'), 0)).rejects.toMatchObject({
		kind: 'disk',
		message: expect.stringContaining('cannot write'),
	});
	const path = join(temporaryFolder(), 'journal');
	writeFileSync(path, 'x');
	const {thrown} = await withFault({kind: 'error', at: 2, code: 'EIO'}, () => openJournal(path, 0));
	expect(thrown).toMatchObject({kind: 'disk'});
});
