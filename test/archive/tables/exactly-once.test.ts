import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Engine, openEngine} from '../../../src/archive/sql/engine.ts';
import {readSnapshot} from '../../../src/archive/tables/delta-log-files.ts';
import {getTableFolder} from '../../../src/archive/tables/find-table.ts';
import {getSummaryPath} from '../../../src/archive/tables/part-summary.ts';
import {updateTable} from '../../../src/archive/tables/update-table.ts';
import {selectTableRecords, syncTable, syncZips} from '../../support/data/sync-table.ts';
import {buryOwners, withFault} from '../../support/disk/fault-fs.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {laws} from '../../support/laws/laws.ts';
import {createLogService, daily, type Held, monthly, open, portsOf} from '../../support/service/log-service.ts';

/** Laws of the table of lines, over whatever the service may list at one time and the next. */

const dayOf = (day: number) => `2026-${day <= 30 ? '09' : '10'}-${String(day <= 30 ? day : day - 30).padStart(2, '0')}`;
/** A line is told by its day and number; how many a day has is a matter of the day. */
const linesOf = (day: number, upTo = 3) =>
	Array.from({length: Math.min(upTo, 1 + (day % 3))}, (_, at) => `${dayOf(day)} ${at}`);
const contentOf = (days: readonly number[], upTo?: number) =>
	`timestamp,exception.class\n${days.flatMap(day => linesOf(day, upTo).map(line => `${line.slice(0, 10)}T00:00:00,${line}\n`)).join('')}`;
const holding = (file: Held, days: readonly number[], upTo?: number): Held => {
	const content = contentOf(days, upTo);
	return {
		...file,
		bytes: writeZip([{name: file.name.replace('.zip', '.csv'), data: content}]),
		unpacked: content.length,
	};
};
const span = (from: number, to: number) => Array.from({length: to - from + 1}, (_, at) => from + at);

/** What the service lists one morning: final days, of which months cover some, and the day that is still open. */
type Morning = {
	readonly today: number;
	readonly months: readonly (readonly [number, number])[];
	readonly days: readonly number[];
};
const listing = ({today, months, days}: Morning): Held[] => [
	...months.map(([from, to]) => holding(monthly(dayOf(from), dayOf(to)), span(from, to))),
	...days.map(day => holding(daily(dayOf(day)), [day])),
	holding(open(dayOf(today)), [today], 1),
];
const morning = fc.integer({min: 24, max: 38}).chain(today =>
	fc.record({
		today: fc.constant(today),
		// a monthly file never reaches over the end of its month
		months: fc.uniqueArray(
			fc
				.tuple(fc.integer({min: 20, max: today - 1}), fc.integer({min: 0, max: 9}))
				.map(([from, length]) => [from, Math.min(from + length, today - 1, from <= 30 ? 30 : 61)] as const),
			{maxLength: 3, selector: ([from, to]) => `${from} ${to}`},
		),
		days: fc.uniqueArray(fc.integer({min: 20, max: today - 1}), {maxLength: 8}),
	}),
);

const withEngine = async <T>(folder: string, use: (engine: Engine) => Promise<T>): Promise<T> => {
	const engine = await openEngine({temp: temporaryFolder(), folders: [folder], signal: new AbortController().signal});
	return use(engine).finally(engine.close);
};
const readLines = (folder: string): Promise<readonly string[]> =>
	withEngine(folder, async engine => {
		const found = await selectTableRecords(engine, folder);
		if (!found) return [];
		const rows = await engine.rows(`SELECT exception_class FROM ${found} ORDER BY 1`);
		return rows.map(([line]) => String(line));
	});

/** Parts and summaries on the disk, and those in the table. */
const listParts = (folder: string) => {
	const root = getTableFolder(folder, 'exceptions');
	const names = readdirSync(root, {recursive: true, encoding: 'utf8'});
	return withEngine(folder, async engine => ({
		found: names.filter(name => name.endsWith('.parquet') && !name.startsWith('_delta_log')).sort(),
		live: (await readSnapshot(engine, root))?.parts.flatMap(({path}) => [path, getSummaryPath(path)]).sort(),
	}));
};

/** What happens to a folder between two looks at it. */
type Step =
	/** The files of a morning come; the update of the table is killed at that operation, and runs again. */
	| {readonly morning: Morning; readonly killAt: number | undefined}
	/** Time passes. */
	| {readonly hours: number};
const step: fc.Arbitrary<Step> = fc.oneof(
	{weight: 6, arbitrary: fc.record({morning, killAt: fc.option(fc.integer({min: 1, max: 80}), {nil: undefined})})},
	{weight: 2, arbitrary: fc.record({hours: fc.integer({min: 1, max: 40})})},
);
/** A service does not go back in time. */
const inOrder = (steps: readonly Step[]): readonly Step[] => {
	const mornings = steps
		.flatMap(each => ('morning' in each ? [each.morning] : []))
		.sort((one, other) => one.today - other.today);
	return steps.map(each => ('morning' in each ? {...each, morning: mornings.shift() as Morning} : each));
};
const isUnique = (lines: readonly string[]) => expect(lines).toEqual([...new Set(lines)]);

test('keeps each record in the table once, whatever is listed, killed, merged and removed', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, {minLength: 2, maxLength: 6}), async steps => {
			const folder = temporaryFolder();
			const final = new Set<number>();
			const opened = new Set<number>();
			let hours = 0;
			const clock = {...fakeClock(), now: () => new Date(Date.now() + hours * 3_600_000)};
			let known: readonly string[] = [];
			for (const each of inOrder(steps)) {
				if ('hours' in each) hours += each.hours;
				else {
					const {months, days, today} = each.morning;
					const ports = {...(await syncZips(folder, listing(each.morning))), clock};
					if (each.killAt !== undefined) {
						await withFault({kind: 'kill', at: each.killAt}, () => updateTable(folder, ports));
						const found = await readLines(folder);
						isUnique(found);
						expect(found).toEqual(expect.arrayContaining([...known]));
						buryOwners(folder);
					}
					await updateTable(folder, ports);
					for (const [from, to] of months) for (const day of span(from, to)) final.add(day);
					for (const day of days) final.add(day);
					opened.add(today);
				}
				const whole = [...final].flatMap(day => linesOf(day));
				const early = [...opened].filter(day => !final.has(day)).flatMap(day => linesOf(day, 1));
				known = [...whole, ...early].sort();
				expect(await readLines(folder)).toEqual(known);
			}
			if (known.length === 0) return;
			hours += 100;
			await updateTable(folder, {...portsOf(createLogService([])), kind: 'exceptions', clock});
			const {found, live} = await listParts(folder);
			expect(found).toEqual(live);
			expect(await readLines(folder)).toEqual(known);
		}),
		{...laws(2, 300), seed: 10, endOnFailure: true},
	);
});

test('shows each record once to readers during updates and merges', async () => {
	const folder = temporaryFolder();
	const mornings: readonly Morning[] = [
		{today: 26, months: [], days: [21, 22, 23, 24, 25]},
		{today: 27, months: [], days: [26]},
		{today: 31, months: [], days: [27, 28, 29, 30]},
		{today: 32, months: [[20, 30]], days: [31]},
	];
	let before: readonly string[] = [];
	let reads = 0;
	let isOver = false;
	const reader = async () => {
		while (!isOver) {
			const least = before;
			const found = await readLines(folder);
			isUnique(found);
			expect(found).toEqual(expect.arrayContaining([...least]));
			reads++;
			await setTimeout(10);
		}
	};
	const writer = async () => {
		for (const each of mornings) {
			await syncTable(folder, listing(each));
			before = await readLines(folder);
		}
	};
	await Promise.all([
		reader(),
		writer().finally(() => {
			isOver = true;
		}),
	]);
	expect(reads).toBeGreaterThan(3);
	expect(before).toEqual([...span(20, 31).flatMap(day => linesOf(day)), ...linesOf(32, 1)].sort());
});

test('keeps columns that change over the years in one table', async () => {
	const folder = temporaryFolder();
	const years = [
		['2019', 'Timestamp,Client ID,Exception Class,Old Column\n2019-03-01T00:00:00,c,a,old\n'],
		['2021', 'timestamp,clientId,exception.class,gpu.model\n2021-03-01T00:00:00,c,b,Radeon\n'],
		['2024', 'gpu.model,timestamp,exception.class\n,2024-03-01T00:00:00,c\n'],
		['2026', 'timestamp,Timestamp,exception.class,EXCEPTION.CLASS,kind\n2026-03-01T00:00:00,x,d,e,mine\n'],
	] as const;
	const files = years.map(([year, content]) => ({
		...daily(`${year}-03-01`),
		bytes: writeZip([{name: `7_exc_${year}-03-01.csv`, data: content}]),
		unpacked: content.length,
	}));
	await syncTable(folder, files);
	const engine = await openEngine({temp: temporaryFolder(), folders: [folder], signal: new AbortController().signal});
	const found = await selectTableRecords(engine, folder);
	const sql = `SELECT month, exception_class, clientId, gpu_model, Old_Column, exception_class_2, kind, kind_2 FROM ${found} ORDER BY 1`;
	const rows = await engine.rows(sql);
	engine.close();
	expect(rows).toEqual([
		['2019-03', 'a', 'c', null, 'old', null, 'exceptions', null],
		['2021-03', 'b', 'c', 'Radeon', null, null, 'exceptions', null],
		['2024-03', 'c', null, '', null, null, 'exceptions', null],
		['2026-03', 'd', null, null, null, 'e', 'exceptions', 'mine'],
	]);
});

test('writes only into the private folder, so that named files are complete', async () => {
	const folder = temporaryFolder();
	const {DuckDBConnection} = await import('@duckdb/node-api');
	const {run} = DuckDBConnection.prototype;
	const targets: string[] = [];
	let found: string[] = [];
	/** Before and after each statement that writes: the files that have their names then. */
	const look = () => {
		const names = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name =>
			/^lines.*\.parquet$/.test(name),
		);
		for (const name of names) {
			const bytes = readFileSync(join(folder, name));
			expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', bytes.length - 4)]).toEqual(['PAR1', 'PAR1']);
		}
		found = names;
	};
	DuckDBConnection.prototype.run = async function (sql, ...rest) {
		const [, target] = /\bTO '([^']+)' \(FORMAT parquet/.exec(sql) ?? [];
		if (target) targets.push(target);
		look();
		const result = await run.call(this, sql, ...rest);
		look();
		return result;
	};
	try {
		await syncTable(folder, [holding(monthly(dayOf(20), dayOf(30)), span(20, 30)), holding(daily(dayOf(31)), [31])]);
		await syncTable(folder, [holding(daily(dayOf(31)), [31]), holding(daily(dayOf(32)), [32])]);
	} finally {
		DuckDBConnection.prototype.run = run;
	}
	// Each part has its summary.
	expect(found.length).toBe(4);
	expect(targets.length).toBeGreaterThan(2);
	expect(targets.filter(path => !/\/\.usagectl-[^/]+\.part\/[^/]+$/.test(path))).toEqual([]);
});
