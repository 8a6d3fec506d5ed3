import {expect, test} from 'vitest';
import {keepSandbox} from '../../src/lines/line-words.ts';

test.each([
	['see usagectl keys runs', 'see usagectl --sandbox keys runs'],
	['see usagectl keys undo ID --sandbox -p 1', 'see usagectl keys undo ID --sandbox -p 1'],
	['see usagectl keys set --help', 'see usagectl keys set --help'],
])('a hint names the sandbox once: %s', (hint, shown) => {
	expect(keepSandbox(hint)).toBe(shown);
});
