import {expect, test} from 'vitest';
import {throwMutants} from '../../support/disk/zip-mutations.ts';

test('accepts none of 200 mutated archives with a wrong checksum, a path outside, or another error', async () => {
	const {refused, unpacked, outside} = await throwMutants(200, 20261121);
	expect(outside).toEqual([]);
	expect(refused + unpacked).toBe(200);
	expect(refused).toBeGreaterThan(140);
});
