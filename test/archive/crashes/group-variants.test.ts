import {expect, test} from 'vitest';
import {alignFrames, type CrashVariant, groupVariants} from '../../../src/archive/crashes/group-variants.ts';
import {makeFaults} from '../../support/data/crash-month.ts';
import {createRandom} from '../../support/data/mutate.ts';

test.each<[string, string, string, string | undefined]>([
	['the same', 'abc', 'abc', 'abc'],
	['one frame inlined', 'abc', 'ac', 'abc'],
	['frames inlined in both', 'abde', 'acde', undefined],
	['frames inlined in both, in two places', 'acde', 'abce', 'abcde'],
	['another way in between', 'axb', 'ayb', undefined],
	['nothing alike', 'abc', 'xyz', undefined],
	['nothing', '', '', ''],
])('aligns stacks: %s', (_, one, other, merged) => {
	expect(alignFrames([...one], [...other])?.merged.join('')).toBe(merged);
	expect(alignFrames([...other], [...one])?.merged.join('')).toBe(merged);
});

const variant = (fingerprint: string, frames: string, changes: Partial<CrashVariant> = {}): CrashVariant => ({
	fingerprint,
	key: 'Class\nMethod',
	frames: [...frames],
	reports: 10,
	firstDay: '2026-10-01',
	...changes,
});
const heads = (...variants: CrashVariant[]) => Object.fromEntries(groupVariants(variants));

test('names a group after its earliest variant, so that later ones do not rename it', () => {
	const first = variant('b', 'abcdefgh', {firstDay: '2026-10-02'});
	const later = variant('a', 'abcdefh', {firstDay: '2026-10-03', reports: 900});
	expect(heads(first, later)).toEqual({a: 'b', b: 'b'});
	expect(heads(later, first, variant('c', 'abcefgh', {firstDay: '2026-10-04'}))).toEqual({a: 'b', b: 'b', c: 'b'});
});

test.each<[string, readonly [CrashVariant, CrashVariant]]>([
	['another class or method', [variant('a', 'abcdefgh'), variant('b', 'abcdefgh', {key: 'Class\nOther'})]],
	['another way in between', [variant('a', 'abcdefgh'), variant('b', 'abcxyfgh')]],
	['short stacks that differ', [variant('a', 'abc'), variant('b', 'ac')]],
	['no stack at all', [variant('a', ''), variant('b', '')]],
	['a stack and none', [variant('a', 'abcdef'), variant('b', '')]],
])('does not join: %s', (_, pair) => {
	expect(heads(...pair)).toEqual({a: 'a', b: 'b'});
});

test('joins stacks that differ in a place without a function name, in two builds only', () => {
	const withPlace = (fingerprint: string, place: string) => ({
		...variant(fingerprint, ''),
		frames: ['a', 'b', place, ...'cdefgh'],
	});
	expect(heads(withPlace('a', 'acme+1c10@5.0'), withPlace('b', 'acme+2f40@5.1'))).toEqual({a: 'a', b: 'a'});
	expect(heads(withPlace('a', 'acme+1c10@5.0'), withPlace('b', 'acme+2f40@5.0'))).toEqual({a: 'a', b: 'b'});
	expect(heads(withPlace('a', 'acme+1c10@5.0'), withPlace('b', 'other+1c10@5.1'))).toEqual({a: 'a', b: 'b'});
	const places = (build: string) => Array.from({length: 8}, (_, at) => `acme+${at}@${build}`);
	expect(heads({...variant('a', ''), frames: places('5.0')}, {...variant('b', ''), frames: places('5.1')})).toEqual({
		a: 'a',
		b: 'b',
	});
});

test('adds a rare short stack to a group only if it fits into no other', () => {
	const rest = variant('r', 'aeh', {reports: 1, firstDay: '2026-10-09'});
	expect(heads(variant('a', 'abcdefgh'), rest)).toEqual({a: 'a', r: 'a'});
	expect(heads(variant('a', 'abcdefgh'), variant('b', 'axyzefgh'), rest)).toEqual({a: 'a', b: 'b', r: 'r'});
});

test('compares thousands of unrelated stacks of one method quickly', () => {
	const random = createRandom(3);
	const variants = Array.from({length: 4000}, (_, at) => ({
		...variant(String(at), ''),
		frames: Array.from({length: 40}, () => `f${random.below(1e6)}`),
	}));
	expect(new Set(groupVariants(variants).values()).size).toBe(4000);
});

test.each([0.05, 0.1])('neither splits nor merges any of 400 crashes when each frame is inlined at %d', share => {
	for (let seed = 1; seed <= 10; seed++) {
		const random = createRandom(seed);
		const owners = new Map<string, string>();
		const variants = new Map<string, CrashVariant>();
		for (const {name, class: kind, method, frames: whole} of makeFaults(40, random)) {
			for (let left = 5 + random.below(200); left > 0; left--) {
				const frames = whole.filter((_, at) => at === 0 || at === whole.length - 1 || random.next() > share);
				const fingerprint = [kind, method, ...frames].join('\n');
				owners.set(fingerprint, name);
				variants.set(fingerprint, {
					fingerprint,
					key: `${kind}\n${method}`,
					frames,
					reports: (variants.get(fingerprint)?.reports ?? 0) + 1,
					firstDay: '2026-10-01',
				});
			}
		}
		const found = groupVariants([...variants.values()]);
		const pairs = new Set([...owners].map(([fingerprint, name]) => `${name} ${found.get(fingerprint)}`));
		expect(pairs.size).toBe(new Set(owners.values()).size);
		expect(new Set(found.values()).size).toBe(pairs.size);
	}
});
