import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {displayWidth} from '../../../src/output/display-width.ts';
import {syncTable} from '../../support/data/sync-table.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {isLong} from '../../support/laws/laws.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {prepareReleases, type ReleaseRow as Row} from './release-sandbox.ts';

/** RELEASE_SEEDS=1,2,3 compares the figures of other worlds, RELEASE_SIZE of larger ones; long runs take two. */
const seeds = (process.env.RELEASE_SEEDS ?? (isLong ? '7,8' : '7')).split(',').map(Number);
const worlds: Awaited<ReturnType<typeof prepareReleases>>[] = [];
for (const seed of seeds) worlds.push(await prepareReleases(seed));
const [world = expect.fail('no world')] = worlds;

const byKey = (rows: readonly object[], by = 'by') =>
	new Map(rows.map(row => [`${(row as Row).version} ${(row as Row)[by] ?? ''}`, row]));
const pick = (row: object | undefined, names: readonly string[]) =>
	Object.fromEntries(names.map(name => [name, (row as Row | undefined)?.[name]]));
const figures = ['installations', 'crashed', 'reports', 'days', 'sessions', 'hours'];
const days = {first: '2026-05-31', last: '2026-06-29'};

function expectSame(rows: readonly Row[], expected: readonly object[], names: readonly string[], by?: string) {
	const wanted = byKey(expected);
	const found = byKey(rows, by);
	expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
	for (const [key, row] of found) expect({key, ...pick(row, names)}).toEqual({key, ...pick(wanted.get(key), names)});
}

describe.each(worlds)('figures equal hand-written SQL over the tables of the sandbox (world %#)', each => {
	test('by the version of each day on newer servers', async () => {
		const {rows} = await each.list('--from -30d');
		expectSame(rows, await each.oracle.daily(each.product, days), figures);
	});

	test('by operating system and edition', async () => {
		for (const [by, column] of [
			['os.version', 'os_version'],
			['prodEdition', 'prodEdition'],
		] as const) {
			const {rows} = await each.list(`--from -30d --by ${by}`);
			expectSame(rows, await each.oracle.daily(each.product, days, column), figures, by);
		}
	});

	test('by the latest version and system on older servers', async () => {
		const {rows} = await each.list('--from -30d --by os.version', each.older);
		expectSame(
			rows,
			await each.oracle.latest(each.product, days, 'i.os_version'),
			['installations', 'crashed'],
			'os.version',
		);
	});

	test('by the latest version on older servers', async () => {
		const {rows, stderr} = await each.list('--from -30d', each.older);
		expectSame(rows, await each.oracle.latest(each.product, days), ['installations', 'crashed']);
		expect(stderr).toContain('installations are counted under their latest version');
		expect(rows.every(({days: none, basis}) => none === null && basis === 'latest')).toBe(true);
	});
});

/** The figures of `release check` by the names of the oracle. */
async function readCheck(line: string, server = world.newer, each = world) {
	const {stdout} = await each.run(`check ${line} --min-installations 1 -o json`, server);
	const rows = JSON.parse(stdout) as readonly Row[];
	const of = (question: string) => rows.find(row => row.question === question) ?? {};
	const [sizes, free, drop, ratio] = ['installations', 'crashFree', 'drop', 'ratio'].map(of) as [Row, Row, Row, Row];
	return {
		...{installations: sizes.value, otherInstallations: sizes.against},
		...{crashFree: free.value, otherCrashFree: free.against},
		...{plainDrop: drop.unadjusted, plainRatio: ratio.unadjusted},
		...{drop: drop.value, ratio: ratio.value},
	};
}

/** The rows of the text that the other formats do not have. */
async function readCheckText(line: string, each: typeof world) {
	const {stdout} = await each.run(`check ${line} --min-installations 1`);
	const find = (title: string) => {
		const [, first = '', second = ''] = new RegExp(`^${title} +([\\d,]+) +([\\d,]+)$`, 'm').exec(stdout) ?? [];
		return [first, second].map(text => Number(text.replaceAll(',', '')));
	};
	const [[crashed, otherCrashed], [daysUsed, otherDays], [reports, otherReports]] = [
		...['Crashed', 'Days of use', 'Crash reports'].map(find),
	] as [number[], number[], number[]];
	return {crashed, otherCrashed, days: daysUsed, otherDays, reports, otherReports};
}

type Cell = {readonly e1: number; readonly e2: number; readonly x1: number; readonly x2: number};

/** Separates the figures from the cells of days and groups that both versions have. */
function readFigures(row: object | undefined) {
	const {cells, ...figures} = (row ?? {}) as Readonly<Record<string, unknown>> & {
		readonly cells: readonly Cell[] | null;
	};
	const rounded = Object.entries(figures).map(([name, value]) => [name, value === null ? null : Number(value)]);
	return {figures: Object.fromEntries(rounded), cells: cells ?? []};
}

/** Expects the ratio at which as many first crashes of the version are expected as there were, and the drop that belongs to it. */
function expectRatio(cells: readonly Cell[], {ratio, drop, otherCrashFree}: Row) {
	const observed = cells.reduce((sum, {e1}) => sum + e1, 0);
	if (cells.reduce((sum, {e2}) => sum + e2, 0) === 0) return expect(ratio).toBe(null);
	const expectedAt = (value: number) =>
		cells.reduce((sum, {e1, e2, x1, x2}) => sum + ((e1 + e2) * value * x1) / (value * x1 + x2), 0);
	expect(expectedAt(Number(ratio) - 1e-4)).toBeLessThanOrEqual(observed);
	expect(expectedAt(Number(ratio) + 1e-4)).toBeGreaterThanOrEqual(observed);
	const free = Number(otherCrashFree) / 100;
	expect(Number(drop)).toBeCloseTo(100 * (free - free ** Number(ratio)), 2);
}

describe.each(worlds)('figures of a comparison equal hand-written SQL (world %#)', each => {
	const pairs = [{version: '5.0', against: '4.10'}, {version: '4.10', against: '4.9'}, {version: '4.9'}];

	test.each(pairs)('of $version with $against on newer servers', async pair => {
		const line = `${pair.version} --against ${pair.against ?? 'all-others'} --from -30d`;
		const wanted = readFigures(await each.oracle.checkDaily(each.product, days, pair));
		const {ratio, drop, ...found} = await readCheck(line, each.newer, each);
		expect({...found, ...(await readCheckText(line, each))}).toEqual(wanted.figures);
		expectRatio(wanted.cells, {ratio, drop, otherCrashFree: found.otherCrashFree} as Row);
	});

	test('of 4.10 with 4.9 on older servers', async () => {
		const [, pair] = pairs as [object, {version: string; against: string}];
		const wanted = readFigures(await each.oracle.checkLatest(each.product, days, pair));
		const {ratio, drop, ...found} = await readCheck('4.10 --against 4.9 --from -30d', each.older, each);
		expect(wanted.figures).toMatchObject(found);
		expectRatio(wanted.cells, {ratio, drop, otherCrashFree: found.otherCrashFree} as Row);
	});
});

/** The first day of the archive's files. */
const readFirstDay = ({crashes}: typeof world) =>
	[...readFileSync(join(crashes, '.usagectl-manifest.ndjson'), 'utf8').matchAll(/"from":"([\d-]+)"/g)]
		.map(([, day = '']) => day)
		.sort()[0] ?? expect.fail('no files');

describe.each(worlds)('crash groups equal hand-written SQL (world %#)', each => {
	test('that are new', async () => {
		const wanted = await each.oracle.newGroups(each.product, days, readFirstDay(each));
		const {rows} = await each.list('--from -30d');
		const found = rows.flatMap(({version, newGroups}) => (newGroups === 0 ? [] : [{version, newGroups}]));
		expect(new Map(found.map(row => [row.version, row]))).toEqual(new Map(wanted.map(row => [row.version, row])));
	});

	test.each([
		['daily', '5.0', '4.10'],
		['daily', '4.10', undefined],
		['latest', '5.0', undefined],
		['latest', '4.10', '4.9'],
	] as const)('that changed (%s, %s against %s)', async (basis, version, against) => {
		const range = {first: '2026-04-10', last: '2026-06-29'};
		const pair = against === undefined ? {version} : {version, against};
		const asked = {pair, archived: readFirstDay(each), isDaily: basis === 'daily'};
		const wanted = await each.oracle.changedGroups(each.product, range, asked);
		const line = `check ${version} --against ${against ?? 'all-others'} --from 2026-04-10 --min-installations 1 -o json`;
		const {stdout} = await each.run(line, basis === 'daily' ? each.newer : each.older);
		const found = (JSON.parse(stdout) as readonly Row[]).flatMap(({question, value, against: other, reason}) => {
			const [, change] = /^Reports of [\da-f]{16} \((new|back|gone)\)$/.exec(String(question)) ?? [];
			return change === undefined ? [] : [{change, crash: reason, reports: value, otherReports: other}];
		});
		const sort = (rows: readonly object[]) => rows.map(row => JSON.stringify(row)).sort();
		expect(sort(found)).toEqual(sort(wanted));
	});
});

test('names systems in full and the filter in its title, also in 80 columns', async () => {
	const {stdout} = await world.run("list --from -30d --by os.version --filter 'prodEdition=Pro'", world.newer, 80);
	expect(stdout).toMatch(/^Versions in use where prodEdition=Pro, 2026-05-31 to /);
	expect(stdout).toMatch(/^5\.0 +Microsoft Windows 11 /m);
	expect(stdout.split('\n').filter(line => displayWidth(line) > 80)).toEqual([]);
	const {stdout: all} = await world.run('list --from -90d --by os.version -o md');
	expect(all).toMatch(/^\| 4\.10 \| \(none\) /m);
});

test('counts only installations that match a filter', async () => {
	const {rows} = await world.list("--from -30d --filter 'prodEdition=Pro'");
	expectSame(rows, await world.oracle.daily(world.product, days, undefined, "i.prodEdition = 'Pro'"), figures);
});

test('says that crash-free of new installations is too high, wherever a filter chooses them', async () => {
	const filter = "--filter 'dateInstalled>=2026-06-10'";
	const lines = [`release list ${filter}`, `release check latest ${filter}`, `report why crash-free ${filter}`];
	for (const line of lines)
		expect((await world.type(`${line} --crashes ${world.crashes} -o json`)).stderr).toContain(
			'crash-free of new installations is too high',
		);
	expect((await world.list('--from -30d')).stderr).not.toContain('too high');
});

test('dates the first use of a version in a whole month as in a range that begins before it', async () => {
	const readFirstDay = async (flags: string) =>
		(await world.list(flags)).rows.find(({version}) => version === '5.0')?.firstSeen;
	const longer = await readFirstDay('--from 2026-04-20 --to 2026-05-31');
	expect(longer).toMatch(/^2026-05-\d\d$/);
	expect(await readFirstDay('--period 2026-05')).toBe(longer);
});

test('names the installations without a value (none), also in a chart, where they are not all', async () => {
	const flags = '--from -30d --by country --newest 1';
	const {rows} = await world.list(flags);
	expect(rows.filter(({country}) => country === null)).toHaveLength(1);
	expect((await world.run(`list ${flags}`)).stdout).toMatch(/^5\.0 +\(none\) +\d/m);
	const chart = (await world.run(`list ${flags} --chart`, undefined, 80)).stdout;
	expect(chart).toContain('(none)');
	expect(chart).not.toMatch(/^all /m);
});

test('adds up over days to installation-days', async () => {
	const {rows} = await world.list('--from -7d --by date');
	const {rows: total} = await world.list('--from -7d');
	const sum = (all: readonly Row[], name: string) => all.reduce((found, row) => found + Number(row[name]), 0);
	expect(sum(rows, 'installations')).toBe(sum(total, 'days'));
	expect(sum(rows, 'reports')).toBe(sum(total, 'reports'));
});

test('says that the shares overlap if installations were updated, and not by day', async () => {
	const {rows, stderr} = await world.list('');
	const sum = rows.reduce((all, {share}) => all + Number(share), 0);
	const [, told] = /counts under each version, so the shares add up to (\d+) %/.exec(stderr) ?? [];
	expect(Math.abs(Number(told) - sum)).toBeLessThan(1);
	expect((await world.list('--by date')).stderr).not.toContain('shares');
});

test('sorts the newest version first, and gives an interval around crash-free', async () => {
	const {rows} = await world.list('');
	expect(rows.map(({version}) => version).slice(0, 3)).toEqual(['5.0', '4.10', '4.9']);
	for (const {crashFree, crashFreeLow, crashFreeHigh} of rows)
		expect(Number(crashFreeLow) <= Number(crashFree) && Number(crashFree) <= Number(crashFreeHigh)).toBe(true);
});

test('counts the crash groups that exceptions top calls new, by their first version', async () => {
	const top = await world.type(`exceptions top ${world.crashes} --from 2026-06-01 --to 2026-06-29 --mark new -o json`);
	const expected = new Map<string, number>();
	for (const {firstVersion} of JSON.parse(top.stdout) as readonly Row[])
		expected.set(String(firstVersion), (expected.get(String(firstVersion)) ?? 0) + 1);
	const {rows} = await world.list('--from 2026-06-01 --to 2026-06-29');
	const found = rows.flatMap(({version, newGroups}) =>
		newGroups === 0 ? [] : [[String(version), newGroups] as const],
	);
	expect(expected.size).toBeGreaterThan(0);
	expect(new Map(found)).toEqual(expected);
});

test('leaves out a day that the archive lacks, and says so', async () => {
	const manifest = join(world.crashes, '.usagectl-manifest.ndjson');
	const text = readFileSync(manifest, 'utf8');
	// Only the open and the daily files remain; the month ends before the missing days.
	const name = [...text.matchAll(/"name":"(\d+_exc_2026-06-01_to_[\d-]+\.zip)"/g)].at(-1)?.[1] ?? expect.fail(text);
	try {
		writeFileSync(
			manifest,
			text.replaceAll('"to":"2026-06-29"', '"to":"2026-06-27"').replaceAll(name, name.replace('06-29', '06-27')),
		);
		const {rows, stderr} = await world.list('--from 2026-06-01 --to 2026-06-29');
		expect(stderr).toContain(
			'has no final crash file for 2026-06-28 to 2026-06-29: these days are left out of all figures',
		);
		const {rows: shorter} = await world.list('--from 2026-06-01 --to 2026-06-27');
		expect(rows).toEqual(shorter);
		expect(await readCheck('4.10 --against 4.9 --from 2026-06-01 --to 2026-06-29')).toEqual(
			await readCheck('4.10 --against 4.9 --from 2026-06-01 --to 2026-06-27'),
		);
	} finally {
		writeFileSync(manifest, text);
	}
});

test('rejects a range without an archived day, a folder without an archive, and days from an older server', async () => {
	expect(await world.run('list --from 2025-01-01 --to 2025-01-05')).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('has no complete day of product'),
	});
	expect(await world.run('list --by date', world.older)).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('--by date needs a newer server'),
	});
	const env = {...world.newer.env, USAGECTL_CONFIG_DIR: join(world.folder, 'none')};
	expect(await usagectl(`release list --crashes ${world.folder}/none`, {env})).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining(`exceptions sync ${world.folder}/none`),
	});
});

test('checks several products with rows for each, also as a table', async () => {
	const products = world.newer.products.map(({productId}) => productId).slice(0, 2);
	for (const product of products)
		await usagectl(`exceptions sync ${world.crashes} -p ${product}`, {env: world.newer.env});
	const line = `check latest -p ${products.join(',')} --from -30d`;
	const {stdout} = await world.run(`${line} -o json`);
	const rows = JSON.parse(stdout) as readonly Row[];
	expect(new Set(rows.map(row => String(row.product)))).toEqual(new Set(products.map(String)));
	const {stdout: table} = await world.run(line);
	for (const product of products) expect(table).toMatch(new RegExp(`^${product} .* against `, 'm'));
});

test('counts each product from its own crash reports', async () => {
	const products = world.newer.products.map(({productId}) => productId).slice(0, 2);
	for (const product of products)
		await usagectl(`exceptions sync ${world.crashes} -p ${product}`, {env: world.newer.env});
	const {rows} = await world.list(`-p ${products.join(',')} --from -30d`);
	for (const product of products)
		expectSame(
			rows.filter(row => row.product === product || row.product === String(product)),
			await world.oracle.daily(product, days),
			figures,
		);
});

/** An archive of June with these crash reports, as lines of CSV. */
async function archive(name: string, lines: readonly string[]): Promise<string> {
	const stem = `${world.product}_exc_2026-06-01_to_2026-06-29`;
	const data = `${lines.join('\r\n')}\r\n`;
	const bytes = writeZip([{name: `${stem}.csv`, data, descriptor: {}}]);
	const days = {from: '2026-06-01', to: '2026-06-29'};
	const folder = join(world.folder, name);
	mkdirSync(folder, {recursive: true});
	await syncTable(folder, [
		{...days, kind: 'monthly', name: `${stem}.zip`, bytes, unpacked: data.length, available: true},
	]);
	return folder;
}

const ask = (line: string) =>
	usagectl(`release ${line} --today 2026-06-30 --from 2026-06-01 --to 2026-06-29`, {env: world.newer.env});
const askRows = async (line: string): Promise<readonly Row[]> => JSON.parse((await ask(`${line} -o json`)).stdout);

test('takes an archive without a crash report for no crash, and lets no comparison pass', async () => {
	const folder = await archive('none', ['timestamp,clientId,prodVersion,exception.class']);
	const rows = await askRows(`list --crashes ${folder}`);
	expect(rows.length).toBeGreaterThan(5);
	for (const {version, installations, crashed, reports, crashFree, crashFreeLow, newGroups} of rows) {
		expect({version, crashed, reports, crashFree}).toEqual({version, crashed: 0, reports: 0, crashFree: 100});
		expect([Number(crashFreeLow) < 100, newGroups]).toEqual([Number(installations) > 0, null]);
	}
	const {stdout, exitCode} = await ask(`check latest --crashes ${folder} --min-installations 5`);
	expect({stdout, exitCode}).toMatchObject({
		exitCode: 12,
		stdout: expect.stringMatching(/^unknown, too few crashes to tell: /),
	});
});

test('blames no version for reports without one, and says how many they are', async () => {
	const line = (at: number) => `2026-06-1${at}T10:00:00,${'0'.repeat(31)}${at},Boom`;
	const folder = await archive('unversioned', ['timestamp,clientId,exception.class', line(1), line(1), line(2)]);
	const {stdout} = await ask(`list --crashes ${folder}`);
	expect(stdout).toContain('3 crash reports from 2 installations left out');
	expect(
		(await askRows(`list --crashes ${folder}`)).every(({crashed, reports}) => crashed === 0 && reports === 0),
	).toBe(true);
	expect(await ask(`check latest --crashes ${folder} --min-installations 5`)).toMatchObject({
		exitCode: 12,
		stdout: expect.stringMatching(/^unknown, too few crashes to tell: /),
	});
});

test('gives a single installation an interval, and decides nothing by it', async () => {
	const [row] = await askRows(`list --crashes ${world.crashes} --filter prodVersion=3.8`);
	expect(row).toMatchObject({version: '3.8', installations: 1});
	expect(Number(row?.crashFreeHigh) - Number(row?.crashFreeLow)).toBeGreaterThan(70);
	expect(await ask(`check 3.8 --against all-others --crashes ${world.crashes}`)).toMatchObject({
		exitCode: 12,
		stdout: expect.stringMatching(
			/^unknown, too few installations: 1 installation of 3\.8 and .*; the check needs 200 of each\n/,
		),
	});
});

test('a page that shows only some versions says so', async () => {
	const page = join(world.folder, 'list.html');
	const {exitCode} = await ask(`list --crashes ${world.crashes} --html ${page}`);
	expect(exitCode).toBe(0);
	expect(readFileSync(page, 'utf8')).toContain('<li>only the newest versions with at least 30 installations');
});
