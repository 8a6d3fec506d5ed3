import fc from 'fast-check';
import {expect, test} from 'vitest';
import {compareVersions} from '../../src/text/version-order.ts';

test.each<[string, readonly string[]]>([
	['numbers by value', ['4.1', '4.2', '4.9', '4.10', '5', '10.0']],
	['parts that are missing as 0, then by text', ['5', '5.0', '5.0.0', '5.0.1']],
	[
		'the example of Semantic Versioning',
		[
			'1.0.0-alpha',
			'1.0.0-alpha.1',
			'1.0.0-alpha.beta',
			'1.0.0-beta',
			'1.0.0-beta.2',
			'1.0.0-beta.11',
			'1.0.0-rc.1',
			'1.0.0',
		],
	],
	['versions before a release, without a hyphen', ['5.0a2', '5.0b3', '5.0b12', '5.0rc1', '5.0', '5.0.1']],
	['the same in other forms', ['5.0 beta 2', '5.0-beta.3', '5.0.beta4', '5.0-RC1', '5.0_rc2', '5.0']],
	['a leading v', ['v4.9', '4.10', 'V4.11']],
	['no build metadata', ['5.0-rc1+zz', '5.0+aa', '5.0.1+a']],
	['versions after a release', ['5.0-rc1', '5.0', '5.0-sp1', '5.0-sp2', '5.1']],
	['letters as OpenSSL writes them', ['1.0.2', '1.0.2a', '1.0.2k', '1.0.3']],
	['numbers of any length', ['1.99999999999999999998', '1.99999999999999999999', '1.100000000000000000000']],
	['other texts last', ['5.0', 'insider 9', 'insider 10', 'unknown']],
])('orders %s', (_, versions) => {
	expect(versions.toReversed().toSorted(compareVersions)).toEqual(versions);
});

const version = fc
	.tuple(
		fc.constantFrom('', 'v'),
		fc.array(fc.integer({min: 0, max: 12}).map(String), {minLength: 1, maxLength: 3}),
		fc.constantFrom('', '-', '.', ' '),
		fc.constantFrom('', 'rc', 'rc1', 'beta.2', 'b3', 'b', 'sp1', 'final', 'x', '7'),
		fc.constantFrom('', '+5'),
	)
	.map(([v, numbers, sign, word, build]) => `${v}${numbers.join('.')}${sign}${word}${build}`);

test('law: a total order', () => {
	fc.assert(
		fc.property(version, version, version, (one, other, third) => {
			expect(Math.sign(compareVersions(one, other))).toBe(-Math.sign(compareVersions(other, one)) + 0);
			expect(compareVersions(one, other) === 0).toBe(one === other);
			if (compareVersions(one, other) <= 0 && compareVersions(other, third) <= 0)
				expect(compareVersions(one, third)).toBeLessThanOrEqual(0);
		}),
	);
});
