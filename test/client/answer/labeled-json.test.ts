import fc from 'fast-check';
import {expect, test} from 'vitest';
import {parseLabeled} from '../../../src/client/answer/labeled-json.ts';
import type {Labeled} from '../../../src/contract/value-schemas.ts';
import {CliError} from '../../../src/errors.ts';
import {laws} from '../../support/laws/laws.ts';

const read = parseLabeled;

/** A JSON value whose objects are lists of members, so that order and odd names are part of the comparison. */
type Tree =
	| string
	| number
	| boolean
	| null
	| {readonly items: readonly Tree[]}
	| {readonly members: readonly Member[]};
type Member = readonly [string, Tree];

const print = (tree: Tree, blank: string): string => {
	if (tree === null || typeof tree !== 'object') return JSON.stringify(tree);
	if ('items' in tree)
		return `[${blank}${tree.items.map(item => print(item, blank)).join(`${blank},${blank}`)}${blank}]`;
	const members = tree.members.map(([name, value]) => `${JSON.stringify(name)}${blank}:${blank}${print(value, blank)}`);
	return `{${blank}${members.join(`${blank},${blank}`)}${blank}}`;
};

const treeOf = (value: Labeled): Tree => {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return {items: value.map(treeOf)};
	return {members: Array.from(value as ReadonlyMap<string, Labeled>, ([name, item]) => [name, treeOf(item)] as const)};
};

const name = fc.oneof(
	fc.constantFrom(
		'',
		'10',
		'9',
		'-1',
		'__proto__',
		'constructor',
		'toString',
		'totals',
		'<NULL>',
		'≤ 1',
		'"',
		'\\',
		'é',
	),
	fc.string({unit: 'binary', maxLength: 6}),
);
const number = fc
	.oneof(fc.integer(), fc.double({noDefaultInfinity: true, noNaN: true}), fc.constantFrom(0, -0.5, 1e21, 1e-7))
	.filter(value => !Number.isInteger(value) || Number.isSafeInteger(value) || value === 1e21)
	.map(value => (value === 0 || value === 1e21 ? 0 : value));
const {tree} = fc.letrec<{tree: Tree; items: Tree; members: Tree}>(tie => ({
	tree: fc.oneof({depthSize: 'small'}, number, fc.boolean(), fc.constant(null), name, tie('items'), tie('members')),
	items: fc.array(tie('tree'), {maxLength: 4}).map(items => ({items})),
	members: fc
		.uniqueArray(fc.tuple(name, tie('tree')), {selector: ([label]) => label, maxLength: 5})
		.map(members => ({members})),
}));

test('reads any JSON text in its order, whatever its names', () => {
	fc.assert(
		fc.property(tree, fc.constantFrom('', ' ', '\n\t', '\r\n  '), (value, blank) => {
			expect(treeOf(read(`${blank}${print(value, blank)}${blank}`))).toEqual(value);
		}),
		laws(200),
	);
});

test('finds members in any order, and repeatedly', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(name, {minLength: 1, maxLength: 6}),
			fc.array(fc.nat(), {maxLength: 12}),
			(names, asks) => {
				const map = read(print({members: names.map((label, index) => [label, index])}, '')) as ReadonlyMap<
					string,
					Labeled
				>;
				for (const ask of asks) expect(map.get(names[ask % names.length] as string)).toBe(ask % names.length);
				expect([map.size, map.has(`${names.join('')}!`), map.get(`${names.join('')}!`)]).toEqual([
					names.length,
					false,
					undefined,
				]);
				expect([...map.keys()]).toEqual(names);
				expect([...map.values()]).toEqual(names.map((_, index) => index));
			},
		),
	);
});

test('accepts and rejects the same texts as JSON.parse', () => {
	const accepts = (reader: () => unknown) => {
		try {
			reader();
			return true;
		} catch (error) {
			// JSON, with a number that cannot be kept or a label that comes twice.
			return error instanceof CliError;
		}
	};
	const characters = fc.constantFrom(...'{}[]:,"\\/0123456789-+.eEtrufalsn \n\tx\u0001é');
	const mutated = fc
		.tuple(tree, fc.nat(), fc.nat({max: 3}), fc.string({unit: characters, maxLength: 3}))
		.map(([value, at, drop, put]) => {
			const text = print(value, '');
			const place = at % (text.length + 1);
			return text.slice(0, place) + put + text.slice(place + drop);
		});
	fc.assert(
		fc.property(fc.oneof(mutated, fc.string({unit: characters, maxLength: 12})), text => {
			expect(accepts(() => read(text))).toBe(accepts(() => JSON.parse(text)));
		}),
		laws(500),
	);
});

test.each([
	`${'['.repeat(101)}${']'.repeat(101)}`,
	`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`,
	`${'['.repeat(200_000)}${']'.repeat(200_000)}`,
])('rejects nesting deeper than 100: %.20s', text => {
	expect(() => read(text)).toThrow(new SyntaxError('nested deeper than 100'));
});

test('reads names and texts that begin with a digit or the mark unchanged, escaped or not', () => {
	const text = String.raw`{"b":"1","10":"#1","\u0039":"#","#10":"\u0023","\u00239":"\"1","\\":"\\","\\1":"\"#"}`;
	expect([...(read(text) as ReadonlyMap<string, Labeled>)]).toEqual([
		['b', '1'],
		['10', '#1'],
		['9', '#'],
		['#10', '#'],
		['#9', '"1'],
		['\\', '\\'],
		['\\1', '"#'],
	]);
});

test('does not mistake an escape in a label for a backslash of an earlier label', () => {
	const labels = fc.constantFrom(
		'',
		'\\',
		'"',
		'\n',
		'a',
		'a\\',
		'a"',
		'a\t',
		'C:\\',
		'C:"',
		'\\"',
		'"\\',
		'#\\',
		'1\\',
		'1"',
	);
	fc.assert(
		fc.property(fc.array(fc.uniqueArray(labels, {maxLength: 4}), {maxLength: 30}), rows => {
			// No object has these names here: JSON.parse would know them from it.
			const printed = rows.map(row => `{${row.map(label => `${JSON.stringify(label)}:0`).join(',')}}`);
			const found = read(`[${printed.join(',')}]`) as readonly ReadonlyMap<string, Labeled>[];
			expect(found.map(row => [...row.keys()].toSorted())).toEqual(rows.map(row => row.toSorted()));
			for (const [index, row] of rows.entries()) for (const label of row) expect(found[index]?.get(label)).toBe(0);
		}),
	);
});

test('rejects a repeated label at any depth and in any spelling', () => {
	fc.assert(
		fc.property(tree, name, fc.constantFrom('', ' ', '\n'), (value, label, blank) => {
			const members: Tree = {
				members: [
					['before', value],
					[label, 1],
					['between', value],
					[label, value],
				],
			};
			const text = print({items: [value, {members: [['deep', members]]}]}, blank);
			expect(() => read(text)).toThrow('the same label twice');
		}),
	);
	expect(() => read(String.raw`{"a":1,"\u0061":2}`)).toThrow('the same label twice');
});

test.each(['9007199254740993', '-9007199254740992', '1e999', '12345678901234567890'])(
	'rejects %s, which a double cannot represent exactly',
	digits => {
		expect(() => read(`{"first":1,"counts":[{"count":${digits}}]}`)).toThrow(
			expect.objectContaining({kind: 'refused', message: expect.stringContaining(digits)}),
		);
	},
);

test.each(['"', '\\', '\\"', '\\":', '1"', ' ": '])('reads a label and a text of 200,000 times %j', part => {
	const long = part.repeat(200_000);
	const map = read(JSON.stringify({[`a${long}`]: long})) as ReadonlyMap<string, Labeled>;
	expect(map.get(`a${long}`) === long).toBe(true);
});

test('keeps the largest exact integers', () => {
	expect(read('[9007199254740991,-9007199254740991,1234567890,0.1234567890123456789]')).toEqual([
		9007199254740991, -9007199254740991, 1234567890, 0.12345678901234568,
	]);
});
