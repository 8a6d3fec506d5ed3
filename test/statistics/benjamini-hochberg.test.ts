import {expect, test} from 'vitest';
import {adjustPValues} from '../../src/statistics/benjamini-hochberg.ts';

test('corrects p-values for their number as in the example of Benjamini and Hochberg (1995)', () => {
	const values = [
		0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
	];
	const adjusted = adjustPValues(values.map(Math.log)).map(Math.exp);
	expect(adjusted.filter(value => value <= 0.05)).toHaveLength(4);
	expect(adjusted[3]).toBeCloseTo((0.0095 * 15) / 4, 12);
	expect(adjusted.at(-1)).toBe(1);
});
