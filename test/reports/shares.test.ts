import {parse} from 'csv-parse/sync';
import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Shares are of all installations of the figure, shown or not. Today is 2026-06-30. */

const sandbox = await started();
const run = async (line: string) =>
	usagectl(`report ${line} --quiet`, {env: {...sandbox.env}, clock: fakeClock('2026-06-30T12:00:00Z')});
type Rows = readonly Record<string, string>[];
const rowsOf = async (line: string): Promise<Rows> => {
	const {stdout, stderr, exitCode} = await run(`${line} -o csv`);
	expect({stderr, exitCode}).toEqual({stderr: '', exitCode: 0});
	return parse(stdout, {columns: true});
};
const may = 'current --period 2026-05';
const versions = `${may} --level 'prodVersion: each *'`;
const toShare = (part: number, total: number) => Math.round((10_000 * part) / total) / 100;

test.each([
	["--level 'prodVersion: each * limit 3' --share", 3],
	["--level 'prodVersion: 5.0, 4.10' --share", 2],
	["--level 'prodVersion: each *' --share --top 2", 3],
	["--level 'prodVersion: each * limit 2' --level prodEdition --share", 8],
	["--level 'country: DE, EU = (DE, FR)' --share --status new,active,lost", 2],
])(
	'a share is of all installations of the figure, with rows left out, cut or overlapping: %s',
	async (flags, atLeast) => {
		const [{active: all} = {}] = await rowsOf(`${may} --status active`);
		const rows = await rowsOf(`${may} ${flags}`);
		expect(rows.length).toBeGreaterThanOrEqual(atLeast);
		expect(rows.map(({share}) => Number(share))).toEqual(rows.map(({active}) => toShare(Number(active), Number(all))));
		expect(new Set(rows.map(({shareBase}) => shareBase))).toEqual(new Set([all]));
	},
);

test.each([
	['month', '--from 2026-03 --to 2026-05', "'prodVersion: each * limit 3'"],
	['week', '--from 2026-05-04 --to 2026-05-31', 'prodEdition --top 2'],
])('with a split by %s, a share is of all installations of its date', async (split, range, level) => {
	const line = `current ${range} --split ${split} --status active`;
	const totals = new Map((await rowsOf(line)).map(({date, active}) => [date, Number(active)]));
	const rows = await rowsOf(`${line} --level ${level} --share`);
	expect(new Set(rows.map(({date}) => date))).toEqual(new Set(totals.keys()));
	for (const {date, active, share, shareBase} of rows) {
		expect(Number(shareBase)).toBe(totals.get(date));
		expect(Number(share)).toBe(toShare(Number(active), Number(shareBase)));
	}
	const {stdout} = await run(`${line} --level ${level} --share --wide`);
	expect(stdout).toMatch(new RegExp(`^Share of each ${split}'s active installations by `));
	const shares = rows.map(({share}) => Number(share));
	for (const share of shares.slice(-2)) expect(stdout).toMatch(new RegExp(`Share of active % .*\\b${share}`));
});

test('shares of uses are of all segments too', async () => {
	const line = 'events frequency --period 2026-05 --event Export/PDF --event Files/Open';
	const all = (await rowsOf(line)).reduce((sum, {eventCounts}) => sum + Number(eventCounts), 0);
	const rows = await rowsOf(`${line} --segment-by country --segment 'DE, FR' --share`);
	expect(rows).toHaveLength(4);
	expect(rows.map(({share}) => Number(share))).toEqual(rows.map(({eventCounts}) => toShare(Number(eventCounts), all)));
});

test('a narrow table keeps the share, which was asked for', async () => {
	const {stdout} = await usagectl('report events table --period 2026-05 --share', {
		env: {...sandbox.env, NO_COLOR: '1'},
		clock: fakeClock('2026-06-30T12:00:00Z'),
		columns: 80,
	});
	expect(stdout).toMatch(/^Category +Event +Uses .*Share of uses %$/m);
});

test('on each date, installations without a value are last', async () => {
	const {stdout} = await run('current --from 2026-04 --to 2026-05 --split month --level prodVersion');
	const labels = [...stdout.matchAll(/^2026-\d\d +(\S+)/gm)].map(([, label]) => label);
	expect(labels.filter(label => label === '(none)')).toHaveLength(2);
	expect(labels.at(-1)).toBe('(none)');
	expect(labels[0]).not.toBe('(none)');
});

test('a footnote tells that overlapping segments add up to more than all', async () => {
	const {stdout} = await usagectl(`report ${may} --level 'country: ~.*, Europe = (DE, FR)' --share`, {
		env: {...sandbox.env},
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
	expect(stdout).toMatch(
		/segments overlap: an installation can be in several rows, so shares add up to\s+more than 100 %/,
	);
});

test("a comparison of shares has both shares, the points between them, and Newcombe's interval of these", async () => {
	const line = `${versions} --share`;
	const [now, before] = [await rowsOf(line), await rowsOf(line.replace('2026-05', '2026-04'))];
	const shareOf = (rows: Rows, version: string | undefined) =>
		Number(rows.find(({prodVersion}) => prodVersion === version)?.share ?? Number.NaN);
	const rows = await rowsOf(`${line} --compare previous --interval`);
	expect(rows.length).toBeGreaterThan(5);
	for (const row of rows) {
		expect(row.figure).toBe('share');
		expect([row.value, row.baseline].map(Number)).toEqual([now, before].map(side => shareOf(side, row.prodVersion)));
		expect(Number(row.delta)).toBeCloseTo(Number(row.value) - Number(row.baseline), 6);
		expect(Number(row.deltaLow)).toBeLessThanOrEqual(Number(row.delta) + 0.01);
		expect(Number(row.deltaHigh)).toBeGreaterThanOrEqual(Number(row.delta) - 0.01);
	}
	const {stdout} = await run(`${line} --compare previous`);
	expect(stdout).toMatch(/^Share of active installations by version, 2026-05 \(31 days\) compared with 2026-04/);
	expect(stdout).toMatch(/^Version +2026-04 % +2026-05 % +Points/m);
});

test.each([
	['over time', '--from 2026-03 --to 2026-05 --split month'],
	['by group', '--period 2026-05'],
])('a chart of shares draws the shares, not the counts: %s', async (_, flags) => {
	const line = `current ${flags} --level 'prodEdition: Pro, Home' --share`;
	const last = (await rowsOf(line)).slice(-2).map(({share}) => Number(share));
	const {stdout} = await run(`${line} --chart`);
	expect(stdout).toContain('Installations: Share of active %');
	for (const share of last) expect(stdout).toMatch(new RegExp(`\\b${Math.round(10 * share) / 10}`));
	expect(stdout).not.toMatch(/New|Active /);
});

test.each([
	["current --period 2026-05 --level 'country: ~.*, Europe = (DE, FR)'", ['', ''], 'figures'],
	['events frequency --period 2026-05 --event Files/Open --segment-by prodVersion', [''], 'installations'],
])('the rest of the rows has no sum of what can be in several: %s', async (line, cells, what) => {
	const keys = what === 'figures' ? ['new', 'active'] : ['uniqueUsersUsedAtLeastOnce'];
	const other = (await rowsOf(`${line} --top 2`)).at(-1) ?? {};
	expect(Object.values(other)).toContain('other');
	expect(keys.map(key => other[key])).toEqual(cells);
	const {stdout} = await usagectl(`report ${line} --top 2`, {
		env: {...sandbox.env},
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
	expect(stdout).toContain(`other has no sum of ${what}, because an installation can be in several of its rows`);
});

test('events that overlap are not added up, which is found before anything is sent', async () => {
	const line = "events frequency --event Files/Open --event 'Any = Files/Open + Files/Save'";
	for (const flag of ['--share', '--top 1']) {
		const {stderr, exitCode} = await run(`${line} ${flag} --dry-run`);
		expect(exitCode).toBe(2);
		expect(stderr).toContain(`${flag.split(' ')[0]} cannot add up events that overlap`);
	}
});

test('shares over time are compared date by date, and by their places', async () => {
	const line = 'current --split month --level prodEdition --share --status active';
	const [now, before] = [
		await rowsOf(`${line} --from 2026-04 --to 2026-05`),
		await rowsOf(`${line} --from 2026-02 --to 2026-03`),
	];
	const shareOf = (rows: Rows, date: string | undefined, edition: string | undefined) =>
		rows.find(row => row.date === date && row.prodEdition === edition)?.share ?? '';
	const rows = await rowsOf(`${line} --from 2026-04 --to 2026-05 --compare previous`);
	expect(rows.length).toBeGreaterThanOrEqual(now.length);
	const dates = {'2026-04-01': '2026-02-01', '2026-05-01': '2026-03-01'} as const;
	for (const {date = '', baselineDate, prodEdition, value, baseline, delta} of rows.filter(row => row.date)) {
		const then = dates[date as keyof typeof dates];
		if (baselineDate !== '') expect(baselineDate).toBe(then);
		expect([value, baseline]).toEqual([shareOf(now, date, prodEdition), shareOf(before, then, prodEdition)]);
		if (delta) expect(Number(delta)).toBeCloseTo(Number(value) - Number(baseline), 6);
	}
});
