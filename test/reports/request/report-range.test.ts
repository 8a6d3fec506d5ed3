import {describe, expect, test} from 'vitest';
import {CliError} from '../../../src/errors.ts';
import {clampRange, parseRange} from '../../../src/reports/request/report-range.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, ok} from '../../support/service/hostile-server.ts';

const today = '2026-03-15';

describe('parses a range', () => {
	test.each([
		['2026-03-01', '2026-03-10', '2026-03-01', '2026-03-10'],
		['2026-02', '2026-02', '2026-02-01', '2026-02-28'],
		['2025-Q4', '2026', '2025-10-01', '2026-12-31'],
		['2026-W07', 'today', '2026-02-09', '2026-03-15'],
		['-30d', 'today', '2026-02-13', '2026-03-15'],
		['-8w', '-1w', '2026-01-18', '2026-03-08'],
		['-6mo', 'yesterday', '2025-09-15', '2026-03-14'],
		['-1y', 'last-month', '2025-03-15', '2026-02-28'],
		['NOW-30', 'NOW', '2026-02-13', '2026-03-15'],
		['oldest', 'this-month', '2024-01-01', '2026-03-31'],
	])('%s to %s', (from, to, first, last) => {
		expect(parseRange({from, to}, {today, oldest: '2024-01-01'})).toEqual({first, last});
	});
});

describe('checks the earliest allowed date', () => {
	const range = {first: '2024-01-01', last: '2024-12-31'};
	test('keeps a range that does not start earlier, or if the date is unknown', () => {
		expect(clampRange(range, {oldest: undefined, clamp: false})).toBe(range);
		expect(clampRange(range, {oldest: '2024-01-01', clamp: false})).toBe(range);
	});
	test('rejects or moves an earlier start', () => {
		expect(() => clampRange(range, {oldest: '2024-06-01', clamp: false})).toThrow(CliError);
		expect(clampRange(range, {oldest: '2024-06-01', clamp: true})).toEqual({first: '2024-06-01', last: '2024-12-31'});
		expect(() => clampRange(range, {oldest: '2025-06-01', clamp: true})).toThrow(CliError);
	});
});

describe('resolves --from oldest and stores the date', () => {
	const start = async () => {
		const {address, met} = await hostileServer(ok({oldestDate: '2025-07-01', results: []}));
		const env = {
			USAGECTL_BASE_URL: address,
			USAGECTL_USER: 'ada',
			USAGECTL_SESSION_ID: 'session',
			USAGECTL_PRODUCT: '7',
			USAGECTL_CONFIG_DIR: temporaryFolder(),
		};
		const run = (line: string) => usagectl(`report events ${line} --today ${today}`, {env});
		return {run, paths: () => met.map(({path}) => path), starts: () => met.map(({json}) => json.startDate)};
	};
	const [oldest, table] = ['/meta/oldestReportedDate', '/reporting/eventTracking/basic/dataTable'];

	test('asks for the date once; later runs check their start without a request', async () => {
		const {run, paths, starts} = await start();
		expect(await run('--from 2020-01-01')).toMatchObject({exitCode: 0});
		expect(await run('--from oldest')).toMatchObject({exitCode: 0, stderr: ''});
		expect(await run('--from oldest')).toMatchObject({exitCode: 0});
		expect(paths()).toEqual([table, oldest, table, table]);
		expect(starts().slice(2)).toEqual(['2025-07-01', '2025-07-01']);

		const refused = await run('--from 2025-06-30');
		expect(refused).toMatchObject({exitCode: 2, stdout: ''});
		expect(refused.stderr).toMatch(/2025-06-30, before the earliest allowed date 2025-07-01[\s\S]*hint: .*--clamp/);
		expect(paths()).toHaveLength(4);

		const moved = await run('--from 2025-06-30 --clamp');
		expect(moved).toMatchObject({
			exitCode: 0,
			stderr: 'warning: the start was moved from 2025-06-30 to the earliest allowed date 2025-07-01\n',
		});
		expect(starts().at(-1)).toBe('2025-07-01');
	});

	test.each(['--dry-run', '--raw'])('%s sends no request for the date, and hints how to store it', async flag => {
		const {run, paths} = await start();
		expect(await run(`--from oldest ${flag}`)).toMatchObject({
			exitCode: 2,
			stdout: '',
			stderr: expect.stringContaining('hint: run usagectl doctor once'),
		});
		expect(paths()).toEqual([]);
	});

	test('rejects a response that is not a date', async () => {
		const {address} = await hostileServer(ok({oldestDate: 'long ago'}));
		const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 's', USAGECTL_PRODUCT: '7'};
		expect(await usagectl('report events --from oldest', {env})).toMatchObject({exitCode: 4, stdout: ''});
	});
});
