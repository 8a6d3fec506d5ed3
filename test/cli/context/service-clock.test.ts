import {expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** The clock of the service stands at 2026-06-30; this machine is five months ahead. */
const sandbox = await started();
const clock = fakeClock('2026-11-28T20:00:00Z');
const news = 'the service is at 2026-06-30, this machine at 2026-11-28';

const place = () => {
	const env = {
		USAGECTL_CONFIG_DIR: temporaryFolder(),
		USAGECTL_USER: sandbox.admin.user,
		USAGECTL_PASSWORD: sandbox.admin.password,
	};
	const type = (line: string) => usagectl(line, {env, clock});
	const signIn = () => type(`login --base-url ${sandbox.baseUrl} -p ${sandbox.product}`);
	return {type, signIn};
};

test('after a sign-in, today is the day of the service, which is told once', async () => {
	const {type, signIn} = place();
	expect((await signIn()).stderr).toContain(news);
	expect((await signIn()).stderr).not.toContain(news);
	const {stderr, exitCode} = await type('report current --from -7d -v');
	expect(exitCode).toBe(0);
	expect(stderr).toContain('2026-06-23 to 2026-06-30');
	expect(stderr).not.toContain(news);
});

test('--today and --tz are days of this machine', async () => {
	const {type, signIn} = place();
	await signIn();
	for (const flags of ['--today 2026-11-28', '--tz UTC'])
		expect((await type(`report current --from -7d ${flags}`)).stderr).toContain('is in the future');
});

test('doctor compares the days', async () => {
	const {type, signIn} = place();
	const flags = `--base-url ${sandbox.baseUrl} -p ${sandbox.product} -o csv`;
	expect((await type(`doctor ${flags}`)).stdout).toContain(`clock,problem,"${news}"`);
	await signIn();
	expect((await type(`doctor ${flags}`)).stdout).toContain(`clock,ok,"${news}: today is the day of the service"`);
});
