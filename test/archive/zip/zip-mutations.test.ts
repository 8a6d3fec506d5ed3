import {expect, test} from 'vitest';
import {throwMutants} from '../../support/zip-mutations.ts';

test('of 600 mutated archives none is let in with a wrong check sum, none writes outside, none escapes its error', async () => {
	const {refused, unpacked, outside} = await throwMutants(600, 20261121);
	expect(outside).toEqual([]);
	expect(refused + unpacked).toBe(600);
	expect(refused).toBeGreaterThan(420);
});
