import fc from 'fast-check';
import {expect, test} from 'vitest';
import {isTypo, nearNames} from '../../src/text/near-names.ts';
import {laws} from '../support/laws/laws.ts';

const names = [
	'prodVersion',
	'prodEdition',
	'os.version',
	'os.platform',
	'ram',
	'cpuCores',
	'C01',
	'C10',
	'C11',
	'touchScreen',
];

test.each([
	['prodVerson', ['prodVersion']],
	['prodVresion', ['prodVersion']],
	['PRODVERSION', ['prodVersion']],
	['rma', ['ram']],
	// os.version has three more edits, which is within a third of the length.
	['prod_version', ['prodVersion']],
	['C1', ['C01', 'C10', 'C11']],
	['prodV', ['prodVersion', 'prodEdition']],
	['platform', ['os.platform']],
	['touchy', ['touchScreen']],
	['editon', ['prodEdition']],
	['plat', ['os.platform']],
	['pla', []],
	['vresion', ['prodVersion', 'os.version']],
	['cors', []],
	['lastTouchScreen', ['touchScreen']],
	['crash.touchScreen', ['touchScreen']],
	['x', []],
	['', []],
	['zzzzzz', []],
	['constructor', []],
	['p'.repeat(41), []],
])('suggests for %s: %j', (word, near) => {
	expect(nearNames(word, names)).toEqual(near);
});

/** The definition itself, without the shortcuts: the fewest edits, tried one by one. */
function edits(from: string, to: string): number {
	if (from === '' || to === '') return from.length + to.length;
	const same = from.at(-1) === to.at(-1) ? 0 : 1;
	const [a, b] = [from.slice(0, -1), to.slice(0, -1)];
	const swapped =
		from.length > 1 && to.length > 1 && from.at(-1) === to.at(-2) && from.at(-2) === to.at(-1)
			? edits(from.slice(0, -2), to.slice(0, -2)) + 1
			: Number.POSITIVE_INFINITY;
	return Math.min(edits(a, b) + same, edits(a, to) + 1, edits(from, b) + 1, swapped);
}

test('finds names within a third of the length in edits, and none beyond', () => {
	const word = fc.string({unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6});
	fc.assert(
		fc.property(word, word, (typed, name) => {
			const found = nearNames(typed, [`${name}`, 'zzzzzzzzzzzz']).includes(name);
			const isClose = edits(typed, name) <= Math.max(1, Math.floor(typed.length / 3));
			if (isClose) expect(found).toBe(true);
		}),
		laws(300),
	);
});

test.each([
	['--frm', '--from', true],
	['--form', '--from', true],
	['--from', '--from', false],
	['--lvel', '--level', true],
	['--lv', '--level', false],
	// Words this short are other words, no typos.
	['--to', '--tz', false],
	['--to', '--top', false],
])('%s for %s is a typo: %s', (word, name, isOne) => {
	expect(isTypo(word, name)).toBe(isOne);
});
