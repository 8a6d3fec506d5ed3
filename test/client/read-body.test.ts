import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readBody} from '../../src/client/read-body.ts';

async function* chunksOf(parts: readonly Uint8Array[]) {
	yield* parts;
}

test('every byte is there, whatever length was told', async () => {
	const parts = fc.array(fc.uint8Array({maxLength: 50_000}), {maxLength: 8});
	const told = fc.oneof(fc.constant(Number.NaN), fc.constant(-1), fc.nat({max: 300_000}));
	await fc.assert(
		fc.asyncProperty(parts, told, async (chunks, length) => {
			expect((await readBody(chunksOf(chunks), length)).equals(Buffer.concat(chunks))).toBe(true);
		}),
		{numRuns: 60},
	);
});
