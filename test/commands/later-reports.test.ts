import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {usagectl} from '../support/usagectl.ts';

/** The reports and lists that only later services have. */

const folder = mkdtempSync(join(tmpdir(), 'later-'));
afterAll(() => rmSync(folder, {recursive: true}));
const {env} = await started({assume: ['clients-page=7']});
const older = await started({assume: ['later-operations=absent']});
const read = async (line: string) => {
	const {stdout, exitCode} = await usagectl(`${line} --today 2026-06-30 -o json`, {
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

test('every installation comes once, over all pages', async () => {
	expect(clients).toHaveLength(500);
	expect(new Set(clients.map(({clientId}) => clientId)).size).toBe(500);
	expect(await read('clients list --limit 10')).toEqual(clients.slice(0, 10));
	const pro = await read('clients list --filter prodEdition=Pro');
	expect(pro).toEqual(clients.filter(({prodEdition}) => prodEdition === 'Pro'));
});

test.each([
	['2026-05-01', '2026-05-31'],
	['2026-02-10', '2026-02-10'],
	['2026-04-01', '2026-06-30'],
])('report range from %s to %s counts what the list of installations has', async (from, to) => {
	const line = `report range --from ${from} --to ${to} --status new,active,lost --lost-after 30`;
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

test('a loss as of the end of the range: who came back later was lost', async () => {
	const asOf = await started({assume: ['lost-as-of=stop']});
	const ask = async (line: string): Promise<typeof clients> =>
		JSON.parse((await usagectl(`${line} --today 2026-06-30 -o json`, {env: asOf.env})).stdout);
	const days = (await ask(
		'clients list --daily sessionCount --from 2023-07-01 --to 2026-04-30',
	)) as unknown as readonly {readonly clientId: string; readonly date: string}[];
	const last = new Map<string, string>();
	for (const {clientId, date} of days) if ((last.get(clientId) ?? '') < date) last.set(clientId, date);
	const lost = [...last.values()].filter(date => date >= '2026-02-01' && date <= '2026-03-31').length;
	const line = 'report range --from 2026-02-01 --to 2026-04-30 --status lost --lost-after 30';
	expect(lost).toBeGreaterThan(0);
	expect(await ask(line)).toEqual([{lost}]);
	const byMonth = (await ask(`${line} --split month`)) as unknown as readonly {readonly lost: number}[];
	expect(byMonth.reduce((sum, each) => sum + each.lost, 0)).toBe(lost);
	expect((await read(line))[0]?.lost).not.toBe(lost);
});

test('until today it is the current report', async () => {
	const flags = "--from 2026-03 --level 'prodEdition: each *' --level 'country: each * limit 3'";
	expect(await read(`report range ${flags}`)).toEqual(await read(`report current ${flags}`));
	const compared = await read('report range --from 2026-05 --to 2026-05 --compare previous');
	expect(compared.length).toBeGreaterThan(0);
});

test('a row for each day of activity', async () => {
	const rows = await read('clients list --daily sessionCount,runtimeMinutes --from -7d --properties prodVersion');
	expect(rows.length).toBeGreaterThan(0);
	for (const row of rows)
		expect(Object.keys(row)).toEqual(['clientId', 'prodVersion', 'date', 'sessionCount', 'runtimeMinutes']);
	expect(rows.every(({date}) => String(date) >= '2026-06-23' && String(date) <= '2026-06-30')).toBe(true);
});

test('the events that are tracked', async () => {
	const all = await read('props events');
	const used = await read('report events table --from 2024-01-01 --fields category,name');
	const named = (rows: typeof all) => rows.map(({category, name}) => JSON.stringify([category, name])).sort();
	expect(named(all)).toEqual(expect.arrayContaining(named(used.filter(({name}) => name !== null))));
	expect(await read('props events --advanced')).toEqual(all.filter(({advanced}) => advanced));
});

test.each(['report range --from -7d', 'clients list', 'props events'])('%s of an older service', async line => {
	const {stdout, stderr, exitCode} = await usagectl(line, {env: older.env});
	expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 4});
	expect(stderr).toMatch(/error: this service does not have \/[\w/]+\nhint: .*\n$/);
});
