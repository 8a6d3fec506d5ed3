import {expect, test, vi} from 'vitest';
import {endpoints} from '../../src/contract/operations/endpoints.ts';
import {startSandbox} from '../../src/sandbox/start.ts';
import {advanceSandbox, getSandboxStatus, resetSandbox} from '../../src/sandbox/stored-data.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {createAsk, postJson} from './support/started.ts';

/** What passes while the sandbox serves with a clock that runs faster: a minute of real time is an hour. */

const {customEvents: lines, meta, reports} = endpoints;

async function running(speed: number, now: string, size = 20) {
	let passed = 0;
	const clock = () => new Date(Date.parse('2026-11-01T09:00:00Z') + passed);
	const sandbox = await startSandbox({stateDir: temporaryFolder(), seed: 7, size, now, speed, clock});
	const [user] = sandbox.users;
	const login = {user: user?.user, password: user?.password};
	const {sessionId} = (await (await postJson(`${sandbox.baseUrl}/auth/login`, login)).json()) as {sessionId: string};
	const identity = {user: user?.user, sessionId, productId: sandbox.products[0]?.productId};
	return {
		ask: createAsk(sandbox.baseUrl, identity),
		/** Lets seconds of real time pass. */
		pass: (seconds: number) => {
			passed += seconds * 1000;
		},
		close: sandbox.close,
	};
}

test('a session expires after half an hour of sandbox time without use', async () => {
	const {ask, pass, close} = await running(60, '2026-06-10T12:00:00');
	const oldest = async () => (await ask(meta.oldestReportedDate.path)).http;
	for (let times = 0; times < 5; times++) {
		pass(29);
		expect(await oldest()).toBe(200);
	}
	pass(31);
	expect(await oldest()).toBe(403);
	await close();
});

test('a download address expires after an hour of sandbox time', async () => {
	const {ask, pass, close} = await running(60, '2026-06-10T12:00:00');
	const getAddress = async () => {
		const {dailyFiles} = await ask(lines.listFiles.path);
		const {fileName} = dailyFiles.at(-1) as {fileName: string};
		return (await ask(lines.downloadUrl.path, {fileName})).downloadUrl as string;
	};
	const [first, second] = [await getAddress(), await getAddress()];
	pass(20);
	expect((await fetch(first)).status).toBe(200);
	await ask(meta.oldestReportedDate.path);
	pass(25);
	await ask(meta.oldestReportedDate.path);
	pass(25);
	expect((await fetch(second)).status).toBeGreaterThanOrEqual(400);
	await close();
});

test('records appear as time passes, and at midnight the open file becomes a daily file', async () => {
	const {ask, pass, close} = await running(60, '2026-06-10T18:00:00', 1500);
	const newest = async () => (await ask(lines.lastLines.path, {lineCount: 1})).results[0]?.timestamp as string;
	const names = async () => {
		const {openDailyFiles, dailyFiles} = await ask(lines.listFiles.path);
		const name = (file: {fileName: string} | undefined) => file?.fileName.replace(/^\d+_cust_|\.zip$/g, '');
		return {open: name(openDailyFiles[0]), daily: name(dailyFiles.at(-1))};
	};
	const active = async () =>
		Object.keys(
			(await ask(reports.current.path, {startDate: 'NOW-1', clientStatus: ['active'], dateSplit: 'day'})).results,
		);
	const seen = [await newest()];
	expect((seen[0] ?? '') <= '2026-06-10T18:00:00').toBe(true);
	expect([(await names()).open, await active()]).toEqual(['2026-06-10', ['2026-06-09', '2026-06-10']]);
	for (let times = 0; times < 60; times++) {
		pass(20);
		// Whatever is asked keeps the session alive.
		if (times % 3 === 0) seen.push(await newest());
		else await ask(meta.oldestReportedDate.path);
	}
	seen.push(await newest());
	expect(seen.toSorted()).toEqual(seen);
	expect(new Set(seen).size).toBeGreaterThan(1);
	expect((seen.at(-1) ?? '') <= '2026-06-11T14:00:00').toBe(true);
	expect(await names()).toEqual({open: '2026-06-11', daily: '2026-06-10'});
	expect(await active()).toEqual(['2026-06-10', '2026-06-11']);
	await close();
});

test('a frozen clock gives the same responses, while sessions expire in real time', async () => {
	const {ask, pass, close} = await running(0, '2026-06-10T18:00:00');
	const first = await ask(lines.lastLines.path, {lineCount: 50});
	pass(29 * 60);
	expect(await ask(lines.lastLines.path, {lineCount: 50})).toEqual(first);
	pass(31 * 60);
	expect((await ask(meta.oldestReportedDate.path)).http).toBe(403);
	await close();
});

/** A sandbox that is served from a folder, and a minute of it. */
async function servedMinute(stateDir: string, options: {speed?: number; now?: string} = {}) {
	const begun = new Date('2026-11-01T09:00:00Z');
	let now = begun;
	const sandbox = await startSandbox({stateDir, speed: 60, clock: () => now, ...options});
	now = new Date(begun.getTime() + 60_000);
	return {sandbox, shown: async () => (await getSandboxStatus(stateDir, begun)).now};
}
const today = new Date('2026-11-01T09:00:00Z');
const reset = async (now?: string) => {
	const stateDir = temporaryFolder();
	await resetSandbox(stateDir, {seed: 7, size: 20, now, today});
	return stateDir;
};

test('saves the time of the clock on exit', async () => {
	const stateDir = await reset('2026-06-10T12:00:00');
	const {sandbox, shown} = await servedMinute(stateDir);
	await sandbox.close();
	expect(await shown()).toBe('2026-06-10T13:00:00');
	await (await servedMinute(stateDir)).sandbox.close();
	expect(await shown()).toBe('2026-06-10T14:00:00');
});

test('keeps a clock that is ahead of the real time', async () => {
	const {sandbox, shown} = await servedMinute(await reset());
	await sandbox.close();
	expect(await shown()).toBe('2026-11-01T10:00:00');
});

test('saves the time of the clock while it serves', async () => {
	vi.useFakeTimers({toFake: ['setInterval', 'clearInterval']});
	try {
		const {sandbox, shown} = await servedMinute(await reset('2026-06-10T12:00:00'));
		vi.advanceTimersByTime(5000);
		await vi.waitUntil(async () => (await shown()) === '2026-06-10T13:00:00');
		await sandbox.close();
	} finally {
		vi.useRealTimers();
	}
});

test('does not overwrite settings of other processes, nor save a clock of one run or the real time', async () => {
	const stateDir = await reset('2026-06-10T12:00:00');
	const {sandbox, shown} = await servedMinute(stateDir);
	await advanceSandbox(stateDir, {seconds: 60, today});
	await sandbox.close();
	expect(await shown()).toBe('2026-06-10T12:01:00');
	await (await servedMinute(stateDir, {now: '2026-06-10T18:00:00'})).sandbox.close();
	expect(await shown()).toBe('2026-06-10T12:01:00');
	const real = await servedMinute(await reset(), {speed: 1});
	await real.sandbox.close();
	expect(await real.shown()).toBe('2026-11-01T09:00:00');
});
