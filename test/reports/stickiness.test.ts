import {parse} from 'csv-parse/sync';
import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';
import {ask} from './support/ask.ts';

/** Weekly over monthly active installations. Today is 2026-06-30. */

const sandbox = await started();
const run = (line: string) =>
	usagectl(`report current ${line}`, {env: {...sandbox.env}, clock: fakeClock('2026-06-30T12:00:00Z')});
const rowsOf = async (line: string): Promise<readonly Record<string, string>[]> => {
	const {stdout, exitCode} = await run(`${line} -o csv --quiet`);
	expect(exitCode).toBe(0);
	return parse(stdout, {columns: true});
};
const activeIn = async (first: string, last: string) => {
	const [row] = await rowsOf(`--status active --from ${first} --to ${last}`);
	return Number(row?.active);
};

test('stickiness is the active installations of 7 days of those of 30, on the last day of each month', async () => {
	const rows = await rowsOf('--stickiness --from 2026-04 --to 2026-05-20 --split month --interval');
	const [april, may] = [
		[await activeIn('2026-04-24', '2026-04-30'), await activeIn('2026-04-01', '2026-04-30')],
		[await activeIn('2026-05-14', '2026-05-20'), await activeIn('2026-04-21', '2026-05-20')],
	] as const;
	expect(rows.map(({date, active7, active30}) => [date, Number(active7), Number(active30)])).toEqual([
		['2026-04-30', ...april],
		['2026-05-20', ...may],
	]);
	expect(rows.map(row => Number(row.stickiness))).toEqual(
		[april, may].map(([weekly, monthly]) => Math.round((10_000 * weekly) / monthly) / 100),
	);
	for (const {stickiness, stickinessLow, stickinessHigh} of rows) {
		expect(Number(stickinessLow)).toBeLessThan(Number(stickiness));
		expect(Number(stickinessHigh)).toBeGreaterThan(Number(stickiness));
	}
});

test('without a split it has one row, and marks today', async () => {
	const {stdout} = await run('--stickiness');
	expect(stdout).toMatch(/^Stickiness, active in 7 of those active in 30 days, 2026-05-31 to 2026-06-30/);
	expect(stdout).toMatch(/^2026-06-30\* +\d+ +\d+ +\d+\.\d+$/m);
	expect(stdout).toContain('* today is not complete');
	expect((await run('--stickiness --to yesterday')).stdout).not.toContain('*');
});

test('sends two requests for each row', async () => {
	const {requests} = await ask('current --stickiness --from 2026-02-01 --to 2026-03-01 --split week', '{"active":3}');
	expect(requests.map(({startDate, stopDate}) => `${startDate} ${stopDate}`)).toEqual([
		...['2026-01-26 2026-02-01', '2026-01-03 2026-02-01', '2026-02-02 2026-02-08', '2026-01-10 2026-02-08'],
		...['2026-02-09 2026-02-15', '2026-01-17 2026-02-15', '2026-02-16 2026-02-22', '2026-01-24 2026-02-22'],
		...['2026-02-23 2026-03-01', '2026-01-31 2026-03-01'],
	]);
});

test('flags that would have no effect on it are errors, before anything is sent', async () => {
	const unfit =
		'--level prodEdition --status new,active --share --top 3 --totals --wide --lost-after 40 --lost-date last-seen';
	const {stderr, exitCode, requests} = await ask(`current --stickiness ${unfit}`);
	const named = '--level, --status, --share, --top, --totals, --wide, --lost-after and --lost-date';
	expect({stderr, exitCode, requests}).toEqual({
		stderr: `error: --stickiness cannot be combined with ${named}\nhint: omit ${named}, or --stickiness\n`,
		exitCode: 2,
		requests: [],
	});
	expect((await ask('current --stickiness', '{"active":3}')).exitCode).toBe(0);
});
