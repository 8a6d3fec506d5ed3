import {expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../src/sandbox/start.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {buildScript, start, startOnFullDisk} from './support/processes.ts';
import {createAsk} from './support/started.ts';
import {data, type Ready, signIn, workTogether} from './support/work-together.ts';

const server = `
import {startSandbox} from 'src/sandbox/start.ts';
const {baseUrl, products, users} = await startSandbox({stateDir: process.argv[2], ...${JSON.stringify(data)}});
console.log(JSON.stringify({baseUrl, products, users}));
`;

test('keeps acknowledged keys, sessions and addresses after kill -9', async () => {
	const stateDir = temporaryFolder();
	const script = await buildScript(server);
	const acknowledged: string[] = [];
	let identity: object = {};
	let address = '';
	for (let round = 0; round < 2; round++) {
		const child = start(script, [stateDir]);
		const ready = JSON.parse(await child.firstLine) as Ready;
		if (round === 0) identity = await signIn(ready);
		const ask = createAsk(ready.baseUrl, identity);
		if (round === 0) {
			const {dailyFiles} = await ask('/exceptionTracking/listFiles');
			const {downloadUrl} = await ask('/exceptionTracking/getDownloadUrl', {fileName: dailyFiles[0].fileName});
			address = new URL(downloadUrl).pathname;
		}
		const write = async (number: number) => {
			const keys = Array.from({length: 20}, (_, index) => `R${round}-${number}-${index}`);
			const answer = await ask('/licenseKeys/updateKeys', {keyUpdates: keys.map(licenseKey => ({licenseKey}))});
			if (answer.insertedKeys === keys.length) acknowledged.push(...keys);
			// Killed while others are on their way.
			if (number === 15) child.kill('SIGKILL');
		};
		await Promise.all(Array.from({length: 30}, (_, number) => write(number).catch(() => undefined)));
		await child.ended;
	}
	const sandbox = await startSandbox({stateDir, ...data});
	onTestFinished(() => sandbox.close());
	const ask = createAsk(sandbox.baseUrl, identity);
	const kept = await ask('/licenseKeys/listKeys', {filters: {licenseKey: {type: 'stringArray', value: acknowledged}}});
	expect(acknowledged.length).toBeGreaterThan(20);
	expect([kept.http, kept.matchingKeysCount]).toEqual([200, acknowledged.length]);
	const statuses = [await fetch(sandbox.baseUrl + address), await fetch(sandbox.baseUrl + address)];
	expect(statuses.map(answer => answer.status)).toEqual([200, 410]);
});

test('rejects writes when the disk is full, and keeps reads and acknowledged changes', async () => {
	const stateDir = temporaryFolder();
	const first = await startSandbox({stateDir, ...data});
	const identity = await signIn(first);
	await first.close();
	const child = startOnFullDisk(await buildScript(server), [stateDir], 64);
	const ask = createAsk((JSON.parse(await child.firstLine) as Ready).baseUrl, identity);
	const report = {startDate: '2026-04-01', clientStatus: ['new', 'active']};
	const before = await ask('/reporting/generic/current', report);
	const acknowledged: string[] = [];
	let refusals = 0;
	for (let number = 0; number < 40; number++) {
		const keys = Array.from({length: 20}, (_, index) => `F${number}-${index}`);
		const notes = 'x'.repeat(100);
		const answer = await ask('/licenseKeys/updateKeys', {keyUpdates: keys.map(licenseKey => ({licenseKey, notes}))});
		if (answer.http === 200) acknowledged.push(...keys);
		else
			expect({refused: ++refusals > 0, ...answer}).toMatchObject({
				http: 500,
				reason: expect.stringContaining('cannot write'),
			});
	}
	expect([acknowledged.length > 40, refusals > 5]).toEqual([true, true]);
	const held = {filters: {licenseKey: {type: 'regex', value: '^F'}}, paging: {limit: 1}};
	expect(await ask('/reporting/generic/current', report)).toEqual(before);
	expect((await ask('/licenseKeys/listKeys', held)).matchingKeysCount).toBe(acknowledged.length);
	child.kill('SIGKILL');
	await child.ended;
	const later = await startSandbox({stateDir, ...data});
	onTestFinished(() => later.close());
	const again = createAsk(later.baseUrl, identity);
	expect((await again('/licenseKeys/listKeys', held)).matchingKeysCount).toBe(acknowledged.length);
	expect(await again('/licenseKeys/updateKeys', {keyUpdates: [{licenseKey: 'F-new'}]})).toMatchObject({
		insertedKeys: 1,
	});
});

test('loses nothing when three processes start on an empty folder (twenty: npm run soak)', () => workTogether(3));
