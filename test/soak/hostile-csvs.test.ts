import {expect, test} from 'vitest';
import {throwHostileCsvs} from '../support/hostile-csv-run.ts';

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('1,000 hostile CSVs of seed %i', async seed => {
	const {rows, rejects} = await throwHostileCsvs(1000, seed);
	expect(Math.min(rows, rejects)).toBeGreaterThan(2000);
});
