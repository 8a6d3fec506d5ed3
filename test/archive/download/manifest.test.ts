import {expect, test} from 'vitest';
import {parseAwaitedFiles, parseManifest} from '../../../src/archive/download/manifest.ts';

test.each(['null', '7', '"name"', '[]', '{}', '{"name": "7_exc_2026-11-21.zip", "kin', ''])(
	'ignores a line that a kill or a full disk left behind (%s)',
	line => {
		expect(parseManifest(`${line}\n`)).toEqual(new Map());
	},
);

const kept = {
	name: '7_exc_2026-11-21.zip',
	kind: 'daily',
	from: '2026-11-21',
	to: '2026-11-21',
	listedKB: 1.5,
	sha256: '00',
	size: 1500,
	entries: [],
	fetchedAt: '2026-11-22T06:00:00.000Z',
	zip: true,
	unpacked: '7_exc_2026-11-21',
	state: 'placed',
};
const namesIn = (...lines: readonly object[]) => [
	...parseManifest(lines.map(line => `${JSON.stringify(line)}\n`).join('\n')).keys(),
];

test('uses the last record of a name and leaves out removed files', () => {
	const other = {...kept, name: '7_exc_2026-11-22.zip', unpacked: null};
	expect(namesIn(kept, other)).toEqual([kept.name, other.name]);
	expect(namesIn(kept, other, {...kept, size: 7})).toEqual([other.name, kept.name]);
	expect(namesIn(kept, other, {...kept, state: 'removed'})).toEqual([other.name]);
});

test.each([
	{name: '../7_exc_2026-11-21.zip'},
	{name: 'x/7_exc_2026-11-21.zip'},
	{name: '/etc/passwd'},
	{unpacked: '../x'},
	{unpacked: 'a/b'},
	{unpacked: '/etc'},
	{unpacked: ''},
	{unpacked: '.'},
	{unpacked: 7},
	{unpacked: undefined},
	{entries: {}},
	{size: '1500'},
	{sha256: null},
	{zip: 1},
])('ignores a record with %j', change => {
	expect(namesIn({...kept, ...change})).toEqual([]);
});

test('a manifest of another kind is damaged, with few lines tried', () => {
	for (const parse of [parseManifest, parseAwaitedFiles]) {
		expect([...parse('at F.G()\n\n'.repeat(1000))]).toEqual([]);
		expect(() => parse('at F.G()\n'.repeat(400_000))).toThrow('more than 1000 lines that are not JSON');
	}
});
