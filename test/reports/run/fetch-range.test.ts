import {expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, type Reply, reply} from '../../support/service/hostile-server.ts';

/** The service is at 2026-06-30 or at the day of its `Date` header; `today` is another day. */

const sandbox = await started();
const figuresOf = async (line: string) => {
	const {stdout, exitCode, stderr} = await usagectl(`${line} -o json --quiet`, {
		env: sandbox.env,
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
	expect({exitCode, stderr}).toEqual({exitCode: 0, stderr: ''});
	// The day called today is not complete.
	return JSON.parse(stdout).map(({complete: _, ...row}: Record<string, unknown>) => row);
};
const [week, ended] = ['--from 2025-12-29 --to 2026-01-04', '--today 2026-01-04'];

test.each([
	'',
	'--split day',
	"--level 'prodEdition: each *'",
	"--level 'prodEdition: each *' --share",
	"--split week --level 'prodEdition: each *'",
])('a range that ends on a day called today counts until that day: %s', async flags => {
	const line = `report current ${week} --status new ${flags}`;
	expect(await figuresOf(`${line} ${ended}`)).toEqual(await figuresOf(line));
});

test('so does a period, a report in SQL, and one without an end', async () => {
	const [{new: count}] = await figuresOf(`report current ${week} --status new`);
	expect(await figuresOf(`report current --period 2026-W01 --status new ${ended}`)).toMatchObject([{new: count}]);
	expect(await figuresOf(`report current --from -6d --status new ${ended}`)).toEqual([{new: count}]);
	const sql = `SELECT new FROM report('current ${week} --status new')`;
	expect(await figuresOf(`query "${sql}" ${ended}`)).toEqual([{new: count}]);
});

const counted = (count: number, date = 'Sun, 04 Jan 2026 12:00:00 GMT'): Reply =>
	reply({status: 'OK', results: {new: count}}, {headers: {date}});
const absent = reply('not found', {status: 404});
const from = (server: {readonly address: string}, line: string) =>
	usagectl(`report current --status new --today 2026-01-04 ${line} --no-quota-check`, {
		env: {
			USAGECTL_BASE_URL: server.address,
			USAGECTL_USER: 'ada',
			USAGECTL_SESSION_ID: 'session',
			USAGECTL_PRODUCT: '7',
		},
	});
const noDate = counted(1000, 'soon');

test.each(['Sun, 04 Jan 2026 23:59:59 GMT', 'Sat, 03 Jan 2026 12:00:00 GMT'])(
	'one request is enough while the service is not at a later day: %s',
	async date => {
		const server = await hostileServer(counted(32, date));
		expect((await from(server, '--from -6d')).stdout).toContain('32');
		expect(server.met.map(({path}) => path)).toEqual(['/reporting/generic/current']);
	},
);

test.each([
	['at a later day', counted(1000, 'Mon, 05 Jan 2026 00:00:00 GMT')],
	['at a day that is not known', noDate],
])('the last day is sent to a service %s', async (_, first) => {
	const server = await hostileServer(first, counted(32));
	const {stdout} = await from(server, '--from -6d -o csv');
	expect(stdout).toBe('new\n32\n');
	expect(server.met.map(({path, json: {stopDate}}) => ({path, stopDate}))).toEqual([
		{path: '/reporting/generic/current', stopDate: undefined},
		{path: '/reporting/generic/dateRange', stopDate: '2026-01-04'},
	]);
});

test('an older server gets a caveat at its figures', async () => {
	const server = await hostileServer(counted(1000, 'Mon, 05 Jan 2026 00:00:00 GMT'), absent);
	const {stdout, stderr, exitCode} = await from(server, '--from -6d -o csv');
	expect({stdout, exitCode}).toEqual({stdout: 'new\n1000\n', exitCode: 0});
	expect(stderr).toContain("count until 2026-01-05, the service's day, not until 2026-01-04");
	const unknown = await from(await hostileServer(noDate, absent), '--from -6d -o csv --strict');
	expect(unknown).toMatchObject({exitCode: 7, stderr: expect.stringContaining('which may be after 2026-01-04')});
});

test.each(['--print-request json', '--raw'])('the one request of %s has the last day that was typed', async flag => {
	const server = await hostileServer(counted(32));
	const {stdout} = await from(server, `--from 2025-12-29 --to 2026-01-04 ${flag}`);
	if (flag === '--raw') expect(server.met[0]?.path).toBe('/reporting/generic/dateRange');
	else expect(stdout).toContain('stopDate');
});
