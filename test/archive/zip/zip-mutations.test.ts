import {expect, test} from 'vitest';
import {throwMutants} from '../../support/zip-mutations.ts';

test('of 1,000 mutated archives none is let in with a wrong check sum, none writes outside, none escapes its error', async () => {
	const {refused, unpacked, outside} = await throwMutants(1000, 20261121);
	expect(outside).toEqual([]);
	expect(refused + unpacked).toBe(1000);
	expect(refused).toBeGreaterThan(700);
});
