import {expect, test} from 'vitest';
import {compareMeaning} from '../language/support/compare-meaning.ts';

test('a million random trees mean the same as text and as JSON', () => {
	const seed = Date.now() % 1_000_000;
	console.log(`seed ${seed}`);
	const {compiled, refused} = compareMeaning(1_000_000, seed);
	console.log({compiled, refused: Object.fromEntries(refused)});
	expect(compiled).toBeGreaterThan(300_000);
});
