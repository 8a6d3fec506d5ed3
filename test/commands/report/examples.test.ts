import {expect, test} from 'vitest';
import {commands} from '../../../src/commands/table.ts';
import {started} from '../../sandbox/support/started.ts';
import {fakeClock} from '../../support/clock.ts';
import {usagectl} from '../../support/usagectl.ts';

/** Every example that the help of a report shows, as it stands there, against the sandbox: it ends 0 and finds rows. */

const sandbox = await started();
const examples = (
	await Promise.all(
		commands
			.filter(({path}) => path.startsWith('report '))
			.map(async ({path, load}) => (await load()).examples.map(({line}) => ({path, line}))),
	)
).flat();

test('there are examples for every report', () => {
	expect(new Set(examples.map(({path}) => path)).size).toBe(10);
});

test.each(examples)('$line', async ({line}) => {
	const {stdout, stderr, exitCode} = await usagectl(line, {
		env: {
			USAGECTL_BASE_URL: sandbox.baseUrl,
			USAGECTL_USER: sandbox.admin.user,
			USAGECTL_PASSWORD: sandbox.admin.password,
			USAGECTL_PRODUCT: String(sandbox.product),
		},
		clock: fakeClock('2026-06-30T12:00:00Z'),
	});
	expect({exitCode, errors: stderr.match(/^error.*$/gm) ?? []}).toEqual({exitCode: 0, errors: []});
	expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
});
