import fs, {existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync} from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {withLock} from '../../src/session/lock.ts';
import {getOwner, type Owner} from '../../src/session/lock-owner.ts';
import {build, shell} from '../support/child.ts';
import {fakeClock, realClock} from '../support/clock.ts';
import {temporaryFolder} from '../support/folders.ts';

const deadPid = 999_999_999;
const options = (folder: string) => ({folder, name: 'night', clock: realClock});
const leave = (folder: string, owner: Partial<Owner> | string) =>
	writeFileSync(
		join(folder, 'night.lock'),
		typeof owner === 'string' ? owner : JSON.stringify({...getOwner(new Date()), ...owner}),
	);
const work = async () => 'done';

test('gives the answer of the work and leaves nothing behind, also when the work fails', async () => {
	const folder = temporaryFolder();
	expect(await withLock(options(folder), work)).toBe('done');
	await expect(withLock(options(folder), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(readdirSync(folder)).toEqual([]);
});

test('a second run ends at once with 9 and is told who holds it', async () => {
	const folder = temporaryFolder();
	await withLock(options(folder), async () => {
		await expect(withLock(options(folder), work)).rejects.toMatchObject({
			kind: 'locked',
			message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
		});
	});
});

test('one that waits gets its turn', async () => {
	const folder = temporaryFolder();
	const order: string[] = [];
	const first = withLock(options(folder), async () => {
		await realClock.sleep(60);
		order.push('first');
	});
	await realClock.sleep(20);
	await withLock({...options(folder), waitMs: 10_000}, async () => {
		order.push('second');
	});
	await first;
	expect(order).toEqual(['first', 'second']);
});

test.each<[string, Partial<Owner> | string]>([
	['whose process ended', {pid: deadPid}],
	['whose number another process has now', {started: '1'}],
	['from before the machine started anew', {boot: 'another-boot'}],
])('a lock %s is taken over', async (_, owner) => {
	const folder = temporaryFolder();
	leave(folder, owner);
	expect(await withLock(options(folder), work)).toBe('done');
	expect(readdirSync(folder)).toEqual([]);
});

test('a lock of another machine stands until it has been silent for half an hour', async () => {
	const folder = temporaryFolder();
	leave(folder, {host: 'elsewhere', pid: deadPid});
	await expect(withLock(options(folder), work)).rejects.toMatchObject({kind: 'locked'});
	const old = new Date(Date.now() - 31 * 60_000);
	utimesSync(join(folder, 'night.lock'), old, old);
	expect(await withLock(options(folder), work)).toBe('done');
});

test.each(['', 'junk', '{"pid":1}', '{"token":"../../escape"}'])(
	'a lock file with %j stands for a minute only',
	async text => {
		const folder = temporaryFolder();
		leave(folder, text);
		await expect(withLock(options(folder), work)).rejects.toMatchObject({kind: 'locked'});
		const old = new Date(Date.now() - 61_000);
		utimesSync(join(folder, 'night.lock'), old, old);
		expect(await withLock(options(folder), work)).toBe('done');
	},
);

test('a taker that died while taking over is no obstacle', async () => {
	const folder = temporaryFolder();
	leave(folder, {pid: deadPid, token: 'first'});
	writeFileSync(
		join(folder, 'night.lock.first.takeover'),
		JSON.stringify({...getOwner(new Date()), pid: deadPid, token: 'second'}),
	);
	expect(await withLock(options(folder), work)).toBe('done');
	expect(readdirSync(folder)).toEqual([]);
});

test('what killed takers left is swept once it is old', async () => {
	const folder = temporaryFolder();
	const leftover = join(folder, 'night.lock.1-abc');
	writeFileSync(leftover, '{}');
	const old = new Date(Date.now() - 61_000);
	utimesSync(leftover, old, old);
	await withLock(options(folder), work);
	expect(existsSync(leftover)).toBe(false);
});

test('a folder that cannot be made is told as the disk’s fault', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'file'), '');
	await expect(withLock(options(join(folder, 'file/below')), work)).rejects.toMatchObject({kind: 'disk'});
	mkdirSync(join(folder, 'night.lock'));
	await expect(withLock(options(folder), work)).rejects.toMatchObject({kind: 'disk'});
});

test('waiting ends with its time, not before', async () => {
	const folder = temporaryFolder();
	const clock = fakeClock();
	await withLock(options(folder), async () => {
		await expect(withLock({...options(folder), clock, waitMs: 1000}, work)).rejects.toMatchObject({kind: 'locked'});
	});
	expect(clock.slept.reduce((sum, one) => sum + one, 0)).toBeGreaterThanOrEqual(1000);
});

/** As FAT and some shares are. */
function withoutLinks(code: string): void {
	const {link} = fs.promises;
	fs.promises.link = () => Promise.reject(Object.assign(new Error(code), {code}));
	syncBuiltinESMExports();
	onTestFinished(() => {
		fs.promises.link = link;
		syncBuiltinESMExports();
	});
}

test.each(['EPERM', 'ENOTSUP', 'ENOSYS'])(
	'where the disk knows no hard links (%s) a lock is one all the same',
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
		await Promise.all(Array.from({length: 20}, () => withLock({...options(folder), waitMs: 30_000}, enter)));
		expect(most).toBe(1);
		expect(readdirSync(folder)).toEqual([]);
	},
);

test('twenty takers of one dead lock are never two at a time, round after round', async () => {
	const folder = temporaryFolder();
	let inside = 0;
	let most = 0;
	const enter = async () => {
		inside += 1;
		most = Math.max(most, inside);
		await realClock.sleep(0);
		inside -= 1;
	};
	for (let round = 0; round < 12; round++) {
		leave(folder, {pid: deadPid, token: `dead-${round}`});
		await Promise.all(Array.from({length: 20}, () => withLock({...options(folder), waitMs: 30_000}, enter)));
	}
	expect(most).toBe(1);
});

test('of 12 processes after one dead lock exactly one at a time wins, in every round', async () => {
	const folder = temporaryFolder();
	// Each round leaves a dead lock, then everyone adds one to a counter under the lock without any other care.
	const child = await build(`
		import {readFileSync, writeFileSync} from 'node:fs';
		import {setTimeout as sleep} from 'node:timers/promises';
		import {withLock} from 'src/session/lock.ts';
		const clock = {now: () => new Date(), sleep: ms => sleep(ms)};
		for (let round = 0; round < 25; round++) {
			await withLock({folder: ${JSON.stringify(folder)}, name: 'night', clock, waitMs: 60_000}, async () => {
				const file = ${JSON.stringify(join(folder, 'count'))};
				const count = Number(readFileSync(file, 'utf8'));
				await sleep(0);
				writeFileSync(file, String(count + 1));
			});
		}`);
	writeFileSync(join(folder, 'count'), '0');
	leave(folder, {pid: deadPid});
	const ended = await shell(
		`for i in $(seq 12); do node '${child}' & done; wait; cat '${join(folder, 'count')}'`,
		{},
		60_000,
	);
	expect(ended).toEqual({code: 0, stdout: String(12 * 25), stderr: ''});
	expect(readdirSync(folder)).toEqual(['count']);
});
