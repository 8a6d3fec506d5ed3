import {expect, test} from 'vitest';
import {either, longName, optional, repeated, toggle, withDefault} from '../../../src/cli/definition/flag.ts';
import {oneOf, text} from '../../../src/cli/definition/flag-values.ts';
import {parseWords} from '../../../src/cli/parse/parse-words.ts';

const flags = {
	from: optional({flags: '--from <date>', summary: '', parse: text}),
	filter: repeated({flags: '-F, --filter <expression>', summary: '', parse: text}),
	activated: either({flags: '--activated', summary: ''}),
	// The same name as the global flag --no-input would have.
	body: optional({flags: '--input <file>', summary: '', parse: text}),
	wide: toggle({flags: '--wide', summary: ''}),
};
const args = [{name: '<key>', summary: ''}];

const parse = (...words: readonly string[]) => {
	const {errors, ...parsed} = parseWords(words, {path: 'keys get', flags, args});
	return {...parsed, errors: errors.map(({message}) => message)};
};

test.each([
	['values of any form', ['--from', '-30d', '--filter=', '-F--wide'], {from: ['-30d'], filter: ['', '--wide']}],
	['each text of a repeated flag, in order', ['-F', 'b', '--filter', 'a', '-Fc'], {filter: ['b', 'a', 'c']}],
	['the last of either form', ['--activated', '--no-activated'], {activated: ['false']}],
	['letters in a row', ['-qF', 'a'], {quiet: ['true'], filter: ['a']}],
	['--no-input beside --input', ['--no-input', '--input', 'a.json'], {input: ['false'], body: ['a.json']}],
])('%s', (_, words, texts) => {
	expect(parse(...words)).toEqual({texts, args: [], unknownFlags: [], errors: []});
});

test('finds every unknown flag with its value, and reads the known flags around them', () => {
	expect(parse('--form', '-30d', 'A', '--wide', '-qx', '--json=yes', '--', '-y')).toEqual({
		texts: {wide: ['true'], quiet: ['true']},
		args: ['A'],
		unknownFlags: ['--form', '-x', '--json=yes'],
		errors: [],
	});
	expect(parse('--one', '--two', '-z').unknownFlags).toEqual(['--one', '--two', '-z']);
});

test('requires the value of a last flag, and still finds unknown flags before it', () => {
	expect(parse('--form', 'x', '--from')).toEqual({
		texts: {},
		args: [],
		unknownFlags: ['--form'],
		errors: ['--from <date> needs a value'],
	});
	expect(parse('-F', 'a', '-qF')).toMatchObject({
		texts: {filter: ['a']},
		errors: ['-F, --filter <expression> needs a value'],
	});
});

test.each([
	[
		optional({flags: '--compare <range>', summary: '', parse: text, example: 'previous'}),
		'give one, such as --compare previous',
	],
	[optional({flags: '--split <period>', summary: '', ...oneOf(['day', 'week'])}), 'give one, such as --split day'],
	[withDefault({flags: '--within <days>', summary: '', parse: text, default: '30'}), 'give one, such as --within 30'],
	[flags.from, 'see usagectl keys get --help'],
])('names a value that is missing: %o', (flag, hint) => {
	const {errors} = parseWords([longName(flag)], {path: 'keys get', flags: {flag}});
	expect(errors.map(({details}) => details.hint)).toEqual([hint]);
});

test('never takes a flag for the value of another one', () => {
	for (const flag of ['--wide', '--no-activated', '-q', '-F'])
		expect(parse('A', '--from', flag, 'x').errors).toContain('--from <date> needs a value');
	expect(parse('A', '--from', '--wide')).toMatchObject({texts: {wide: ['true']}, args: ['A']});
	expect(parse('--from=--wide', '--filter', '-30d', '--filter', '--wider')).toMatchObject({
		texts: {from: ['--wide'], filter: ['-30d', '--wider']},
		errors: [],
	});
	expect(parse('--', '--from', '--wide')).toMatchObject({args: ['--from']});
});

test('treats words after -- and numbers as arguments, and rejects too many', () => {
	expect(parse('--', '--wide')).toMatchObject({texts: {}, args: ['--wide'], errors: []});
	expect(parse('-5')).toMatchObject({args: ['-5'], unknownFlags: [], errors: []});
	expect(parse('A', 'B', 'C')).toMatchObject({args: ['A'], errors: ["keys get does not take 'B' 'C'"]});
	// They may belong to the unknown flag.
	expect(parse('A', 'B', '--form')).toMatchObject({unknownFlags: ['--form'], errors: []});
});
