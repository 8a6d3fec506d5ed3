import {expect, test} from 'vitest';
import {survive} from './support/plans.ts';

// A few seeds; test/soak runs all of them.
test.each(Array.from({length: 8}, (_, seed) => seed))(
	'plan %i neither loses, repeats nor corrupts a key among 30 % faults',
	async seed => {
		const flags = [
			'--batch-size',
			'150',
			'--concurrency',
			String(1 + (seed % 4)),
			...(seed % 3 === 0 ? ['--no-diff'] : []),
		];
		const {runs} = await survive({seed, size: 1000, rate: 0.3, flags});
		expect(runs).toBeLessThanOrEqual(4);
	},
);
