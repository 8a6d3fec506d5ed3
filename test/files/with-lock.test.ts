import fs, {existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync} from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {createLockOwner, type LockOwner} from '../../src/files/lock-file.ts';
import {writePrivateFile} from '../../src/files/private-file.ts';
import {withLock} from '../../src/files/with-lock.ts';
import type {Clock} from '../../src/ports.ts';
import {withFault} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock, realClock} from '../support/laws/clock.ts';
import {isLong} from '../support/laws/laws.ts';
import {build, shell} from '../support/program/child.ts';

const deadPid = 999_999_999;
const options = (folder: string) => ({folder, name: 'night', clock: realClock});
const leave = (folder: string, owner: Partial<LockOwner> | string) =>
	writeFileSync(
		join(folder, 'night.lock'),
		typeof owner === 'string' ? owner : JSON.stringify({...createLockOwner(new Date()), ...owner}),
	);
const work = async () => 'done';

/** Something that one run waits for and another one does. */
function createSignal() {
	let send = () => {};
	const sent = new Promise<void>(resolve => {
		send = resolve;
	});
	return {sent, send};
}

test('returns the result of the work and leaves no files, also if the work fails', async () => {
	const folder = temporaryFolder();
	expect(await withLock(options(folder), work)).toBe('done');
	await expect(withLock(options(folder), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(readdirSync(folder)).toEqual([]);
});

test('ends a second run at once with status 9 and names the holder', async () => {
	const folder = temporaryFolder();
	await withLock(options(folder), async () => {
		const {since} = JSON.parse(readFileSync(join(folder, 'night.lock'), 'utf8'));
		await expect(withLock(options(folder), work)).rejects.toMatchObject({
			kind: 'locked',
			message: `another run holds the lock "night": process ${process.pid} on ${hostname()}, since ${since}`,
			details: {code: 'locked', retryable: true, hint: expect.stringContaining('released automatically')},
		});
	});
});

test('releases only its own lock, not one that took its place', async () => {
	const folder = temporaryFolder();
	await withLock(options(folder), async () => leave(folder, {token: 'another'}));
	expect(readdirSync(folder)).toEqual(['night.lock']);
});

test('touches the lock every minute while the work lasts', async () => {
	vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']});
	onTestFinished(() => void vi.useRealTimers());
	const folder = temporaryFolder();
	const path = join(folder, 'night.lock');
	const old = new Date(Date.now() - 3_600_000);
	const age = () => Date.now() - statSync(path).mtimeMs;
	await withLock(options(folder), async () => {
		utimesSync(path, old, old);
		vi.advanceTimersByTime(59_999);
		await realClock.sleep(20);
		expect(age()).toBeGreaterThan(3_500_000);
		vi.advanceTimersByTime(1);
		await vi.waitFor(() => expect(age()).toBeLessThan(600_000), 30_000);
	});
	expect(vi.getTimerCount()).toBe(0);
});

test('can be stopped while it waits, without a disk error', async () => {
	const folder = temporaryFolder();
	const stop = new AbortController();
	await withLock(options(folder), async () => {
		const waiting = withLock({...options(folder), waitMs: 60_000, signal: stop.signal}, work);
		stop.abort();
		await expect(waiting).rejects.toMatchObject({name: 'AbortError'});
	});
});

test('gets the lock after waiting', async () => {
	const folder = temporaryFolder();
	const order: string[] = [];
	const [entered, waited] = [createSignal(), createSignal()];
	const first = withLock(options(folder), async () => {
		entered.send();
		await waited.sent;
		order.push('first');
	});
	await entered.sent;
	const sleep: Clock['sleep'] = (...when) => {
		waited.send();
		return realClock.sleep(...when);
	};
	await withLock({...options(folder), clock: {...realClock, sleep}, waitMs: 60_000}, async () => {
		order.push('second');
	});
	await first;
	expect(order).toEqual(['first', 'second']);
});

test.each<[string, Partial<LockOwner> | string]>([
	['whose process ended', {pid: deadPid}],
	['whose number another process has now', {started: '1'}],
	['from before the machine started anew', {boot: 'another-boot'}],
	['whose process ended, of a machine that tells no starts', {pid: deadPid, started: ''}],
])('a lock %s is taken over', async (_, owner) => {
	const folder = temporaryFolder();
	leave(folder, owner);
	expect(await withLock(options(folder), work)).toBe('done');
	expect(readdirSync(folder)).toEqual([]);
});

test('treats a process of another user as running', async () => {
	const {kill} = process;
	onTestFinished(() => void Object.assign(process, {kill}));
	process.kill = () => {
		throw Object.assign(new Error('not yours'), {code: 'EPERM'});
	};
	const folder = temporaryFolder();
	leave(folder, {pid: deadPid, started: ''});
	await expect(withLock(options(folder), work)).rejects.toMatchObject({kind: 'locked'});
});

/** Tries a lock that was touched so long ago, to the millisecond. */
async function tryAfter(folder: string, silentMs: number) {
	const now = new Date(Date.parse('2026-06-30T12:00:00Z'));
	const touched = new Date(now.getTime() - silentMs);
	utimesSync(join(folder, 'night.lock'), touched, touched);
	return withLock({...options(folder), clock: fakeClock(now.toISOString())}, work).catch(error => error.kind);
}

test('keeps the lock of a running process number if its start is unknown', async () => {
	const folder = temporaryFolder();
	leave(folder, {started: ''});
	expect(await tryAfter(folder, 30 * 60_000)).toBe('locked');
	expect(await tryAfter(folder, 30 * 60_000 + 1)).toBe('done');
});

test('keeps a lock of another machine until it has been silent for half an hour', async () => {
	const folder = temporaryFolder();
	leave(folder, {host: 'elsewhere', pid: deadPid});
	expect(await tryAfter(folder, 0)).toBe('locked');
	expect(await tryAfter(folder, 30 * 60_000)).toBe('locked');
	expect(await tryAfter(folder, 30 * 60_000 + 1)).toBe('done');
});

const dead: LockOwner = {...createLockOwner(new Date()), pid: deadPid};
const spoilt = (wrong: object) => JSON.stringify({...dead, ...wrong});
test.each([
	...['', 'junk', 'null', '7', '{"pid":1}'].map(text => [JSON.stringify(text), text]),
	['a token that leads elsewhere', spoilt({token: '../escape'})],
	['an empty token', spoilt({token: ''})],
	['a long token', spoilt({token: 'x'.repeat(81)})],
	['half a process number', spoilt({pid: 1.5})],
	['a number for a host', spoilt({host: 7})],
	...['pid', 'host', 'started', 'boot', 'token', 'since'].map(name => [`no ${name}`, spoilt({[name]: undefined})]),
] as [string, string][])('ignores a lock file with %s after a minute', async (_, text) => {
	const folder = temporaryFolder();
	leave(folder, text);
	await expect(withLock(options(folder), work)).rejects.toThrow('another run holds the lock "night": another run');
	expect(await tryAfter(folder, 60_000)).toBe('locked');
	expect(await tryAfter(folder, 60_001)).toBe('done');
	expect(readdirSync(folder)).toEqual([]);
});

test('survives a process that died while taking over a lock', async () => {
	const folder = temporaryFolder();
	leave(folder, {pid: deadPid, token: 'first'});
	writeFileSync(
		join(folder, 'night.lock.first.takeover'),
		JSON.stringify({...createLockOwner(new Date()), pid: deadPid, token: 'second'}),
	);
	expect(await withLock(options(folder), work)).toBe('done');
	expect(readdirSync(folder)).toEqual([]);
});

test('removes the old remains of killed takeovers and nothing else', async () => {
	const folder = temporaryFolder();
	const now = Date.parse('2026-06-30T12:00:00Z');
	for (const [name, age] of [
		['night.lock.1-abc', 60_001],
		['night.lock.2-abc', 60_000],
		['nightly.lock.1-abc', 99_000],
		['night.locks', 99_000],
		['settings.json', 99_000],
	] as const) {
		writeFileSync(join(folder, name), '{}');
		utimesSync(join(folder, name), new Date(now - age), new Date(now - age));
	}
	await withLock({...options(folder), clock: fakeClock()}, work);
	expect(readdirSync(folder).sort()).toEqual([
		'night.lock.2-abc',
		'night.locks',
		'nightly.lock.1-abc',
		'settings.json',
	]);
});

test('reports a folder that cannot be created as a disk error', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'file'), '');
	await expect(withLock(options(join(folder, 'file/below')), work)).rejects.toMatchObject({kind: 'disk'});
	mkdirSync(join(folder, 'night.lock'));
	await expect(withLock(options(folder), work)).rejects.toMatchObject({kind: 'disk'});
});

test('stops waiting when the time is over, not before', async () => {
	const folder = temporaryFolder();
	const clock = fakeClock();
	await withLock(options(folder), async () => {
		await expect(withLock({...options(folder), clock, waitMs: 1000}, work)).rejects.toMatchObject({kind: 'locked'});
	});
	expect(clock.slept.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(1000);
	expect(clock.slept.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBeLessThan(1000);
	expect(Math.min(...clock.slept)).toBeGreaterThanOrEqual(5);
	expect(Math.max(...clock.slept)).toBeLessThan(25);
	expect(Math.max(...clock.slept) - Math.min(...clock.slept)).toBeGreaterThan(1);
});

function replaceLink(replacement: typeof fs.promises.link): void {
	const {link} = fs.promises;
	fs.promises.link = replacement;
	syncBuiltinESMExports();
	onTestFinished(() => {
		fs.promises.link = link;
		syncBuiltinESMExports();
	});
}

/** As FAT and some shares are. */
const withoutLinks = (code: string) =>
	replaceLink(() => Promise.reject(Object.assign(new Error(code), {code, syscall: 'link'})));

test('leaves an expired lock to another process that took it over', async () => {
	const folder = temporaryFolder();
	leave(folder, {pid: deadPid, token: 'dead'});
	const {link} = fs.promises;
	replaceLink(async (from, to) => {
		await link(from, to);
		if (String(to).endsWith('.takeover')) leave(folder, {token: 'living'});
	});
	await expect(withLock(options(folder), work)).rejects.toMatchObject({kind: 'locked'});
	expect(readdirSync(folder)).toEqual(['night.lock']);
	expect(readFileSync(join(folder, 'night.lock'), 'utf8')).toContain('"living"');
});

test.runIf(existsSync('/proc/self/fd'))('leaves no file open', async () => {
	const count = () => readdirSync('/proc/self/fd').length;
	const folder = temporaryFolder();
	const before = count();
	for (let round = 0; round < 20; round++) {
		leave(folder, {pid: deadPid, token: `dead-${round}`});
		await withLock(options(folder), () => writePrivateFile(join(folder, 'session.json'), 'x'));
	}
	expect(count()).toBeLessThan(before + 10);
});

test('reports a disk that fails to link for another reason', async () => {
	withoutLinks('EIO');
	const folder = temporaryFolder();
	await expect(withLock(options(folder), work)).rejects.toMatchObject({
		kind: 'disk',
		message: expect.stringContaining('cannot take the lock'),
		details: {code: 'EIO'},
	});
	expect(readdirSync(folder)).toEqual([]);
});

test.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'UNKNOWN'])(
	'locks on a disk without hard links (%s)',
	async code => {
		withoutLinks(code);
		const folder = temporaryFolder();
		await withLock(options(folder), async () => {
			await expect(withLock(options(folder), work)).rejects.toMatchObject({kind: 'locked'});
		});
		leave(folder, {pid: deadPid, token: 'dead'});
		let inside = 0;
		let most = 0;
		const enter = async () => {
			most = Math.max(most, ++inside);
			await realClock.sleep(0);
			inside--;
		};
		await Promise.all(Array.from({length: 8}, () => withLock({...options(folder), waitMs: 30_000}, enter)));
		expect(most).toBe(1);
		expect(readdirSync(folder)).toEqual([]);
	},
);

test('leaves no lock or part of one when the disk is full', async () => {
	for (const links of [true, false]) {
		if (!links) withoutLinks('EPERM');
		for (let at = 1; at < 9; at++) {
			const folder = temporaryFolder();
			const {thrown} = await withFault({kind: 'full', at}, () => withLock(options(folder), work));
			if (thrown !== undefined) expect(thrown).toMatchObject({kind: 'disk', details: {code: 'ENOSPC'}});
			expect(readdirSync(folder), `full from ${at}`).toEqual([]);
		}
	}
});

test('never lets two of twenty processes take over an expired lock', async () => {
	const folder = temporaryFolder();
	let inside = 0;
	let most = 0;
	const enter = async () => {
		inside += 1;
		most = Math.max(most, inside);
		await realClock.sleep(0);
		inside -= 1;
	};
	for (let round = 0; round < (isLong ? 100 : 2); round++) {
		leave(folder, {pid: deadPid, token: `dead-${round}`});
		await Promise.all(Array.from({length: 20}, () => withLock({...options(folder), waitMs: 30_000}, enter)));
	}
	expect(most).toBe(1);
});

test('lets exactly one of 6 processes at a time take over an expired lock', async () => {
	const folder = temporaryFolder();
	// Everyone adds one to a counter under the lock without any other care, and leaves a dead lock in the place of the own.
	const child = await build(`
		import {readFileSync, renameSync, writeFileSync} from 'node:fs';
		import {setTimeout as sleep} from 'node:timers/promises';
		import {withLock} from 'src/files/with-lock.ts';
		import {createLockOwner} from 'src/files/lock-file.ts';
		const clock = {now: () => new Date(), sleep: ms => sleep(ms)};
		const lock = ${JSON.stringify(join(folder, 'night.lock'))};
		for (let round = 0; round < 15; round++) {
			await withLock({folder: ${JSON.stringify(folder)}, name: 'night', clock, waitMs: 60_000}, async () => {
				const file = ${JSON.stringify(join(folder, 'count'))};
				const count = Number(readFileSync(file, 'utf8'));
				await sleep(0);
				writeFileSync(file, String(count + 1));
				writeFileSync(lock + process.pid, JSON.stringify({...createLockOwner(new Date()), pid: ${deadPid}}));
				renameSync(lock + process.pid, lock);
			});
		}`);
	writeFileSync(join(folder, 'count'), '0');
	leave(folder, {pid: deadPid});
	const ended = await shell(
		`for i in $(seq 6); do node '${child}' & done; wait; cat '${join(folder, 'count')}'`,
		{},
		60_000,
	);
	expect(ended).toEqual({code: 0, stdout: String(6 * 15), stderr: ''});
	expect(readdirSync(folder)).toEqual(['count', 'night.lock']);
});
