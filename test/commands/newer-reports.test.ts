import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {groupBy} from '../../src/text/group-by.ts';
import {started} from '../sandbox/support/started.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** The reports and lists that only later services have. */

const folder = mkdtempSync(join(tmpdir(), 'later-'));
afterAll(() => rmSync(folder, {recursive: true}));
const {env} = await started({assume: ['clients-page=41']});
const older = await started({assume: ['newer-operations=absent']});
const other = await started({assume: ['raw-events=not-included', 'distribution-cross=active-days']});
const read = async (line: string) => {
	const today = line.startsWith('props') ? '' : '--today 2026-06-30';
	const {stdout, exitCode} = await usagectl(`${line} ${today} -o json`, {
		env: {...env, USAGECTL_CONFIG_DIR: folder},
	});
	expect({line, exitCode}).toEqual({line, exitCode: 0});
	return JSON.parse(stdout) as readonly Readonly<Record<string, string | number | boolean | null>>[];
};

type Client = Readonly<Record<'clientId' | 'dateInstalled' | 'dateLastSeen' | 'prodEdition', string>>;
let clients: readonly Client[] = [];
beforeAll(async () => {
	clients = (await read('clients list')) as unknown as readonly Client[];
});

test('lists every installation once across all pages', async () => {
	expect(clients).toHaveLength(500);
	expect(new Set(clients.map(({clientId}) => clientId)).size).toBe(500);
	expect(await read('clients list --limit 10')).toEqual(clients.slice(0, 10));
	const pro = await read('clients list --filter prodEdition=Pro');
	expect(pro).toEqual(clients.filter(({prodEdition}) => prodEdition === 'Pro'));
});

test('a narrow table keeps the columns that the filter names', async () => {
	const heading = async (...filter: readonly string[]) => {
		const line = ['clients', 'list', '--limit', '1', '--today', '2026-06-30', ...filter];
		const {stdout} = await usagectl(line, {columns: 60, env: {...env, USAGECTL_CONFIG_DIR: folder}});
		return stdout.split('\n')[0];
	};
	expect(await heading()).not.toContain('Date Last Seen');
	expect(await heading('--filter', 'dateLastSeen>=2026-06-01')).toMatch(/Client ID .*Date Last Seen/);
	expect(await heading('--filter', 'country=DE')).toMatch(/Client ID .*Country/);
});

test.each([
	['2026-05-01', '2026-05-31'],
	['2026-02-10', '2026-02-10'],
	['2026-04-01', '2026-06-30'],
])('report current from %s to %s counts what the list of installations has', async (from, to) => {
	const line = `report current --from ${from} --to ${to} --status new,active,lost --lost-after 30`;
	const [row] = await read(line);
	const days = await read(`clients list --daily sessionCount --from ${from} --to ${to}`);
	const isIn = (day: string) => from <= day && day <= to;
	expect(row).toEqual({
		new: clients.filter(({dateInstalled}) => isIn(dateInstalled)).length,
		active: new Set(days.map(({clientId}) => clientId)).size,
		lost: clients.filter(({dateLastSeen}) => isIn(dateLastSeen) && dateLastSeen <= '2026-05-31').length,
	});
	const byMonth = await read(`${line} --split month`);
	expect(byMonth.reduce((sum, each) => sum + Number(each.new), 0)).toBe(row?.new);
});

test('lists a row for each day of activity', async () => {
	const rows = await read('clients list --daily sessionCount,runtimeMinutes --from -7d --properties prodVersion');
	expect(rows.length).toBeGreaterThan(0);
	for (const row of rows)
		expect(Object.keys(row)).toEqual(['clientId', 'prodVersion', 'date', 'sessionCount', 'runtimeMinutes']);
	expect(rows.every(({date}) => String(date) >= '2026-06-23' && String(date) <= '2026-06-30')).toBe(true);
});

test('lists the events that are tracked', async () => {
	const all = await read('props events');
	const used = await read('report events table --from 2024-01-01 --fields category,name');
	const named = (rows: typeof all) => rows.map(({category, name}) => JSON.stringify([category, name])).sort();
	expect(named(all)).toEqual(expect.arrayContaining(named(used.filter(({name}) => name !== null))));
	expect(await read('props events --advanced')).toEqual(all.filter(({advanced}) => advanced));
});

test.each(['2026-05-01', '2026-06-30'])(
	'report usage of the month of %s counts what the days of installations have',
	async first => {
		const range = `--from ${first.slice(0, 7)} --to ${first.slice(0, 7)}`;
		const days = await read(`clients list --daily sessionCount,runtimeMinutes ${range}`);
		const byClient = groupBy(days, ({clientId}) => clientId);
		const of = (own: typeof days, name: string) => own.reduce((sum, day) => sum + Number(day[name]), 0);
		const figures = [...byClient.values()].map(own => ({
			'active days': own.length,
			sessions: of(own, 'sessionCount'),
			runtime: of(own, 'runtimeMinutes'),
		}));
		/** The edges that a label names, in days, sessions or minutes. */
		const edges = (label: string): readonly [number, number] => {
			const numbers = [...label.matchAll(/(\d+)(?::(\d\d))?/g)].map(([, a, b]) =>
				b ? Number(a) * 60 + Number(b) : Number(a),
			);
			const [low = 0, high = low] = numbers;
			if (label.startsWith('≤')) return [0, low];
			return label.startsWith('≥') ? [low, Number.POSITIVE_INFINITY] : [low, high];
		};
		const isIn = (figure: (typeof figures)[0], name: unknown, bin: unknown) => {
			const [low, high] = edges(String(bin));
			const value = figure[name as keyof typeof figure];
			return low <= value && value <= high;
		};
		const rows = await read(`report usage ${range}`);
		expect(
			rows.filter(
				({histogram, bin, installations}) =>
					figures.filter(each => isIn(each, histogram, bin)).length !== installations,
			),
		).toEqual([]);
		expect(new Set(rows.map(({histogram}) => histogram))).toEqual(new Set(['active days', 'sessions', 'runtime']));
		const crossed = await read(`report usage ${range} --cross`);
		expect(
			crossed.filter(
				({histogram, bin, other, otherBin, installations}) =>
					figures.filter(each => isIn(each, histogram, bin) && isIn(each, other, otherBin)).length !== installations,
			),
		).toEqual([]);
		expect(crossed.length).toBeGreaterThan(rows.length);
	},
);

test('shows the properties as of each day', async () => {
	const rows = await read(
		'clients list --daily prodVersion,sessionCount --from 2025-01 --to 2026-06 --properties dateInstalled',
	);
	const versions = groupBy(rows, ({clientId}) => clientId);
	const changed = [...versions.values()].filter(own => new Set(own.map(row => row.prodVersion)).size > 1);
	expect(changed.length).toBeGreaterThan(0);
	const latest = new Map(clients.map(client => [client.clientId, client]));
	for (const own of versions.values()) {
		const {clientId = '', date, prodVersion} = own.at(-1) ?? {};
		const known = latest.get(String(clientId)) as (Client & {prodVersion?: string}) | undefined;
		if (known?.dateLastSeen === date) expect(prodVersion).toBe(known?.prodVersion);
	}
});

test.each([
	['csv', [], /^date,clientId,event\.category,event\.name,event\.count\r\n/],
	['json-lines', ['raw-content=json-lines'], /^\{"date":"2026-06-2\d","clientId":/],
])('downloads raw events as %s', async (_, assume, content) => {
	const served = assume.length > 0 ? await started({assume}, onTestFinished) : undefined;
	const at = {env: {...(served?.env ?? env), USAGECTL_CONFIG_DIR: folder}};
	const ask = async (line: string) => usagectl(line, at);
	const target = join(folder, `raw-${assume.length}`);
	const line = `events sync ${target} --raw-events --from -3d --unzip -o json`;
	const synced = JSON.parse((await ask(line)).stdout) as {fileName: string}[];
	const {fileList} = JSON.parse((await ask('api /rawEvents/download/listFiles')).stdout) as {
		fileList: {fileName: string; fileDate: string}[];
	};
	const wanted = fileList.filter(({fileDate}) => fileDate >= '2026-06-27').map(({fileName}) => fileName);
	expect(synced.map(({fileName}) => fileName).sort()).toEqual(wanted.sort());
	const unpacked = readdirSync(target).filter(name => /\.(csv|json|jsonl|ndjson)$/.test(name) && !name.startsWith('.'));
	expect(unpacked).toHaveLength(wanted.length);
	for (const name of unpacked) expect(readFileSync(join(target, name), 'utf8')).toMatch(content);
	expect(await ask(line)).toMatchObject({stdout: '[]\n', exitCode: 0});
	expect(readdirSync(target)).not.toContain('lines');
});

test('follows the sandbox options of the newer reports', async () => {
	const {stdout, stderr, exitCode} = await usagectl('events sync raw --raw-events', {env: other.env});
	expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 3});
	expect(stderr).toContain('the plan of admin@sandbox.example does not include raw events');
	const ask = async (line: string) =>
		JSON.parse((await usagectl(`${line} --today 2026-06-30 -o json`, {env: other.env})).stdout) as typeof clients;
	const crossed = (await ask('report usage --from 2026-05 --to 2026-05 --cross')) as unknown as {histogram: string}[];
	expect([...new Set(crossed.map(({histogram}) => histogram))]).toEqual(['active days']);
});

const older404 = [
	...[
		'report current --from -7d --to yesterday',
		'report current --from -7d --compare previous',
		'report usage --from -7d',
		'clients list',
		'props events',
	],
	'events sync raw --raw-events',
];
test.each(older404)('rejects %s on an older server', async line => {
	const {stdout, stderr, exitCode} = await usagectl(line, {env: older.env});
	expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 4});
	expect(stderr).toMatch(/error: this service does not have \/[\w/]+\nhint: .*\n$/);
});
