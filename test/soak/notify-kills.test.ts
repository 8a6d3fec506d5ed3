import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {listen, placeQuestions} from '../commands/questions/targets.ts';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {shell} from '../support/program/child.ts';

const sandbox = await started();

/** The shipped program, killed at every operation on files while it notifies. STEP=5 takes every fifth. */

const here = (path: string) => resolve(import.meta.dirname, path);
const program = `'${process.execPath}' --import '${here('../support/preload/kill-at.mjs')}' '${here('../../bin/usagectl.js')}'`;

test('a message is delivered once, or the next run says that it may not have been', async () => {
	const countTo = join(temporaryFolder(), 'operations');
	const play = async (killed: Readonly<Record<string, string>>) => {
		const target = await listen();
		const {env, file} = placeQuestions(sandbox, '{webhook: ops}', {OPS: target.address});
		const run = (more: Readonly<Record<string, string>> = {}) =>
			shell(
				`exec ${program} questions run --notify --file '${file}' --set MAX=3 --set WARN=9`,
				{...env, ...more},
				600_000,
			);
		const first = await run(killed);
		const second = await run();
		const third = await run();
		expect([second.code, third.code], second.stderr).toEqual([7, 7]);
		const isNamed = second.stderr.includes(
			'an earlier run ended while it was sending a message, which is not sent again',
		);
		return {code: first.code, received: target.received.length, isNamed};
	};
	expect(await play({OPERATIONS_TO: countTo})).toEqual({code: 7, received: 1, isNamed: false});
	const operations = Number(readFileSync(countTo, 'utf8'));
	const step = Number(process.env.STEP ?? 1);
	const seen = new Map<string, number>();
	for (let at = 1; at <= operations; at += step) {
		const {code, received, isNamed} = await play({KILL_AT: String(at)});
		expect(code).toBe('SIGKILL');
		expect({at, isOnce: received === 1 || (received === 0 && isNamed)}).toEqual({at, isOnce: true});
		const outcome = `${received} received${isNamed ? ', named' : ''}`;
		seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
	}
	console.log(`${operations} operations:`, Object.fromEntries(seen));
});
