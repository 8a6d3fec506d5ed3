import {expect, test} from 'vitest';
import type {KeyRecord} from '../../../src/contract/operations/license-keys.ts';
import type {ListingOptions, Page} from '../../../src/keys/registry/page-queue.ts';
import {readListing} from '../../../src/keys/registry/read-listing.ts';
import {seeded} from '../../support/data/seeded.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const record = (index: number, added = index): KeyRecord =>
	emptyRecord(`KEY-${String(index).padStart(6, '0')}`, `2026-01-01T${String(added).padStart(6, '0')}`);
const registry = (size: number) => Array.from({length: size}, (_, index) => record(index));

async function list(
	fetch: (startAt: number, limit: number) => Promise<Page> | Page,
	options: Partial<ListingOptions> = {},
) {
	const changes: string[] = [];
	const asked: number[] = [];
	const keys: string[] = [];
	const pages = readListing({
		fetch: async (startAt, limit) => {
			asked.push(startAt);
			return fetch(startAt, limit);
		},
		skip: 0,
		limit: Number.POSITIVE_INFINITY,
		pageSize: 10,
		prefetch: 4,
		sortValue: row => row.addedDate,
		onChange: what => changes.push(what),
		...options,
	});
	for await (const rows of pages) keys.push(...rows.map(row => row.licenseKey));
	return {keys, changes, asked};
}
const still = (rows: readonly KeyRecord[]) => (startAt: number, limit: number) => ({
	rows: rows.slice(startAt, startAt + limit),
	matchingCount: rows.length,
});
const keysOf = (rows: readonly KeyRecord[]) => rows.map(row => row.licenseKey);

test.each([0, 1, 9, 10, 11, 19, 20, 28, 100])('lists all of %i keys once, in order', async size => {
	const rows = registry(size);
	expect(await list(still(rows))).toMatchObject({keys: keysOf(rows), changes: []});
});

test('one page is one request; neighboring pages share a row', async () => {
	expect((await list(still(registry(10)))).asked).toEqual([0]);
	expect((await list(still(registry(28)))).asked).toEqual([0, 9, 18]);
});

test('requests no page beyond the limit', async () => {
	const rows = registry(100);
	const {keys, asked} = await list(still(rows), {skip: 5, limit: 12});
	expect(keys).toEqual(keysOf(rows.slice(5, 17)));
	expect(asked).toEqual([5, 14]);
});

test('keeps the order if pages arrive in another', async () => {
	const rows = registry(60);
	const {keys} = await list(async (startAt, limit) => {
		for (let turn = 0; turn < 60 - startAt; turn++) await Promise.resolve();
		return still(rows)(startAt, limit);
	});
	expect(keys).toEqual(keysOf(rows));
});

test('never exceeds the number of parallel requests', async () => {
	let inFlight = 0;
	let most = 0;
	await list(
		async (startAt, limit) => {
			most = Math.max(most, ++inFlight);
			await new Promise(resolve => setImmediate(resolve));
			inFlight--;
			return still(registry(200))(startAt, limit);
		},
		{prefetch: 3},
	);
	expect(most).toBe(3);
});

test('detects a service that ignores startAt', async () => {
	const rows = registry(30);
	await expect(list((_, limit) => ({rows: rows.slice(0, limit), matchingCount: 30}))).rejects.toMatchObject({
		kind: 'refused',
		message: expect.stringContaining('the same page again'),
	});
});

test('a short page is requested again, and not mistaken for the end', async () => {
	let short = 1;
	const rows = registry(30);
	const page = (startAt: number, limit: number) => still(rows)(startAt, startAt === 9 && short-- > 0 ? 3 : limit);
	expect((await list(page, {prefetch: 1})).keys).toEqual(keysOf(rows));
	await expect(list((startAt, limit) => still(rows)(startAt, startAt === 9 ? 3 : limit))).rejects.toMatchObject({
		kind: 'refused',
		message: expect.stringContaining('3 keys at position 9 of 30'),
	});
});

test('requests the allowed number of pages ahead, and no more while the reader waits', async () => {
	const asked: number[] = [];
	const pages = readListing({
		fetch: async (startAt, limit) => {
			asked.push(startAt);
			return still(registry(200))(startAt, limit);
		},
		skip: 0,
		limit: Number.POSITIVE_INFINITY,
		pageSize: 10,
		prefetch: 2,
		sortValue: row => row.addedDate,
		onChange: () => {},
	});
	await pages.next();
	await new Promise(resolve => setImmediate(resolve));
	expect(asked).toEqual([0, 9, 18]);
	await pages.return(undefined);
	await new Promise(resolve => setImmediate(resolve));
	expect(asked).toHaveLength(3);
});

test('truncates pages that are longer than requested', async () => {
	const rows = registry(40);
	expect((await list((startAt, limit) => still(rows)(startAt, limit + 5))).keys).toEqual(keysOf(rows));
});

test('a failure is thrown after the rows before it', async () => {
	const given: string[] = [];
	const pages = readListing({
		fetch: async (startAt, limit) => {
			if (startAt > 0) throw new Error('gone');
			return still(registry(30))(startAt, limit);
		},
		skip: 0,
		limit: 100,
		pageSize: 10,
		prefetch: 4,
		sortValue: row => row.addedDate,
		onChange: () => {},
	});
	await expect(
		(async () => {
			for await (const rows of pages) given.push(...keysOf(rows));
		})(),
	).rejects.toThrow('gone');
	expect(given).toHaveLength(10);
});

test('the registry may become empty while it is read', async () => {
	let asked = 0;
	const rows = registry(30);
	const {keys, changes} = await list((startAt, limit) => still(asked++ === 0 ? rows : [])(startAt, limit), {
		prefetch: 1,
	});
	expect(keys).toEqual(keysOf(rows.slice(0, 10)));
	expect(changes).toContain('the number of keys changed');
});

/** A registry in which rows are added and removed before each page. */
function changing(seed: number, {size = 120, ties = 1}: {size?: number; ties?: number}) {
	const random = seeded(seed);
	let rows = Array.from({length: size}, (_, index) => record(index, Math.floor(index / ties) * ties));
	const present = new Set(keysOf(rows));
	let fresh = size;
	let changes = 0;
	const change = () => {
		if (random() < 0.6) return;
		changes++;
		for (let count = Math.floor(random() * 4); count > 0; count--) {
			const at = Math.floor(random() * rows.length);
			present.delete(rows[at]?.licenseKey ?? '');
			rows = rows.toSpliced(at, 1);
		}
		for (let count = Math.floor(random() * 4); count > 0; count--) {
			const at = random() < 0.5 ? rows.length : Math.floor(random() * rows.length);
			rows = rows.toSpliced(at, 0, record(fresh++, Number(rows[at]?.addedDate.slice(11) ?? fresh)));
		}
	};
	return {
		present,
		changes: () => changes,
		fetch: async (startAt: number, limit: number): Promise<Page> => {
			for (let turn = Math.floor(random() * 5); turn > 0; turn--) await Promise.resolve();
			change();
			return still(rows)(startAt, limit);
		},
	};
}

test('500 random sequences of changes: a key that is there throughout is listed exactly once', async () => {
	let noticed = 0;
	for (let seed = 0; seed < 500; seed++) {
		const service = changing(seed, {ties: seed % 3 === 0 ? 4 : 1});
		const {keys, changes} = await list(service.fetch, {prefetch: 1 + (seed % 4)});
		const counts = new Map<string, number>();
		for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
		const missing = [...service.present].filter(key => !counts.has(key));
		const doubled = [...counts].filter(([, count]) => count > 1).map(([key]) => key);
		expect({seed, missing, doubled}).toEqual({seed, missing: [], doubled: []});
		if (service.changes() > 1) noticed += changes.length > 0 ? 1 : 0;
	}
	expect(noticed).toBeGreaterThan(450);
});

test('an unstable order of equal dates loses and repeats no key', async () => {
	for (let seed = 0; seed < 60; seed++) {
		const random = seeded(seed);
		const rows = Array.from({length: 100}, (_, index) => record(index, index < 20 || index >= 80 ? index : 50));
		const shuffled = () => {
			const middle = rows
				.slice(20, 80)
				.map(row => ({row, rank: random()}))
				.sort((a, b) => a.rank - b.rank);
			return [...rows.slice(0, 20), ...middle.map(({row}) => row), ...rows.slice(80)];
		};
		const {keys, changes} = await list((startAt, limit) => still(shuffled())(startAt, limit));
		expect([...keys].sort()).toEqual(keysOf(rows));
		expect(changes).toEqual([]);
	}
});
