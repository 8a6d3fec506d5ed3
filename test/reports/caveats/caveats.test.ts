import {describe, expect, test} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, ok} from '../../support/service/hostile-server.ts';
import {ask} from '../support/ask.ts';

/**
 * Each note on what the numbers cannot carry: where it must appear, and where it must not; with `--strict` it ends the run
 * 7 after the output. Today is 2026-03-15.
 */

const segment = (active: number, inside = '') => `{"totals":{"active":${active}}${inside}}`;
const cohort = (engaged: number) => `{"0":{"engaged":${engaged},"engagedPercent":100,"lost":0,"lostPercent":0}}`;
const item = (name: string) => `{"category":"A","name":"${name}","eventCounts":1}`;
const level = 'current --from -30d --status active --level';
const lost = 'churn days --lost-after 30 --from 2025-10-01';
const retention = 'churn --lost-after 30 --from 2025-10-01 --to 2025-12-31';

type Case = readonly [name: string, note: RegExp, line: string, answer: string, other: string, otherAnswer: string];
const cases: readonly Case[] = [
	[
		'today is incomplete',
		/this month is not complete/,
		'events timeline --from 2026-01-01 --split month --event A/b',
		'{"2026-01-01":[{"category":"A","name":"b","value":1}]}',
		'events timeline --from 2026-01-01 --to yesterday --split month --event A/b',
		'{"2026-01-01":[{"category":"A","name":"b","value":1}]}',
	],
	[
		'the range of a comparison is not over',
		/today is not complete: the last day of the range will still change/,
		'events --from 2026-03-01 --compare previous',
		'[]',
		'events --from 2026-03-01 --to yesterday --compare previous',
		'[]',
	],
	[
		'the loss window reaches past the end',
		/losses after 2026-02-13 are not known yet \(1 of \d+ days\)/,
		`${lost} --to 2026-02-14`,
		'{"1":40}',
		`${lost} --to 2026-02-13`,
		'{"1":40}',
	],
	[
		'the same, where losses are dated by the day they are declared',
		/losses after .* are not known yet/,
		`${lost} --to today`,
		'{"1":40}',
		`${lost} --to today --lost-date declared`,
		'{"1":40}',
	],
	[
		'the share that null rules dropped',
		/os\.version leaves out 10 of 100 active \(10 %\); to count those without a value, add null, as in 'os\.version: each \*, null'/,
		`${level} prodEdition --level 'os.version: each *'`,
		`{"level1":{"Pro":${segment(100, `,"level2":{"W":${segment(90)}}`)}}}`,
		`${level} prodEdition --level 'os.version: each *, Unknown = null'`,
		`{"level1":{"Pro":${segment(100, `,"level2":{"W":${segment(90)},"Unknown":${segment(10)}}`)}}}`,
	],
	[
		'shares of fewer than 30 installations, if the report shows percentages',
		/2 of 2 percentages are of fewer than 30 installations: may be unreliable/,
		`${level} prodEdition --share`,
		`{"active":29,"level1":{"Pro":${segment(9)},"Home":${segment(20)}}}`,
		`${level} prodEdition`,
		`{"level1":{"Pro":${segment(9)},"Home":${segment(20)}}}`,
	],
	[
		'percentages of fewer than 30 installations, if the fields contain them',
		/1 of 1 percentages is of fewer than 30 installations: may be unreliable/,
		`${retention} --segment-by installationMonth --fields period,engagedPercent`,
		`{"2025-10-01":${cohort(29)}}`,
		`${retention} --segment-by installationMonth --fields period,engaged`,
		`{"2025-10-01":${cohort(29)}}`,
	],
	[
		'cohorts under 30',
		/2 of 2 percentages are of fewer than 30 installations/,
		`${retention} --segment-by installationMonth`,
		`{"2025-10-01":${cohort(29)}}`,
		`${retention} --segment-by installationMonth`,
		`{"2025-10-01":${cohort(30)}}`,
	],
	[
		'segments cut by a limit',
		/prodEdition shows 2 values because of its limit; there may be more/,
		`${level} 'prodEdition: each * limit 2'`,
		`{"level1":{"Pro":${segment(90)},"Home":${segment(90)}}}`,
		`${level} 'prodEdition: each * limit 3'`,
		`{"level1":{"Pro":${segment(90)},"Home":${segment(90)}}}`,
	],
	[
		'an event that did not come',
		/the service returned no data for A\/c, which does not mean 0/,
		'events frequency --from 2026-01-01 --to 2026-02 --event A/b --event A/c',
		`[${item('b')}]`,
		'events frequency --from 2026-01-01 --to 2026-02 --event A/b --event A/c',
		`[${item('b')},${item('c')}]`,
	],
	[
		'the value at install date, in retention',
		/prodVersion: the value at the time of installation counts/,
		`${retention} --filter prodVersion=4.1`,
		`{"2025-10-01":${cohort(90)}}`,
		retention,
		`{"2025-10-01":${cohort(90)}}`,
	],
	[
		'the current value, in retention',
		/ram: the latest known value counts/,
		`${retention} --filter 'ram>=8GB'`,
		`{"2025-10-01":${cohort(90)}}`,
		retention,
		`{"2025-10-01":${cohort(90)}}`,
	],
	[
		'the value that an installation has now, on days in the past',
		/installations may count under their latest edition, not that of each day$/m,
		'current --period 2026-02 --status active --level prodEdition',
		`{"level1":{"Pro":${segment(90)}}}`,
		level.replace('--level', '--level prodEdition'),
		`{"level1":{"Pro":${segment(90)}}}`,
	],
	[
		'the version that an installation has now, in a split',
		/installations may count under their latest version, not that of each day; release list counts the version of each day/,
		'current --from 2026-01 --split month --status active --filter prodVersion=4.1',
		'{"2026-01-01":{"active":90},"2026-02-01":{"active":90}}',
		'current --from 2026-01 --split month --status active --filter country=DE --to 2026-02',
		'{"2026-01-01":{"active":90},"2026-02-01":{"active":90}}',
	],
	[
		'the value at the time of loss',
		/the value at the time of loss counts, or the latest known value: the service does not document which/,
		`${lost} --to 2026-01-31 --filter prodVersion=4.1`,
		'{"1":40}',
		`${lost} --to 2026-01-31`,
		'{"1":40}',
	],
];

describe.each(cases)('%s', (_name, note, line, answer, other, otherAnswer) => {
	test('is beside data on stderr only, with status 0, or with --strict 7 after the output', async () => {
		const said = await ask(`${line} -o csv`, answer);
		expect(said.exitCode).toBe(0);
		expect(said.stderr).toMatch(note);
		expect(await ask(`${line} -o csv --strict`, answer)).toMatchObject({exitCode: 7, stdout: said.stdout});
		expect(await ask(`${line} -o csv --quiet --strict`, answer)).toMatchObject({exitCode: 7, stderr: ''});
	});

	test('is not printed if it does not apply', async () => {
		const silent = await ask(`${other} -o csv --strict`, otherAnswer);
		expect(silent.stderr).not.toMatch(note);
		expect(silent.exitCode).toBe(0);
	});
});

test('rejects a start before the stored earliest date, or moves it with a warning', async () => {
	const {address, met} = await hostileServer(ok({oldestDate: '2025-07-01', results: []}));
	const env = {
		USAGECTL_BASE_URL: address,
		USAGECTL_USER: 'ada',
		USAGECTL_SESSION_ID: 'session',
		USAGECTL_PRODUCT: '7',
		USAGECTL_CONFIG_DIR: temporaryFolder(),
	};
	const run = (line: string) => usagectl(`${line} --today 2026-03-15`, {env});
	expect(await usagectl('props list', {env})).toMatchObject({exitCode: 0});
	const table = 'report events --to yesterday -o csv --from';
	expect(await run(`${table} 2025-07-01 --clamp --strict`)).toMatchObject({exitCode: 0, stderr: ''});
	expect(await run(`${table} 2025-06-30`)).toMatchObject({exitCode: 2, stdout: ''});
	expect((await run(`${table} 2025-06-30 --clamp`)).stderr).toMatch(/the start was moved from 2025-06-30/);
	expect(await run(`${table} 2025-06-30 --clamp --strict`)).toMatchObject({exitCode: 2, stdout: ''});
	const baseline = await run(`${table} 2025-08-01 --compare 2025-06..2025-07`);
	expect(baseline).toMatchObject({exitCode: 2, stdout: ''});
	expect(baseline.stderr).toMatch(/the baseline starts on 2025-06-01, before the earliest allowed date 2025-07-01/);
	expect(met).toHaveLength(4);
});

test('prints a caveat about all products once, and names the product of others', async () => {
	const size = (engaged: number) => `{"Pro":${cohort(engaged)}}`;
	const line =
		'churn --from 2026-03-10 --to 2026-03-13 --split day --lost-after 1 --segment-by prodEdition --segment Pro -p 1,2,3 -o csv';
	const {stderr} = await ask(line, [size(29), size(290), size(29)]);
	expect(stderr).toBe(
		[
			'note: product 1: 2 of 2 percentages are of fewer than 30 installations: may be unreliable',
			'note: product 3: 2 of 2 percentages are of fewer than 30 installations: may be unreliable',
			'',
		].join('\n'),
	);
});

test('sends no request for a note, except for the one about the quota', async () => {
	for (const [, , line, answer] of cases) {
		const {requests} = await ask(`${line} -o csv`, answer);
		expect([line, requests.length]).toEqual([line, /--compare|--share/.test(line) ? 2 : 1]);
	}
});
