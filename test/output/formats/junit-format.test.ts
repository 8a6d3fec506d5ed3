import {expect, test} from 'vitest';
import {createJunit} from '../../../src/output/formats/junit-format.ts';

test('characters that XML cannot contain are escaped', () => {
	const columns = ['question', 'verdict', 'reason'].map(key => ({key, title: key, kind: 'text' as const}));
	const renderer = createJunit(columns, {} as never);
	renderer.block([['a\uffff\u0001', 'fail', '\ufffe']]);
	expect(renderer.tail()).toContain('name="a\\u{ffff}\\u{1}"><failure message="\\u{fffe}"/>');
});
