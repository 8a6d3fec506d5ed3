import {expect, test} from 'vitest';
import {figure} from '../../../src/output/chart/chart.ts';

test.each([
	[1_234_567.8, '1,234,568'],
	[1000, '1,000'],
	[999.96, '1,000'],
	[12.345, '12.3'],
	[9.876, '9.88'],
	[-0.123, '-0.12'],
	[0, '0'],
	[null, '–'],
])('formats the figure %s as %s', (value, text) => {
	expect(figure(value)).toBe(text);
});
