import {expect, test} from 'vitest';
import {sortBy} from '../../../src/commands/archive/top-by-field.ts';

test('sorts by reports or installations, and keeps the order of equal ones', () => {
	const all = [
		{name: 'loop', count: 9, installations: 1},
		{name: 'first', count: 5, installations: 4},
		{name: 'second', count: 4, installations: 4},
	];
	const namesBy = (figure: 'count' | 'installations') => sortBy(figure, all).map(({name}) => name);
	expect(namesBy('count')).toEqual(['loop', 'first', 'second']);
	expect(namesBy('installations')).toEqual(['first', 'second', 'loop']);
});
