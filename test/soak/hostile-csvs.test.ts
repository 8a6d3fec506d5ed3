import {expect, test} from 'vitest';
import {throwHostileCsvs} from '../support/data/hostile-csv-run.ts';

/** `SOAK_SEEDS=7000` takes other mutations. */
const firstSeed = Number.parseInt(process.env.SOAK_SEEDS ?? '0', 10);

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('1,000 hostile CSVs of seed %i', async seed => {
	const {rows, rejects} = await throwHostileCsvs(1000, firstSeed + seed);
	expect(Math.min(rows, rejects)).toBeGreaterThan(2000);
});
