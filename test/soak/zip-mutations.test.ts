import {expect, test} from 'vitest';
import {throwMutants} from '../support/zip-mutations.ts';

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('1,000 mutated archives of seed %i', async seed => {
	const {refused, unpacked, outside} = await throwMutants(1000, seed);
	expect(outside).toEqual([]);
	expect(refused + unpacked).toBe(1000);
});
