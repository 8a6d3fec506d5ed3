import {describe, expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {compileKind, type ExpressionKind, flagOfKind} from '../../src/language/expression-kinds.ts';
import type {LanguageContext} from '../../src/language/language-context.ts';
import {readJson} from '../../src/language/source/read-json.ts';

/** Edge cases of segments and levels (docs/service.md#segments). */

type Found = {readonly json?: object; readonly warned: readonly string[]; readonly refused?: string};

/** Returns the JSON and the codes of warnings, or the code and the message of the error. */
function find(kind: ExpressionKind, texts: readonly string[], context: Partial<LanguageContext> = {}): Found {
	const sources = texts.map(text => ({name: flagOfKind[kind], text, readJson}));
	try {
		const {json, warnings} = compileKind(kind, sources, {today: '2025-03-15', ...context});
		return {json, warned: warnings.map(({code, message}) => `${code}: ${message}`)};
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		return {warned: [], refused: `${error.details.code}: ${error.message}`};
	}
}
const segments = (...texts: string[]) => find('segment', texts);

describe('ranges that share a value', () => {
	const overlaps = (text: string) =>
		segments(text).warned.map(line => /'(.*)' and '(.*)' overlap at (\S+):/.exec(line)?.slice(1).join(' '));

	test('are found in any order, even if not adjacent', () => {
		expect(overlaps('cpuCores: C = 8..16, B = 4..8, A = 1..4')).toEqual(['A B 4', 'B C 8']);
		expect(overlaps('cpuCores: Wide = 1..100, Low = 2..3, High = 50..60')).toEqual(['Wide Low 2', 'Wide High 50']);
		expect(overlaps('cpuCores: Low = ..4, Lower = ..2')).toEqual(['Low Lower 2']);
		expect(overlaps('cpuCores: Small = 1..4, Four = 4')).toEqual(['Small Four 4']);
		expect(overlaps('cpuCores: 4, Four = 4')).toEqual(['4 Four 4']);
		expect(overlaps('cpuCores: A = 1..9, B = 2..9, C = 3..4')).toEqual(['A B 2', 'A C 3']);
		expect(overlaps('cpuCores: Unknown = null, A = 1..4, B = 4..8')).toEqual(['A B 4']);
	});

	test('do not include adjacent ranges, null and different values', () => {
		expect(overlaps('cpuCores: 1..<4, 4..<8, 8.., Unknown = null')).toEqual([]);
		expect(overlaps('cpuCores: 1, 2, 3')).toEqual([]);
		expect(overlaps('prodVersion: a, (b,c), ~d')).toEqual([]);
	});

	test('are reported at most five times, with their code', () => {
		const {warned} = segments(
			`cpuCores: ${Array.from({length: 9}, (_, index) => `L${index} = 1..${index + 2}`).join(', ')}`,
		);
		expect(warned).toHaveLength(5);
		expect(warned[0]).toMatch(/^overlap: /);
	});
});

test('labels are unique, including values that serve as labels', () => {
	expect(segments('prodVersion: A = a, A = b').refused).toBe("label-twice: the label 'A' is used twice");
	expect(segments('prodVersion: a, a').refused).toBe("label-twice: the label 'a' is used twice");
	expect(segments('cpuCores: 4, "4" = 8').refused).toBe("label-twice: the label '4' is used twice");
	expect(segments('cpuCores: 4, 4').refused).toBe("label-twice: the label '4' is used twice");
	expect(segments('touchScreen: Yes = true, Yes = false').refused).toBe("label-twice: the label 'Yes' is used twice");
	// The labels of these segments come from the data.
	expect(segments('prodVersion: each (a,b), each (a,c)').refused).toBeUndefined();
	expect(segments('prodVersion: ~a, ~a').refused).toBeUndefined();
});

test('a range without a label is labeled by its text, with single spaces', () => {
	expect(segments('ram: >=  8GB').json).toMatchObject({segments: [{segmentLabel: '>= 8GB'}]});
});

test('warnings about segments have codes', () => {
	expect(segments("prodVersion: All = ~'^(4'").warned).toEqual([
		"regex: the regular expression '^(4' is probably invalid (Unterminated group)",
	]);
	expect(segments('prodVersion: prodEdition = a').warned).toEqual([
		"label: 'prodEdition' is read as a label, not as a property",
	]);
	expect(segments('prodVersion: A = (a,null)').warned.join()).toMatch(/^joined-null: /);
	expect(segments('ram: A = (4GB..8GB,null)').warned.join()).toMatch(/^joined-null: /);
});

test('a list contains values, patterns, or one regular expression', () => {
	const of = (text: string) =>
		(segments(text).json as {segments: readonly object[]} | undefined)?.segments[0] ?? segments(text).refused;
	expect(of('prodVersion: A = (a,b)')).toEqual({
		type: 'stringArray',
		value: ['a', 'b'],
		split: false,
		segmentLabel: 'A',
	});
	expect(of('prodVersion: A = (a,b*)')).toEqual({type: 'regex', value: '^(a|b.*)$', split: false, segmentLabel: 'A'});
	expect(of('prodVersion: A = (*,b)')).toEqual({type: 'regex', value: '.*', split: false, segmentLabel: 'A'});
	expect(of('prodVersion: each (a*,*)')).toEqual({type: 'regex', value: '.*', split: true});
	expect(of('prodVersion: A = (~x,null)')).toEqual({
		type: 'regex',
		value: 'x',
		includeNull: true,
		split: false,
		segmentLabel: 'A',
	});
	expect(of('prodVersion: A = (~x,null,null)')).toEqual(of('prodVersion: A = (~x,null)'));
	expect(of('prodVersion: A = (~x,y)')).toMatch(/^regex-list: /);
	expect(of('prodVersion: /a/')).toMatch(/^regex-with-equals: /);
	expect(of("prodVersion: '/a/'")).toEqual({type: 'string', value: '/a/'});
	expect(of('prodVersion: A = (a')).toBe("unclosed-paren: this '(' is never closed");
	expect(of('prodVersion: A = (a b=c)')).toBe("needs-quotes: '=' is not allowed in an unquoted segment");
});

test('limits are whole numbers from 1 to nine digits', () => {
	const limitOf = (text: string) => segments(`prodVersion: each * limit ${text}`).refused ?? 'taken';
	expect(['1', '999999999'].map(limitOf)).toEqual(['taken', 'taken']);
	expect(['0', '1000000000', 'x5', '5x', '-1', ''].map(text => limitOf(text).split(':')[0])).toEqual(
		Array(6).fill('bad-limit'),
	);
});

test('a level can be sorted by its name, or by a status in the request', () => {
	const sorted = (key: string) =>
		find('level', [`os.platform sort ${key}`], {clientStatus: ['new']}).refused?.split(':')[0] ?? 'taken';
	expect(['alpha', 'new', 'active', 'lost'].map(sorted)).toEqual(['taken', 'taken', 'sort-status', 'sort-status']);
	expect(find('level', ['os.platform sort lost']).refused).toBeUndefined();
});

test('JSON cannot be combined with text', () => {
	const json = '{"segmentBy":"prodVersion"}';
	expect(segments(json).json).toEqual({segmentBy: 'prodVersion'});
	expect(segments(json, 'A = a').refused).toBe("expected-property: '{' is not a property");
	const level = '{"level1":{"property":"prodVersion","segments":[{"type":"string","value":"a"}]}}';
	expect(find('level', [level]).refused).toBeUndefined();
	expect(find('level', [level, 'os.platform']).refused).toBe("expected-property: '{' is not a property");
});

test('further --segment flags add segments; a cohort takes none', () => {
	expect(segments('prodVersion: A = a', 'B = b', 'C = c, D = d').json).toEqual({
		segmentBy: 'prodVersion',
		segments: ['A', 'B', 'C', 'D'].map(label => ({type: 'string', value: label.toLowerCase(), segmentLabel: label})),
	});
	expect(segments('installationMonth', 'A = a').refused).toBe('segments-not-here: installationMonth takes no segments');
	expect(segments('prodVersion', '').refused).toBe('empty: the segment is empty');
});

test('null can be a segment of every nullable kind', () => {
	const nullOf = (text: string) =>
		(segments(text).json as {segments: readonly object[]} | undefined)?.segments ?? segments(text).refused;
	expect(nullOf('cpuCores: Unknown = null')).toEqual([{includeNull: true, segmentLabel: 'Unknown'}]);
	expect(nullOf('prodVersion: null')).toEqual([{includeNull: true, segmentLabel: '<NULL>'}]);
	expect(nullOf('touchScreen: Unknown = null')).toMatch(/^not-nullable: /);
	expect(nullOf('licenseStatus: Unknown = null')).toMatch(/^not-nullable: /);
	expect(nullOf('prodVersion: null limit 5')).toBe(
		"limit-joined: 'limit' works only if every value is its own segment",
	);
	for (const one of [
		'cpuCores: Unknown = null',
		'cpuCores: 4',
		'cpuCores: A = 1..4',
		'touchScreen: true',
		'licenseStatus: A = activated',
	])
		expect(nullOf(`${one} limit 5`), one).toMatch(/^limit-joined: /);
});
