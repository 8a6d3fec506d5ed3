import {expect, test} from 'vitest';
import {resolveComparedRange} from '../../../src/reports/compare/compared-range.ts';
import type {ReportPorts} from '../../../src/reports/report-ports.ts';
import {ask} from '../support/ask.ts';

/** Today is 2026-03-15. */

const compare = async (line: string, now = 310, before = 280) =>
	ask(`${line} --compare previous -o csv`, [`{"new":${now}}`, `{"new":${before}}`]);

test.each([
	['--period 2026-01', '2025-12-01', '2025-12-31'],
	['--period last-month', '2026-01-01', '2026-01-31'],
	['--from 2025-11 --to 2026-01', '2025-08-01', '2025-10-31'],
	['--period 2025-Q4', '2025-07-01', '2025-09-30'],
	['--period 2025', '2024-01-01', '2024-12-31'],
	['--period last-week', '2026-02-23', '2026-03-01'],
	['--from 2026-01-02 --to 2026-01-31', '2025-12-03', '2026-01-01'],
])('the period before %s is of the same kind', async (range, startDate, stopDate) => {
	const {requests, stdout} = await compare(`current --status new ${range}`);
	expect(requests[1]).toMatchObject({startDate, stopDate});
	expect(stdout).toContain('280,310,30,10.71');
});

test.each([
	['--period this-month', '2026-02-01', '2026-02-15'],
	['--from 2026-03', '2026-02-01', '2026-02-15'],
	['--period this-quarter', '2025-10-01', '2025-12-13'],
	['--period this-year', '2025-01-01', '2025-03-15'],
])(
	'a period that is not over is compared with as many days from the start of the one before it: %s',
	async (range, startDate, stopDate) => {
		const {requests, stderr} = await compare(`current --status new ${range}`);
		expect(requests[1]).toMatchObject({startDate, stopDate});
		expect(stderr).toContain('today is not complete');
	},
);

test.each([
	['2026-03-11', {first: '2026-03-09', last: '2026-03-15'}, {first: '2026-03-02', last: '2026-03-04'}],
	['2026-03-30', {first: '2026-03-01', last: '2026-03-31'}, {first: '2026-02-01', last: '2026-02-28'}],
])(
	'on %s, a running week or month is compared with the start of the one before it, at most with all of it',
	async (today, period, before) => {
		const range = {first: period.first, last: today};
		const context = {today, globals: {sandbox: true}, footnote: () => {}, detail: () => {}} as unknown as ReportPorts;
		expect(await resolveComparedRange('previous', {range, unit: undefined, period}, context)).toEqual(before);
	},
);

test('counts that grow with days have their change per day, if the lengths differ by more than a twentieth', async () => {
	const {stderr} = await compare('current --status new --period 2026-02', 300, 310);
	expect(stderr).toContain('note: per day, new changed by +7.1 % (31 days before, 28 now)\n');
	expect((await compare('current --status new --from 2025-11 --to 2025-11')).stderr).not.toContain('per day');
	const active = await ask('current --status active --period 2026-02 --compare previous', [
		'{"active":3}',
		'{"active":4}',
	]);
	expect(active.stderr).not.toContain('per day');
	const uses = '[{"category":"Files","categoryEventsData":{"Open":{"eventUsage":{"cumulativeUsageCount":31}}}}]';
	const events = await ask('events --period 2026-01 --compare 2025-02', [uses, uses]);
	expect(events.stdout).toContain('per day, uses changed by -9.7 %');
});

test('losses that are not all known have no change per day', async () => {
	const line = 'current --status new,lost --lost-after 40 --period 2026-02 --compare previous';
	const {stderr} = await ask(`${line} -o csv`, ['{"new":300,"lost":90}', '{"new":310,"lost":310}']);
	expect(stderr).toContain('per day, new changed');
	expect(stderr).not.toContain('per day, lost');
	const old = 'current --status lost --lost-after 40 --period 2025-02 --compare previous -o csv';
	expect((await ask(old, ['{"lost":28}', '{"lost":62}'])).stderr).toContain('per day, lost changed by -50 %');
});

test('ranges that are neither whole months nor as long are not compared', async () => {
	const line = 'current --status new --from 2026-01-01 --to 2026-01-30 --compare 2025-11-01..2025-11-29 -o csv';
	expect((await ask(line, ['{"new":3}', '{"new":4}'])).stdout).toContain('30 days compared with 29');
});
