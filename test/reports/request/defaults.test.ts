import {expect, test} from 'vitest';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, type Reply, reply} from '../../support/service/hostile-server.ts';
import {ask} from '../support/ask.ts';

/** What a report takes, and says in its title, where its dates and the days of a loss are not given. Today is 2026-03-15. */

test.each([
	['current', {startDate: '2026-02-13'}, '2026-02-13 to 2026-03-15 (31 days)'],
	['events', {startDate: '2026-02-13', stopDate: '2026-03-15'}, '2026-02-13 to 2026-03-15 (31 days)'],
	['events --to 2026-01', {startDate: '2026-01-01', stopDate: '2026-01-31'}, '2026-01 (31 days)'],
	[
		'churn',
		{startDate: '2025-09-15', daysUntilDeclaredLost: 40},
		'installed 2025-09-15 to 2026-03-15 (182 days), lost after 40 days',
	],
	[
		'churn days --lost-after 7',
		{startDate: '2025-09-15', daysUntilDeclaredLost: 7},
		'2025-09-15 to 2026-03-15 (182 days), lost after 7 days',
	],
	[
		'churn sessions --from -90d',
		{startDate: '2025-12-15', daysUntilDeclaredLost: 40},
		'2025-12-15 to 2026-03-15 (91 days), lost after 40 days',
	],
	[
		'current --status lost',
		{startDate: '2026-02-13', daysUntilDeclaredLost: 40},
		'2026-02-13 to 2026-03-15 (31 days), lost after 40 days',
	],
])('%s', async (line, sent, said) => {
	const {requests, stdout} = await ask(line);
	expect(requests).toEqual([expect.objectContaining(sent)]);
	expect(stdout.split('\n')[0]).toContain(said);
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
