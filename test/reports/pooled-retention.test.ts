import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Ages of several cohorts count the cohorts alone whose losses are known. Today is 2026-06-30. */

const sandbox = await started();
const run = (line: string) => usagectl(line, {env: sandbox.env, clock: fakeClock('2026-06-30T12:00:00Z')});
type Figures = Record<string, string | number | boolean>;
const rowsOf = async (line: string): Promise<readonly Figures[]> => {
	const {stdout, exitCode} = await run(`${line} -o json --quiet`);
	expect(exitCode).toBe(0);
	return JSON.parse(stdout);
};
const sum = (rows: readonly Figures[], key: string) => rows.reduce((all, row) => all + Number(row[key]), 0);

const added = '--from 2026-01-01 --to 2026-06-30 --lost-after 40';
test.each([
	['month', 'installationMonth'],
	['week', 'installationWeek'],
])('by %s, an age has the sums of its complete cohorts', async (split, cohort) => {
	const line = `report churn retention ${added} --split ${split}`;
	const cohorts = await rowsOf(`${line} --segment-by ${cohort}`);
	const pooled = await rowsOf(line);
	expect(pooled.length).toBeGreaterThan(4);
	for (const row of pooled) {
		const known = cohorts.filter(({period, lossesComplete}) => period === row.period && lossesComplete !== false);
		const [engaged, lost] = [sum(known, 'engaged'), sum(known, 'lost')];
		expect(row).toEqual({
			period: row.period,
			installations: engaged + lost,
			engaged,
			engagedPercent: Math.round((1000 * engaged) / (engaged + lost)) / 10,
			lost,
			lostPercent: Math.round((1000 * lost) / (engaged + lost)) / 10,
		});
	}
});

test('so do the segments of a property, whose sum is the whole', async () => {
	const line = `report churn retention ${added}`;
	const editions = await rowsOf(`${line} --segment-by prodEdition --segment 'each *, none = null'`);
	for (const {period, ...row} of await rowsOf(line)) {
		const own = editions.filter(each => each.period === period);
		expect([period, sum(own, 'installations'), sum(own, 'lost')]).toEqual([period, row.installations, row.lost]);
	}
	const [home] = await rowsOf(`${line} --segment-by prodEdition --filter 'dateInstalled=2026-03'`);
	const [same] = await rowsOf(
		'report churn retention --from 2026-03-01 --to 2026-03-31 --lost-after 40 --segment-by prodEdition',
	);
	expect(home).toMatchObject({prodEdition: same?.prodEdition, installations: same?.installations});
});

test('values that the service chooses have the ages that all cohorts know', async () => {
	const line = '--lost-after 40 --segment-by ram';
	const recent = await rowsOf(`report churn retention --from 2026-01-01 --to 2026-06-30 ${line}`);
	expect(new Set(recent.map(({period}) => period))).toEqual(new Set([0]));
	const old = await rowsOf(`report churn retention --from 2026-01-01 --to 2026-04-30 ${line}`);
	expect(new Set(old.map(({period}) => period))).toEqual(new Set([0, 1, 2, 3]));
	// Ages go to the end of the range, not to the last day of a filter.
	const filtered = await run(
		`report churn retention --from 2026-01-01 --filter 'dateInstalled=2026-01..2026-02' ${line} -o json`,
	);
	const ages = JSON.parse(filtered.stdout).map(({period}: Figures) => period);
	expect(new Set(ages)).toEqual(new Set([0, 1, 2, 3]));
	expect(filtered.stderr).toContain('months after 3 are left out, because their losses are not all known yet');
	const {stderr} = await run(`report churn retention --from 2026-01-01 --to 2026-06-30 ${line} -o csv`);
	expect(stderr).toContain('months after 0 are left out');
	expect(stderr).not.toContain('month 1 leaves out');
});

test('names the cohorts that the first age leaves out, and nothing of losses that no row counts', async () => {
	const {stderr} = await run(`report churn retention ${added} -o csv`);
	expect(stderr).toContain('month 1 leaves out 2026-05, whose losses are not known before 2026-07-10');
	expect(stderr).not.toContain('losses after');
	const weeks = await run(`report churn retention ${added} --split week -o csv`);
	expect(weeks.stderr).toContain(
		'week 1 leaves out the 6 weeks from 2026-05-18 on, whose losses are not all known before 2026-08-07',
	);
	const old = await run('report churn retention --from 2026-01-01 --to 2026-03-31 --lost-after 40 -o csv');
	expect(old.stderr).not.toContain('leaves out');
	// The service sends no month after that in which the range ends.
	const alone = await run('report churn retention --period 2026-05 --lost-after 40 -o csv');
	expect(alone.stderr).not.toContain('leaves out');
});

test.each(['--split week', '--segment-by prodEdition', '--segment-by installationMonth'])(
	'the period is a number in SQL: %s',
	async flags => {
		const sql = `SELECT max(period) AS oldest FROM report('churn retention --from 2025-06-01 --to 2026-06-30 --lost-after 40 ${flags}')`;
		const [row] = await rowsOf(`query "${sql}"`);
		expect(row?.oldest).toBeGreaterThan(9);
	},
);

test.each(['', '--segment-by installationMonth'])(
	'a range without a later age says how to see one: %s',
	async cohorts => {
		const line = `report churn retention --from 2026-01 ${cohorts}`;
		expect((await run(line)).stdout).toContain('the range ends in month 0: add --to today to see later months\n');
		const later = await run(`${line} --to today`);
		expect(later.stdout).not.toContain('the range ends');
		expect(later.stdout).toMatch(/^(?:2026-01 +)?4 +/m);
	},
);
