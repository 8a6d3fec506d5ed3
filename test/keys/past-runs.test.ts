import fs, {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {extname, join} from 'node:path';
import fc from 'fast-check';
import {expect, onTestFinished, test} from 'vitest';
import {createWorkFolder} from '../../src/files/work-folder.ts';
import {removeOldRuns} from '../../src/keys/past-runs.ts';
import {withRegistryLock} from '../../src/keys/registry/registry-lock.ts';
import {endRun} from '../../src/keys/run/find-run.ts';
import type {RunHeader} from '../../src/keys/run/journal.ts';
import {createRunName, publishRun} from '../../src/keys/run/run-folder.ts';
import {getRunsFolder} from '../../src/keys/store/workspace.ts';
import {buryOwners, withFault} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {realClock} from '../support/laws/clock.ts';
import {laws} from '../support/laws/laws.ts';

type Past = {
	/** Days after 2026-03-01. */
	readonly day: number;
	readonly end: 'finished' | 'dropped' | undefined;
	readonly product: number;
	/** Undoes the previous run. */
	readonly undo: boolean;
};

const before = '2026-03-06';
const old = (day: number) => day < 5;
const nothing = {rows: 1, insert: 0, change: 1, unseen: 0, same: 0, edited: 0, invalid: 0, merged: 0};

async function createRun(stateDir: string, past: Past, {index, undoes}: {index: number; undoes: string | undefined}) {
	const started = new Date(Date.UTC(2026, 2, 1 + past.day, 23, 59, 59, 999));
	const header: RunHeader = {
		...{entry: 'run', version: 1, run: createRunName(started, index / 10_000), started: started.toISOString()},
		...{command: past.undo ? 'undo' : 'update', origin: 'https://service.test', product: past.product},
		...{file: '/keys.csv', digest: `${index}`, options: '', columns: ['licenseKey']},
		...{counts: nothing, planBytes: 9, planCrc: 0, batchSize: 10, verify: false, compared: true},
		...(undoes === undefined ? {} : {undoes}),
	};
	const {path: work} = await createWorkFolder(getRunsFolder(stateDir));
	for (const name of ['plan', 'left', 'rows']) writeFileSync(join(work, name), `${name} of ${index}`);
	const run = await publishRun({header}, {workspace: {folder: work}, stateDir});
	if (past.end) await endRun(run, past.end, started);
	return header.run;
}

async function createPast(pasts: readonly Past[]) {
	const stateDir = temporaryFolder();
	const names: string[] = [];
	for (const [index, past] of pasts.entries()) {
		names.push(await createRun(stateDir, past, {index, undoes: past.undo ? names[index - 1] : undefined}));
	}
	return {stateDir, names};
}

/** Reads every run with all its files. */
const look = (stateDir: string): Readonly<Record<string, Readonly<Record<string, string>>>> =>
	Object.fromEntries(
		readdirSync(getRunsFolder(stateDir))
			.filter(name => /^\d/.test(name))
			.map(name => {
				const folder = join(getRunsFolder(stateDir), name);
				return [
					name,
					Object.fromEntries(readdirSync(folder).map(file => [file, readFileSync(join(folder, file), 'utf8')])),
				];
			}),
	);
const only = <T>(all: Readonly<Record<string, T>>, names: readonly string[]) =>
	Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

const forget = (stateDir: string, confirmRemoval = async () => true) =>
	removeOldRuns(before, {
		stateDir,
		clock: realClock,
		signal: new AbortController().signal,
		onDamage: () => {},
		confirmRemoval,
	});

const pastRun: fc.Arbitrary<Past> = fc.record({
	day: fc.integer({min: 0, max: 9}),
	end: fc.constantFrom('finished', 'dropped', undefined),
	product: fc.integer({min: 7, max: 8}),
	undo: fc.boolean(),
});

test('unfinished runs, newer runs and runs that an unfinished undo needs are kept intact; the others are deleted', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(pastRun, {maxLength: 6}), async pasts => {
			const {stateDir, names} = await createPast(pasts);
			const whole = pasts.length > 0 ? look(stateDir) : {};
			const gone = names.filter((_, index) => {
				const past = pasts[index] as Past;
				const next = pasts[index + 1];
				const undone = next?.undo === true && next.end === undefined;
				return past.end !== undefined && old(past.day) && !undone;
			});
			const told = (await forget(stateDir)).map(({state}) => state.header.run);
			expect(told.sort()).toEqual([...gone].sort());
			if (pasts.length === 0) return;
			const kept = names.filter(name => !gone.includes(name));
			expect(look(stateDir)).toEqual(only(whole, kept));
			expect(readdirSync(getRunsFolder(stateDir)).sort()).toEqual(kept.sort());
		}),
		laws(15),
	);
});

test('killed at any operation, every run is complete or gone, and the next deletion finishes the work', async () => {
	const pasts: readonly Past[] = [
		{day: 0, end: 'finished', product: 7, undo: false},
		{day: 1, end: 'dropped', product: 8, undo: false},
		{day: 2, end: undefined, product: 7, undo: false},
		{day: 9, end: 'finished', product: 7, undo: false},
	];
	const attempt = async (at: number) => {
		const {stateDir, names} = await createPast(pasts);
		const whole = look(stateDir);
		const {operations} = await withFault({kind: 'kill', at}, () => forget(stateDir));
		for (const [name, files] of Object.entries(look(stateDir))) expect(files, `killed at ${at}`).toEqual(whole[name]);
		buryOwners(stateDir);
		await forget(stateDir);
		expect(readdirSync(getRunsFolder(stateDir)), `killed at ${at}`).toEqual(names.slice(2));
		expect(look(stateDir), `killed at ${at}`).toEqual(only(whole, names.slice(2)));
		return operations;
	};
	const operations = await attempt(Number.POSITIVE_INFINITY);
	expect(operations).toBeGreaterThan(8);
	for (let at = 1; at <= operations; at++) await attempt(at);
});

test('each folder is renamed on disk before its first file is deleted', async () => {
	const past = {end: 'finished', product: 7, undo: false} as const;
	const {stateDir} = await createPast([
		{day: 0, ...past},
		{day: 1, ...past},
	]);
	const done: string[] = [];
	const handle = await fs.promises.open(stateDir);
	const prototype = Object.getPrototypeOf(handle) as {sync: () => Promise<void>; stat: () => Promise<fs.Stats>};
	await handle.close();
	const {sync} = prototype;
	const {rename, rm} = fs.promises;
	prototype.sync = async function (this: typeof prototype) {
		if ((await this.stat()).isDirectory()) done.push('folder flushed');
		return sync.call(this);
	};
	fs.promises.rename = async (from, to) => {
		done.push('renamed');
		return rename(from, to);
	};
	fs.promises.rm = async (path, options) => {
		if (options?.recursive) done.push(`removed ${extname(String(path))}`);
		return rm(path, options);
	};
	syncBuiltinESMExports();
	onTestFinished(() => {
		prototype.sync = sync;
		Object.assign(fs.promises, {rename, rm});
		syncBuiltinESMExports();
	});
	await forget(stateDir);
	const moved = ['renamed', 'folder flushed'];
	expect(done).toEqual([...moved, ...moved, 'removed .part', 'removed .part']);
});

test('nothing is deleted while keys of one of the products are being changed', async () => {
	const {stateDir} = await createPast([
		{day: 0, end: 'finished', product: 7, undo: false},
		{day: 1, end: 'finished', product: 8, undo: false},
	]);
	const whole = look(stateDir);
	const registry = {origin: 'https://service.test', product: 8};
	const parts = {stateDir, clock: realClock, signal: new AbortController().signal};
	await withRegistryLock(registry, parts, async () => {
		await expect(forget(stateDir)).rejects.toMatchObject({kind: 'locked'});
	});
	expect(look(stateDir)).toEqual(whole);
	expect(await forget(stateDir)).toHaveLength(2);
});

test('nothing is deleted without confirmation; deleted runs are reported once, newest first', async () => {
	const {stateDir, names} = await createPast([
		{day: 0, end: 'finished', product: 7, undo: false},
		{day: 1, end: 'finished', product: 7, undo: false},
	]);
	expect(await forget(stateDir, async () => false)).toEqual([]);
	expect((await forget(stateDir)).map(({summary}) => summary.run)).toEqual([...names].reverse());
	expect(await forget(stateDir)).toEqual([]);
});
