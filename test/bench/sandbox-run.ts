import {statSync} from 'node:fs';
import {parseAssumed} from '../../src/sandbox/assumptions/table.ts';
import {dayNumber, dayText} from '../../src/sandbox/calendar.ts';
import {ensureData} from '../../src/sandbox/store/data.ts';
import {openDatabase} from '../../src/sandbox/store/duckdb.ts';
import {requests} from './sandbox-requests.ts';

/** One measured process: `build FOLDER SIZE` or `reports FOLDER SIZE`; prints one line of JSON. */
const [what, folder = '', text = ''] = process.argv.slice(2);
const now = '2026-06-30';
const size = Number(text);
const runs = 5;
const today = dayNumber(now);
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const peakMB = () => Math.round(process.resourceUsage().maxRSS / 1024);

const begin = performance.now();
const file = await ensureData({folder, seed: 1, size, now});
const seconds = (performance.now() - begin) / 1000;
const {user, system} = process.cpuUsage();

if (what === 'build') {
	const fileMB = Math.round(statSync(file).size / 1e6);
	console.log(JSON.stringify({seconds, cpuSeconds: (user + system) / 1e6, fileMB, peakMB: peakMB()}));
} else {
	const database = await openDatabase(file);
	const service = {database, today: now, assume: parseAssumed([])};
	const caller = {product: 5_000_000_101, user: 'bench', licenseKeyPermission: true};
	const timings: Record<string, number> = {};
	for (const [name, handler, schema, input] of requests(before => dayText(today - before))) {
		const request = schema.parse(input);
		await handler(request, caller, service);
		const times: number[] = [];
		for (let run = 0; run < runs; run++) {
			const started = performance.now();
			await handler(request, caller, service);
			times.push(performance.now() - started);
		}
		timings[name] = median(times);
	}
	console.log(JSON.stringify({timings, peakMB: peakMB()}));
	database.close();
}
