import {parse} from 'csv-parse/sync';
import {describe, expect, test} from 'vitest';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl, words} from '../support/program/usagectl.ts';
import {sampleService} from './support/sample-service.ts';

/** What holds for all reports alike, tried with each of them against answers that were written by hand. */

const events = "--event Export/PDF --event 'Any export = Export/PDF + Export/~^Web'";
const reports: readonly (readonly [line: string, fields: string, wide: boolean])[] = [
	['current --from 2026-01-01 --status new,active --level prodEdition --level os.version', 'active,prodEdition', true],
	['churn --from 2026-01-01 --lost-after 30 --segment-by installationMonth', 'engagedPercent,period', true],
	['churn days --from 2026-01-01 --lost-after 30', 'installations,bin', false],
	['churn sessions --from 2026-01-01 --lost-after 30', 'installations,bin', false],
	['churn runtime --from 2026-01-01 --lost-after 30', 'installations,bin', false],
	['churn events --from 2026-01-01 --lost-after 30', 'usersNeverUsed,eventName', false],
	['churn event Export/PDF --from 2026-01-01 --lost-after 30', 'installations', false],
	['events --from 2026-01-01', 'cumulativeCustomValueCount,name', false],
	['events timeline --from 2026-01-01 --split month --event Export/PDF --event null/Start', 'value,date', true],
	[`events frequency --from 2026-01-01 ${events}`, 'eventCounts,combiLabel', false],
	[`events frequency --from 2026-01-01 ${events} --bins`, 'installations,bin', false],
];

const run = async (line: string, more: string) =>
	usagectl(`report ${line} ${more}`, {env: await sampleService(), clock: fakeClock('2026-04-15T12:00:00Z')});
const rowsOf = async (line: string, more = ''): Promise<Record<string, string>[]> => {
	const {stdout, exitCode} = await run(line, `-o csv ${more}`);
	expect(exitCode).toBe(0);
	return parse(stdout, {columns: true});
};

describe.each(reports)('report %s', (line, fields, wide) => {
	test('lists several products one after the other, each with its ID', async () => {
		const one = await rowsOf(line);
		expect(one.length).toBeGreaterThan(0);
		const of = (product: string) => one.map(row => ({product, ...row}));
		expect(await rowsOf(line, '-p 11 -p 5000000102')).toEqual([...of('11'), ...of('5000000102')]);
	});

	test('--fields selects and orders columns', async () => {
		const names = fields.split(',');
		const {stdout} = await run(line, `-o csv --fields ${fields}`);
		expect(stdout.split('\n')[0]).toBe(fields);
		const all = await rowsOf(line);
		expect(parse(stdout, {columns: true})).toEqual(
			all.map(row => Object.fromEntries(names.map(name => [name, row[name]]))),
		);
		expect(await run(line, '--fields nonsense')).toMatchObject({exitCode: 2, stdout: ''});
		expect((await run(line, `-o csv -p 1,2 --fields product,${fields}`)).stdout).toMatch(`product,${fields}\n1,`);
	});

	test('--raw prints the body for one product', async () => {
		const {stdout, exitCode} = await run(line, '--raw');
		expect({exitCode, start: stdout.slice(0, 26)}).toEqual({
			exitCode: 0,
			start: '{"status":"OK","results":{'.replace(/.$/, stdout.charAt(25)),
		});
		expect(() => JSON.parse(stdout)).not.toThrow();
		expect(await run(line, '--raw -p 1,2')).toMatchObject({exitCode: 2, stdout: ''});
	});

	test(wide ? '--wide has a row for each subject, and its products in front' : '--wide is refused', async () => {
		if (!wide) {
			expect(await run(line, '--wide')).toMatchObject({exitCode: 2, stdout: ''});
			return;
		}
		const one = await rowsOf(line, '--wide');
		expect(one.length).toBeLessThan((await rowsOf(line)).length);
		const of = (product: string) => one.map(row => ({product, ...row}));
		expect(await rowsOf(line, '--wide -p 1,2')).toEqual([...of('1'), ...of('2')]);
	});

	test('--print-request prints every request and sends none', async () => {
		const bodies = async (more: string) => {
			const {stdout, exitCode} = await run(line, `--print-request json ${more}`);
			expect(exitCode).toBe(0);
			return stdout.split(/^(?=\{)/m).map(text => JSON.parse(text).body as {productId: number; startDate: string});
		};
		expect((await bodies('')).map(({productId}) => productId)).toEqual([7]);
		expect((await bodies('-p 1,2')).map(({productId}) => productId)).toEqual([1, 2]);
		if (!line.startsWith('current'))
			expect((await bodies('-p 1,2 --compare 2025-11..2025-12')).map(body => [body.productId, body.startDate])).toEqual(
				[
					[1, '2026-01-01'],
					[1, '2025-11-01'],
					[2, '2026-01-01'],
					[2, '2025-11-01'],
				],
			);
	});

	test('prints a response in an unknown layout unchanged and exits with status 4, in every format', async () => {
		const {hostileServer, reply} = await import('../support/service/hostile-server.ts');
		const {address} = await hostileServer(reply('{"status":"OK","results":{"level":[{"a":1}]}}'));
		const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'a', USAGECTL_SESSION_ID: 's', USAGECTL_PRODUCT: '7'};
		for (const format of ['table', 'json', 'ndjson', 'csv', 'tsv', 'md', 'table --chart']) {
			const ended = await usagectl(words(`report ${line} -o ${format}`), {env, clock: fakeClock('2026-04-15')});
			expect({...ended, stderr: ''}).toEqual({
				stdout: '{"status":"OK","results":{"level":[{"a":1}]}}\n',
				stderr: '',
				exitCode: 4,
			});
			expect(ended.stderr).toMatch(/has an unknown layout|unknown-layout/);
		}
	});
});

test('prints every request of a long list of events', async () => {
	const many = Array.from({length: 23}, (_, index) => `--event A/e${index}`).join(' ');
	const {stdout} = await run(`events timeline --from 2026-01-01 ${many}`, '--print-request curl');
	expect(stdout.match(/^curl /gm)).toHaveLength(3);
	expect(stdout.match(/"name":"e\d+"/g)).toHaveLength(23);
});
