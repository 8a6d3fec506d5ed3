import {closeSync, openSync, readFileSync, writeFileSync, writeSync} from 'node:fs';
import {parseLabelled} from '../../src/client/labelled-json.ts';
import {type CurrentAsked, readCurrent} from '../../src/commands/report/layouts/current.ts';
import type {LabelMap} from '../../src/commands/report/layouts/shapes.ts';
import {createCsv} from '../../src/output/csv.ts';
import type {Column} from '../../src/output/dataset.ts';
import {writeDataset} from '../../src/output/renderer.ts';

/**
 * A nested report to CSV, by our code and by a bare loop that writes the same bytes, from a file to /dev/null:
 * `nested-report.ts write FILE 100` writes an answer of 100 × 100 × 100 leaves, `ours FILE` and `bare FILE` run one way in this
 * process, `leaves ROUNDS` compares reading and writing 96,000 leaves with their JSON.parse once both are warm. Each prints JSON.
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
	const results = (parseLabelled(body.toString()) as LabelMap).get('results') ?? [];
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

/** One way: milliseconds, peak megabytes and rows. */
async function runWay(way: keyof typeof ways, path: string) {
	const output = openSync('/dev/null', 'w');
	const body = readFileSync(path);
	const start = performance.now();
	const rows = await ways[way](body, output);
	const milliseconds = performance.now() - start;
	closeSync(output);
	return {milliseconds, megabytes: process.resourceUsage().maxRSS / 1024, rows};
}

/** Read and written / parsed, by round. */
async function compareLeaves(rounds: number): Promise<readonly number[]> {
	const body = Buffer.from(answer([60, 40, 40]));
	const text = body.toString();
	const output = openSync('/dev/null', 'w');
	const ratios: number[] = [];
	for (let round = -5; round < rounds; round++) {
		const start = performance.now();
		JSON.parse(text);
		const parsed = performance.now();
		await writeOurs(body, output);
		if (round >= 0) ratios.push((performance.now() - parsed) / (parsed - start));
	}
	closeSync(output);
	return ratios;
}

const [what = '', where = '', size = ''] = process.argv.slice(2);
const tasks: Readonly<Record<string, () => unknown>> = {
	write: () => writeFileSync(where, answer([Number(size), Number(size), Number(size)])),
	ours: () => runWay('ours', where),
	bare: () => runWay('bare', where),
	leaves: () => compareLeaves(Number(where)),
};
process.stdout.write(JSON.stringify((await tasks[what]?.()) ?? null));
