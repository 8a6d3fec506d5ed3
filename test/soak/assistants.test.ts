import {expect, test} from 'vitest';
import {connected} from '../mcp/support/connected.ts';
import {judgeCalls} from '../mcp/support/judge.ts';
import {started} from '../sandbox/support/started.ts';

/** Calls of tools, made at random, against the command line. */

const sandbox = await started();
const {env} = sandbox;

test('1,000 calls made at random: the rows of the command line, or an error with a hint', async () => {
	const {call, lines} = await connected('mcp', {env, limit: 3_600_000});
	const outcomes = await judgeCalls(call, {count: 1000, seed: 2026, env});
	expect(
		Object.values(outcomes).every(many => many >= 150),
		JSON.stringify(outcomes),
	).toBe(true);
	expect(lines.every(line => JSON.parse(line).jsonrpc === '2.0')).toBe(true);
}, 3_600_000);
