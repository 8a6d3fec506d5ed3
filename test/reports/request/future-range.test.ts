import {expect, test} from 'vitest';
import {usagectl} from '../../support/program/usagectl.ts';

const run = (words: string) =>
	usagectl(`report current --dry-run --base-url https://service.invalid -p 7 --today 2026-06-30 ${words}`);

test('a range that ends in the future says so', async () => {
	const {exitCode, stderr} = await run('--from 2026-06-01 --to 2026-12-31');
	expect({exitCode, stderr}).toMatchObject({
		exitCode: 0,
		stderr: expect.stringContaining('ends on 2026-12-31, after today (2026-06-30)'),
	});
	for (const words of ['--from 2026-06-01', '--from 2026-06-01 --to 2026-06-30', '--period 2026-06'])
		expect((await run(words)).stderr).not.toContain('after today');
});
