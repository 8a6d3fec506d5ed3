import {expect, test} from 'vitest';
import {survive} from './support/plans.ts';

// A seeded part of the full set, which is in test/soak.
test.each(Array.from({length: 8}, (_, seed) => seed))(
	'plan %i loses, doubles and spoils no key among 30 % faults',
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
