import {expect, test} from 'vitest';
import {throwHostileCsvs} from '../../../support/hostile-csv-run.ts';

test('of 300 hostile CSVs, each row is in a group or kept aside with file and line (10,000: npm run soak)', async () => {
	const {rows, rejects} = await throwHostileCsvs(300, 11);
	expect(Math.min(rows, rejects)).toBeGreaterThan(500);
});
