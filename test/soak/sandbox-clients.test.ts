import {expect, test} from 'vitest';
import {servingProcess} from '../sandbox/support/serving-process.ts';

const clients = 200;
const lastsMs = 60_000;

const range = {startDate: '2026-01-01', stopDate: '2026-03-31'};
const lost = {...range, daysUntilDeclaredLost: 30, dateReportedLost: 'dateLastSeen', globalFilters: {}};
const reports: readonly (readonly [string, object])[] = [
	['/reporting/generic/current', {startDate: '2026-01-01', clientStatus: ['new', 'active']}],
	['/reporting/churn/histogram/days', lost],
	['/reporting/eventTracking/churn/dataTable', lost],
	['/reporting/eventTracking/basic/dataTable', range],
	['/meta/propertyValues', {property: 'geography', granularity: 'country'}],
];

test(`${clients} clients for a minute: no wrong answer, no dropped request, flat memory`, async () => {
	const {ask, rss} = await servingProcess({seed: 7, size: 10_000, now: '2026-06-30'});
	const expected = new Map<string, string>();
	for (const [path, request] of reports) expected.set(path, JSON.stringify(await ask(path, request)));
	const {dailyFiles} = await ask('/exceptionTracking/listFiles');
	const {fileName} = dailyFiles[0];
	const end = Date.now() + lastsMs;
	let answered = 0;

	const report = async (turn: number) => {
		const [path, request] = reports[turn % reports.length] as (typeof reports)[0];
		expect(JSON.stringify(await ask(path, request))).toBe(expected.get(path));
	};
	const keys = async (client: number, turn: number) => {
		const licenseKey = `C${client}-${turn}`;
		expect(await ask('/licenseKeys/updateKeys', {keyUpdates: [{licenseKey}]})).toMatchObject({insertedKeys: 1});
		const filters = {licenseKey: {type: 'string', value: licenseKey}};
		expect((await ask('/licenseKeys/listKeys', {filters})).matchingKeysCount).toBe(1);
	};
	const download = async () => {
		const {downloadUrl} = await ask('/exceptionTracking/getDownloadUrl', {fileName});
		const answer = await fetch(downloadUrl);
		expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
		expect((await fetch(downloadUrl)).status).toBe(410);
	};
	const work = async (client: number) => {
		for (let turn = client; Date.now() < end; turn++) {
			if (turn % 3 === 0) await keys(client, turn);
			else if (turn % 7 === 0) await download();
			else await report(turn);
			answered++;
		}
	};
	const memory: number[] = [];
	const watch = setInterval(() => memory.push(Math.round(rss())), 5000);
	await Promise.all(Array.from({length: clients}, (_, client) => work(client)));
	clearInterval(watch);
	console.log(`${answered} turns, memory in MB every 5 s: ${memory.join(' ')}`);
	expect(answered).toBeGreaterThan(clients);
	const middle = memory[Math.floor(memory.length / 2)] ?? 0;
	expect(memory.at(-1) ?? 0).toBeLessThan(middle * 1.25);
});
