import {expect, test} from 'vitest';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, type Reply, reply} from '../../support/service/hostile-server.ts';
import {ask} from '../support/ask.ts';

/** What a report takes where its dates and the days of a loss are not given. Today is 2026-03-15. */

const notes = (stderr: string) => stderr.match(/^note: using .*$/gm) ?? [];

test.each([
	['current', {startDate: '2026-02-13'}, '--from -30d (default)'],
	['events', {startDate: '2026-02-13', stopDate: '2026-03-15'}, '--from -30d (default)'],
	['events --to 2026-01', {startDate: '2026-01-01', stopDate: '2026-01-31'}, '--from 2026-01-01 (default)'],
	[
		'churn',
		{startDate: '2025-09-15', daysUntilDeclaredLost: 40},
		"--from -6mo (default), --lost-after 40 (the dashboard's default)",
	],
	['churn days --lost-after 7', {startDate: '2025-09-15', daysUntilDeclaredLost: 7}, '--from -6mo (default)'],
	[
		'churn sessions --from -90d',
		{startDate: '2025-12-15', daysUntilDeclaredLost: 40},
		"--lost-after 40 (the dashboard's default)",
	],
	[
		'current --status lost',
		{startDate: '2026-02-13', daysUntilDeclaredLost: 40},
		"--from -30d (default), --lost-after 40 (the dashboard's default)",
	],
])('%s', async (line, sent, said) => {
	const {requests, stderr} = await ask(line);
	expect(requests).toEqual([expect.objectContaining(sent)]);
	expect(notes(stderr)).toEqual([`note: using ${said}`]);
});

test('notes no default for a given flag', async () => {
	const {requests, stderr} = await ask('churn days --from -90d --lost-after 14');
	expect(requests).toEqual([expect.objectContaining({daysUntilDeclaredLost: 14})]);
	expect(notes(stderr)).toEqual([]);
	expect(notes((await ask('current --from -3d')).stderr)).toEqual([]);
});

test('reports all missing flags at once', async () => {
	const {stderr, exitCode} = await usagectl('report churn event');
	expect(exitCode).toBe(2);
	expect(stderr).toMatch(
		/^error: <event>, a product and the address of the service are missing\nhint: .*\nhint: .*\nhint: .*\n$/,
	);
});

test('names the earliest day and --clamp if the service rejects a start as too early', async () => {
	const reason = 'startDate is before the earliest allowed date';
	const refusal = reply({status: 'INVALID REQUEST', reason}, {status: 400});
	const oldest = reply({status: 'OK', oldestDate: '2023-11-23'});
	const run = async (line: string, ...answers: readonly Reply[]) => {
		const {address, met} = await hostileServer(...answers);
		const env = {USAGECTL_BASE_URL: address, USAGECTL_USER: 'a', USAGECTL_SESSION_ID: 's', USAGECTL_PRODUCT: '7'};
		return {...(await usagectl(`report current --from 2020-01-01 ${line}`, {env})), met};
	};
	const {stderr, exitCode} = await run('', refusal, oldest);
	expect(exitCode).toBe(2);
	expect(stderr).toContain('error: the report starts on 2020-01-01');
	expect(stderr).toContain('hint: give --from 2023-11-23 (or --from oldest), or --clamp');
	const {met} = await run('--clamp', oldest, reply('{"status":"OK","results":{"new":1,"active":2}}'));
	expect(met.map(({json}) => json.startDate)).toEqual([undefined, '2023-11-23']);
});

test('notes that past losses can shrink where periods with losses are compared', async () => {
	const shrink = 'note: past losses can shrink: an installation that returns is no longer counted as lost\n';
	const range = '--from 2025-10-01 --to 2025-12-31';
	const dated = '{"2025-10-01":{"lost":3}}';
	expect((await ask(`churn ${range} --segment-by installationMonth`)).stderr).toContain(shrink);
	expect((await ask(`current --status lost --split month ${range}`, dated)).stderr).toContain(shrink);
	const compared = await ask(`current --status lost --compare previous ${range} --strict`, '{"lost":300}');
	expect(compared).toMatchObject({exitCode: 0, stderr: expect.stringContaining(shrink)});
	expect((await ask(`churn days ${range}`)).stderr).not.toContain('shrink');
	expect((await ask(`current --split month ${range}`, dated)).stderr).not.toContain('shrink');
});
