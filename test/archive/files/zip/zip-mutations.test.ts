import {expect, test} from 'vitest';
import {throwMutants} from '../../../support/disk/zip-mutations.ts';

test('200 mutated archives: none is accepted with a wrong checksum, writes outside, or throws another error', async () => {
	const {refused, unpacked, outside} = await throwMutants(200, 20261121);
	expect(outside).toEqual([]);
	expect(refused + unpacked).toBe(200);
	expect(refused).toBeGreaterThan(140);
});
