import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {getQuotaCaveats} from '../../../src/reports/caveats/quota-caveat.ts';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {hang, hostileServer, ok, type Reply, reply} from '../../support/service/hostile-server.ts';

const overQuota =
	/over its quota: at least (\d+) of the ([\d,]+) installations active since (\S+) were told to back off/;

type Counts = {readonly added?: number; readonly ever: number; readonly last?: number; readonly active?: number};

/** A service that answers the check with these counts, and every other report with 5 new and 1,000 active installations. */
function answerWith({added = 0, ever, last = 0, active = 1000}: Counts): Reply {
	return (response, met) => {
		const {globalFilters, dateSplit} = met.json as {readonly globalFilters?: object; readonly dateSplit?: unknown};
		const asked = JSON.stringify(globalFilters ?? {});
		const results =
			dateSplit === undefined
				? {
						'{"backOff":[{"historical":true}]}': {new: added, active: ever},
						'{"backOff":[{"current":true}]}': {active: last},
						'{}': {active},
					}[asked]
				: {new: 5, active: 1000};
		ok({results})(response, met);
	};
}

async function serve(...replies: readonly Reply[]) {
	const server = await hostileServer(...replies);
	const env = {
		USAGECTL_CONFIG_DIR: temporaryFolder(),
		USAGECTL_BASE_URL: server.address,
		USAGECTL_USER: 'ada',
		USAGECTL_SESSION_ID: 'session',
		USAGECTL_PRODUCT: '7',
	};
	const run = (line = 'current --from 2026-02-01', today = '2026-03-15') =>
		usagectl(`report ${line} --today ${today} -o csv`, {env, asksQuota: true});
	return {...server, run, env};
}

test('says how many installations were told to back off since the first day', async () => {
	const {run, met} = await serve(answerWith({added: 12, ever: 80, last: 30}));
	const {stderr, exitCode} = await run();
	expect(overQuota.exec(stderr)?.slice(1)).toEqual(['30', '1,000', '2026-02-01']);
	expect(exitCode).toBe(0);
	expect(met.filter(({json}) => !('dateSplit' in json)).map(({json}) => json.startDate)).toEqual(
		Array.from({length: 3}, () => '2026-02-01'),
	);
	expect((await run('current --from 2026-02-01 --strict')).exitCode).toBe(7);
	expect((await run('current --from 2026-02-01 --strict --no-quota-check')).exitCode).toBe(0);
});

test('asks once a day for each first day, and a second question only after back-offs', async () => {
	const {run, met} = await serve(answerWith({ever: 0}));
	const asked = async (...line: Parameters<typeof run>) => {
		const before = met.length;
		expect((await run(...line)).stderr).not.toContain('quota');
		return met.length - before - 1;
	};
	expect(await asked()).toBe(1);
	expect(await asked('current --from 2026-02-01 --status new')).toBe(0);
	expect(await asked('current --from 2026-02-02')).toBe(1);
	expect(await asked('current --from 2026-02-01', '2026-03-16')).toBe(1);
	expect(await asked('current --from 2026-02-03 --no-quota-check')).toBe(0);
	expect(await asked('current --from 2026-02-03 --raw')).toBe(0);
});

test('a comparison asks since the first day of its baseline', async () => {
	const {run} = await serve(answerWith({ever: 50, last: 50}));
	const {stderr} = await run('current --from 2026-02-01 --to 2026-02-28 --compare 2025-12-01..2025-12-31');
	expect(overQuota.exec(stderr)?.[3]).toBe('2025-12-01');
});

test.each([
	['nobody was', {toldToBackOff: 0, active: 0}, false],
	['fewer than one in 200', {toldToBackOff: 49, active: 10_000}, false],
	['one in 200', {toldToBackOff: 50, active: 10_000}, true],
	['the service cannot say', null, false],
])('told to back off: %s', (_, count, isSaid) => {
	expect(getQuotaCaveats(count, '2026-02-01')).toHaveLength(isSaid ? 1 : 0);
});

test.each([
	['rejects the property', reply({status: 'INVALID REQUEST', reason: 'unknown property backOff'}, {status: 400})],
	['answers in another way', ok({results: [7]})],
])('nothing is said, and asked only once a day, if the service %s', async (_, refusal) => {
	const answer = answerWith({ever: 1});
	const {run, met} = await serve((response, one) => ('dateSplit' in one.json ? answer : refusal)(response, one));
	for (const more of [2, 1]) {
		const before = met.length;
		expect(await run()).toMatchObject({exitCode: 0, stderr: '', stdout: expect.stringContaining('1000')});
		expect(met.length - before).toBe(more);
	}
});

test('a check without an answer does not hold a report that fails', async () => {
	const rejected = reply({status: 'INVALID REQUEST', reason: 'no'}, {status: 400});
	const {run} = await serve((response, one) => (one.body.includes('backOff') ? hang : rejected)(response, one));
	expect((await run()).exitCode).toBe(4);
});

test('a saved result has the caveat, and the request of the report alone', async () => {
	const {env} = await serve(answerWith({ever: 50, last: 50}));
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, 'questions:\n  active:\n    ask: report current --from 2026-02-01\n');
	expect(await usagectl(`questions run --file ${file} -q`, {env, asksQuota: true})).toMatchObject({exitCode: 0});
	const history = join(folder, 'usagectl-history', 'active');
	const saved = JSON.parse(readFileSync(join(history, readdirSync(history)[0] ?? ''), 'utf8'));
	expect(saved.requests).toMatchObject([{body: {dateSplit: null}}]);
	expect(saved.caveats).toEqual([expect.stringMatching(overQuota)]);
});

test.each([
	['newer', await started()],
	['older', await started({assume: ['newer-operations=absent']})],
])('on %s servers, ranges since a time over quota have the caveat, and later ones do not', async (_, sandbox) => {
	const env = {
		USAGECTL_BASE_URL: sandbox.baseUrl,
		USAGECTL_USER: sandbox.admin.user,
		USAGECTL_PASSWORD: sandbox.admin.password,
		USAGECTL_PRODUCT: String(sandbox.product),
	};
	const run = (line: string) =>
		usagectl(`report ${line} -o csv`, {env, clock: fakeClock('2026-06-30T12:00:00Z'), asksQuota: true});
	expect((await run('churn --from 2024-05-01')).stderr).toMatch(overQuota);
	expect((await run('current --from -30d')).stderr).not.toContain('quota');
});
