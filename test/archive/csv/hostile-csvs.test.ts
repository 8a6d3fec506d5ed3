import {expect, test} from 'vitest';
import {throwHostileCsvs} from '../../support/data/hostile-csv-run.ts';

test('counts or rejects every row of 60 hostile CSV files with its line (10,000: npm run soak)', async () => {
	const {rows, rejects} = await throwHostileCsvs(60, 11);
	expect(Math.min(rows, rejects)).toBeGreaterThan(90);
});
