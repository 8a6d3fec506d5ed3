import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {checked} from '../keys/support/checked.ts';
import {createPlan} from '../keys/support/plans.ts';
import {spoilRun} from '../keys/support/spoilt-runs.ts';
import {started} from '../sandbox/support/started.ts';
import {leafRuns, recordAll, replay} from '../support/data/hostile-runs.ts';
import {createRandom, mutate} from '../support/data/mutate.ts';

/**
 * Ten thousand mutations of each corpus (goal 4); those of archives are in zip-mutations.test.ts. What every run promises is checked.
 * `SOAK_SEEDS=7000` takes other mutations.
 */

const sandbox = await started();
const recorded = await recordAll(sandbox);
const firstSeed = Number.parseInt(process.env.SOAK_SEEDS ?? '0', 10);
const shards = Array.from({length: 10}, (_, shard) => shard);

test.each(shards)('1,000 mutated answers, shard %i', async shard => {
	const random = createRandom(firstSeed + 1000 + shard);
	const codes = new Map<number, number>();
	for (let count = 0; count < 1000; count++) {
		const each = random.pick(recorded);
		const body = mutate(Buffer.from(each.good), random);
		const {exitCode, stderr} = await replay(sandbox, each, {body});
		expect(exitCode, `${each.line}, ${each.path}: ${body.toString('latin1').slice(0, 500)}\n${stderr}`).not.toBe(1);
		codes.set(exitCode, (codes.get(exitCode) ?? 0) + 1);
	}
	console.log('answers', Object.fromEntries(codes));
});

test.each(shards)('every leaf of every answer, shard %i of 10', async shard => {
	let count = 0;
	for (const {each, variant} of leafRuns(recorded)) {
		if (count++ % 10 !== shard) continue;
		const {exitCode, stderr} = await replay(sandbox, each, variant);
		expect(exitCode, `${each.line}, ${each.path}: ${variant.name}\n${stderr}`).not.toBe(1);
	}
	console.log(`${Math.ceil((count - shard) / 10)} of ${count} leaf variants`);
});

const csvs = Array.from({length: 8}, (_, seed) => Buffer.from(createPlan(seed, 20).csv));
const jsons = [
	'[{"licenseKey":"A","installQuota":5},{"licenseKey":"B","notes":"x"}]',
	'{"licenseKey":"A"}\n{"licenseKey":"B","expiryDate":null}\n',
].map(text => Buffer.from(text));
test.each(shards)('1,000 mutated upload files, shard %i', async shard => {
	const random = createRandom(firstSeed + 2000 + shard);
	let refused = 0;
	for (let count = 0; count < 1000; count++) {
		const isJson = random.below(5) === 0;
		const content = mutate(random.pick(isJson ? jsons : csvs), random);
		try {
			await checked(content, {}, isJson ? 'keys.json' : 'keys.csv');
		} catch (error) {
			expect(error, content.toString('latin1')).toBeInstanceOf(CliError);
			refused++;
		}
	}
	console.log(`${refused} of 1000 refused as wholes`);
});

test.each(shards)('100 mutated journals and 100 plans, shard %i', async shard => {
	for (let seed = 0; seed < 100; seed++)
		for (const kept of ['journal', 'plan'] as const) await spoilRun(kept, firstSeed + 5000 + shard * 100 + seed);
});
