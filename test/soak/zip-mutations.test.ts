import {expect, test} from 'vitest';
import {throwMutants} from '../support/disk/zip-mutations.ts';

/** `SOAK_SEEDS=7000` takes other mutations. */
const firstSeed = Number.parseInt(process.env.SOAK_SEEDS ?? '0', 10);

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('1,000 mutated archives of seed %i', async seed => {
	const {refused, unpacked, outside} = await throwMutants(1000, firstSeed + seed);
	expect(outside).toEqual([]);
	expect(refused + unpacked).toBe(1000);
});
