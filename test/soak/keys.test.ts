import {expect, test} from 'vitest';
import {buildProgram, countOperations, killAtExchange, killAtOperation} from '../keys/support/killed.ts';
import {survive} from '../keys/support/plans.ts';

/** The laws of bulk uploads in full. */

const flags = (seed: number) => [
	...['--concurrency', String(1 + (seed % 4))],
	...(seed % 3 === 0 ? ['--no-diff'] : []),
	...(seed % 5 === 0 ? ['--verify'] : []),
];

test('300 plans of 10,000 keys among 30 % faults: nothing lost, doubled or spoilt, done in at most three further runs', async () => {
	const runs = new Map<number, number>();
	for (let seed = 1000; seed < 1300; seed++) {
		const {runs: taken} = await survive({seed, size: 10_000, rate: 0.3, flags: flags(seed)});
		runs.set(taken, (runs.get(taken) ?? 0) + 1);
	}
	console.log('runs needed → plans', Object.fromEntries(runs));
	expect([...runs.values()].reduce((sum, count) => sum + count)).toBe(300);
});

test('killed at every operation on files', async () => {
	const program = await buildProgram();
	const operations = await countOperations(program);
	for (let operation = 1; operation <= operations; operation++) await killAtOperation(program, operation);
	console.log('operations on files', operations);
});

test('killed at every exchange, before and after the service did its work', async () => {
	const program = await buildProgram();
	for (let exchange = 0; exchange < 8; exchange++) {
		await killAtExchange(program, exchange, 'before');
		await killAtExchange(program, exchange, 'after');
	}
});
