import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {CliError} from '../../../src/errors.ts';
import {createRandom, mutate} from '../../support/data/mutate.ts';
import {createPlan, expectedRegistry, getExitCode, isRejected, withoutTimes} from './plans.ts';
import {createKeysService} from './uploaded.ts';

/** Stops an import in the middle, corrupts one of its files, and runs the same command again, finally with --restart. */
export async function spoilRun(kept: 'journal' | 'plan', seed: number): Promise<void> {
	const random = createRandom(seed);
	const plan = createPlan(seed, 30);
	const stop = new AbortController();
	const service = createKeysService({
		records: plan.records,
		rejects: isRejected,
		onAnswer: exchange => {
			if (exchange === 3) stop.abort(new CliError('interrupted', 'stopped', {hint: 'go on'}));
		},
	});
	const file = service.file('keys.csv', plan.csv);
	const words = ['keys', 'update', file, '-y', '--batch-size', '5', '--concurrency', '1'];
	expect(await service.run(words, {signal: stop.signal})).toMatchObject({exitCode: 130});
	const runs = join(service.env.USAGECTL_CONFIG_DIR, 'state/keys');
	const path = join(runs, readdirSync(runs)[0] ?? '', kept);
	writeFileSync(path, mutate(readFileSync(path), random));
	const expected = withoutTimes(expectedRegistry(plan.records, plan.updates));
	const wanted = new Set([...expected, ...withoutTimes(service.keys)].map(record => JSON.stringify(record)));
	const done = getExitCode(plan);
	const again = await service.run(words);
	// 2 if the header names another file or other options, 8 if the run is reported as damaged.
	expect([done, 2, 8], `seed ${seed}: ${again.stderr}`).toContain(again.exitCode);
	for (const record of withoutTimes(service.keys)) expect(wanted, `seed ${seed}`).toContain(JSON.stringify(record));
	const last = await service.run([...words, '--restart']);
	expect(last, `seed ${seed}: ${last.stderr}`).toMatchObject({exitCode: done});
	expect(withoutTimes(service.keys), `seed ${seed}`).toEqual(expected);
}
