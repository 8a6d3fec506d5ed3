import {spawnSync} from 'node:child_process';
import {closeSync, createReadStream, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseLabelled} from '../../src/client/labelled-json.ts';
import {readBody} from '../../src/client/read-body.ts';
import {type CurrentAsked, readCurrent} from '../../src/commands/report/layouts/current.ts';
import type {LabelMap} from '../../src/commands/report/layouts/shapes.ts';
import {createCsv} from '../../src/output/csv.ts';
import type {Column} from '../../src/output/dataset.ts';
import {writeDataset} from '../../src/output/renderer.ts';

/**
 * A nested report to CSV, against JSON.parse plus a bare loop that writes the same bytes: each in a process of its own, in
 * turns, from a file to /dev/null.
 *
 *     npx tsx test/bench/report-rows.ts [rounds]
 *
 * Goals: 1,000,000 rows in <= 200 MB at >= 0.60 of the bare loop's speed (issue 5); 96,000 leaves, read and written, in
 * <= 2.5 times their JSON.parse (R2).
 */

const levels = ['prodVersion', 'os.version', 'geography.country'];
const statuses = ['new', 'active', 'lost'];
const columns = [...levels, ...statuses].map(
	(key, place): Column => ({key, title: key, kind: place < levels.length ? 'label' : 'count'}),
);

/** An answer with a x b x c innermost segments. */
function answer([a, b, c]: readonly [number, number, number]): string {
	const object = (length: number, member: (index: number) => string) =>
		`{${Array.from({length}, (_, index) => `"label ${index}":${member(index)}`).join()}}`;
	const totals = (i: number, j: number, k: number) => `"totals":{"new":${i + j},"active":${j * k},"lost":${i * k}}`;
	const level3 = (i: number, j: number) => object(c, k => `{${totals(i, j, k)}}`);
	const level2 = (i: number) => object(b, j => `{${totals(i, j, 0)},"level3":${level3(i, j)}}`);
	return `{"status":"OK","results":{"level1":${object(a, i => `{${totals(i, 0, 0)},"level2":${level2(i)}}`)}}}`;
}

async function writeOurs(body: Buffer, output: number): Promise<number> {
	const asked: CurrentAsked = {statuses, levels, isSplit: false, totals: false};
	const results = (parseLabelled(body) as LabelMap).get('results') ?? [];
	const csv = createCsv(columns, {
		header: true,
		width: undefined,
		color: false,
		delimiter: ',',
		bom: false,
		safe: false,
		live: false,
		note: () => {},
	});
	return writeDataset({columns, blocks: readCurrent(results, asked)}, csv, async text => {
		writeSync(output, text);
	});
}

type Totals = Readonly<Record<string, number>>;
type Level<Inside> = Readonly<Record<string, Inside>>;
type Nested = Level<{readonly level2: Level<{readonly level3: Level<{readonly totals: Totals}>}>}>;

function writeBare(body: Buffer, output: number): number {
	const quote = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
	const {level1} = JSON.parse(body.toString()).results as {level1: Nested};
	let text = `${columns.map(({key}) => key).join()}\n`;
	let rows = 0;
	for (const [a, {level2}] of Object.entries(level1))
		for (const [b, {level3}] of Object.entries(level2))
			for (const [c, {totals}] of Object.entries(level3)) {
				text += `${quote(a)},${quote(b)},${quote(c)},${totals.new},${totals.active},${totals.lost}\n`;
				rows++;
				if (text.length < 65536) continue;
				writeSync(output, text);
				text = '';
			}
	writeSync(output, text);
	return rows;
}

const ways = {bare: writeBare, ours: writeOurs} as const;
type Way = keyof typeof ways;

/** One way in this process: prints milliseconds, peak megabytes and rows. */
async function child(way: Way, path: string): Promise<void> {
	const output = openSync('/dev/null', 'w');
	const body = await readBody(createReadStream(path), statSync(path).size);
	const start = performance.now();
	const rows = await ways[way](body, output);
	const milliseconds = performance.now() - start;
	closeSync(output);
	process.stdout.write(JSON.stringify({milliseconds, megabytes: process.resourceUsage().maxRSS / 1024, rows}));
}

type Result = {readonly milliseconds: number; readonly megabytes: number; readonly rows: number};
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

function measure(way: Way, path: string): Result {
	const {stdout, stderr, status} = spawnSync(
		process.execPath,
		[...process.execArgv, fileURLToPath(import.meta.url), 'child', way, path],
		{encoding: 'utf8'},
	);
	if (status !== 0) throw new Error(stderr);
	return JSON.parse(stdout) as Result;
}

function compare(rounds: number): void {
	const folder = mkdtempSync(join(tmpdir(), 'report-rows-'));
	try {
		const path = join(folder, 'answer.json');
		writeFileSync(path, answer([100, 100, 100]));
		const pairs = Array.from({length: rounds}, () => ({bare: measure('bare', path), ours: measure('ours', path)}));
		const speed = median(pairs.map(({bare, ours}) => bare.milliseconds / ours.milliseconds));
		const line = (way: Way) =>
			`${way}: ${median(pairs.map(pair => pair[way].milliseconds)).toFixed(0)} ms, ${median(pairs.map(pair => pair[way].megabytes)).toFixed(0)} MB, ${pairs[0]?.[way].rows} rows`;
		process.stdout.write(
			`${line('bare')}\n${line('ours')}\nspeed of the bare loop: ${speed.toFixed(2)} (goal >= 0.60)\n`,
		);
	} finally {
		rmSync(folder, {recursive: true});
	}
}

/** Read and written, in this process, once it is warm. */
async function compareLeaves(rounds: number): Promise<void> {
	const body = Buffer.from(answer([60, 40, 40]));
	const text = body.toString();
	const output = openSync('/dev/null', 'w');
	const ratios: number[] = [];
	for (let round = 0; round < rounds + 5; round++) {
		const start = performance.now();
		JSON.parse(text);
		const parsed = performance.now();
		await writeOurs(body, output);
		ratios.push((performance.now() - parsed) / (parsed - start));
	}
	closeSync(output);
	process.stdout.write(
		`96,000 leaves to CSV / their JSON.parse: ${median(ratios.slice(5)).toFixed(2)} (goal <= 2.50)\n`,
	);
}

const [first, way, path] = process.argv.slice(2);
if (first === 'child') await child(way as Way, path as string);
else {
	const rounds = Number(first ?? 5);
	await compareLeaves(rounds * 3);
	compare(rounds);
}
