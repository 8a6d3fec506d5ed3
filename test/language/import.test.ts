import {describe, expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {type Compiled, compileFilter, compileKeyFilter} from '../../src/language/compile-expressions.ts';
import {compileKind, type ExpressionKind} from '../../src/language/expression-kinds.ts';
import {readJson} from '../../src/language/source/read-json.ts';

/** JSON from saved requests and its normal form, written by hand from the specification's table of filters. */

const context = {today: '2025-03-15'};
const filter = (text: string): Compiled<object> => compileFilter([{name: '--filter', text, readJson}], context);

describe('globalFilters of recorded requests, to their normal form', () => {
	test.each([
		[
			'a date filter that omits its type',
			'{"dateInstalled":{"min":"2018-01-01"}}',
			'{"dateInstalled":{"type":"dateRange","min":"2018-01-01"}}',
		],
		[
			'a yes or no that omits its type',
			'{"touchScreen":{"value":true}}',
			'{"touchScreen":{"type":"boolean","value":true}}',
		],
		[
			'an array of one',
			'{"prodVersion":{"type":"stringArray","value":["4.1"]}}',
			'{"prodVersion":{"type":"string","value":"4.1"}}',
		],
		[
			'a value twice',
			'{"prodVersion":{"type":"stringArray","value":["b","a","b"]}}',
			'{"prodVersion":{"type":"stringArray","value":["b","a"]}}',
		],
		[
			'includeNull false beside a value',
			'{"prodVersion":{"type":"string","value":"a","includeNull":false}}',
			'{"prodVersion":{"type":"string","value":"a"}}',
		],
		[
			'includeNull false beside a yes or no',
			'{"touchScreen":{"value":true,"includeNull":false}}',
			'{"touchScreen":{"type":"boolean","value":true}}',
		],
		['a number that is known', '{"ram":{"includeNull":false}}', '{"ram":{"includeNull":false}}'],
		[
			'a level that is known',
			'{"geography":{"type":"string","country":{"includeNull":false},"continent":"EU"}}',
			'{"geography":{"type":"string","continent":"EU","country":{"includeNull":false}}}',
		],
		[
			'a text that is known',
			'{"prodVersion":{"includeNull":false}}',
			'{"prodVersion":{"type":"regex","value":".*","includeNull":false}}',
		],
		[
			'every value but null',
			'{"prodVersion":{"type":"regex","value":".*","includeNull":false}}',
			'{"prodVersion":{"type":"regex","value":".*","includeNull":false}}',
		],
		[
			'every value, null not named',
			'{"prodVersion":{"type":"regex","value":".*"}}',
			'{"prodVersion":{"type":"regex","value":".*","includeNull":false}}',
		],
		[
			'every value of what is never null',
			'{"clientId":{"type":"regex","value":".*"}}',
			'{"clientId":{"type":"regex","value":".*"}}',
		],
		['null alone', '{"ram":{"includeNull":true}}', '{"ram":{"includeNull":true}}'],
		['null alone of a text', '{"prodVersion":{"includeNull":true}}', '{"prodVersion":{"includeNull":true}}'],
		['an upper end alone', '{"ram":{"type":"numberRange","max":1}}', '{"ram":{"type":"numberRange","max":1}}'],
		[
			'null beside the value of a level',
			'{"os":{"version":{"value":"10","includeNull":true},"type":"string"}}',
			'{"os":{"type":"string","version":{"value":"10","includeNull":true}}}',
		],
		[
			'how often an event was used',
			'{"lifetimeEventUsage":{"min":2,"name":"b","category":"a"}}',
			'{"lifetimeEventUsage":{"category":"a","name":"b","min":2}}',
		],
		[
			'a sum of events, with expressions and without a category',
			'{"lifetimeEventUsage":{"combiArray":[{"categoryType":"string","nameType":"regex","category":null,"name":"^a"},{"categoryType":"regex","nameType":"string","category":"x","name":""}]}}',
			'{"lifetimeEventUsage":{"combiArray":[{"categoryType":"string","nameType":"regex","category":null,"name":"^a"},{"categoryType":"regex","nameType":"string","category":"x","name":""}]}}',
		],
		[
			'the largest number',
			'{"cpuCores":{"value":9007199254740991,"type":"number"}}',
			'{"cpuCores":{"type":"number","value":9007199254740991}}',
		],
		[
			'arrays of one in every level',
			'{"os":{"type":"stringArray","platform":["Windows"],"version":["10"]}}',
			'{"os":{"type":"string","platform":"Windows","version":"10"}}',
		],
		[
			'two values in one level only',
			'{"os":{"type":"stringArray","platform":["Windows"],"version":["10","11"]}}',
			'{"os":{"type":"stringArray","platform":["Windows"],"version":["10","11"]}}',
		],
		[
			'a level object without includeNull',
			'{"os":{"type":"string","version":{"value":"10"}}}',
			'{"os":{"type":"string","version":"10"}}',
		],
		[
			'flags in any order',
			'{"licenseStatus":[{"expired":false,"activated":true},{"activated":true,"expired":false}]}',
			'{"licenseStatus":[{"activated":true,"expired":false}]}',
		],
		[
			'one array of campaigns left out, a channel empty',
			'{"outreachDeliveries":[{"auto":{"delivered":["C1"]},"manual":{"delivered":[],"undelivered":[]}}]}',
			'{"outreachDeliveries":[{"auto":{"delivered":["C1"],"undelivered":[]}}]}',
		],
		[
			'properties in any order',
			'{"touchScreen":{"value":false},"prodVersion":{"type":"string","value":"a"}}',
			'{"prodVersion":{"type":"string","value":"a"},"touchScreen":{"type":"boolean","value":false}}',
		],
		['nothing', '{}', '{}'],
		[
			'blanks, newlines, a byte order mark',
			'\uFEFF \n{ "ram" :\n { "type" : "number", "value" : 1 } } \n',
			'{"ram":{"type":"number","value":1}}',
		],
	])('%s', (_, json, normal) => {
		const compiled = filter(json);
		// JSON is sent as it is; its text compiles to its normal form, whose text is the same (L14).
		expect(compiled.json).toEqual(JSON.parse(json.replace('\uFEFF', '')));
		expect(filter(normal).canonical).toBe(compiled.canonical);
		if (compiled.canonical !== '') expect(JSON.stringify(filter(compiled.canonical).json)).toBe(normal);
	});
});

test('JSON can be combined with other filters', () => {
	const sources = [
		{name: '--filter', text: '{"ram":{"type":"numberRange","min":4096}}', readJson},
		{name: '--filter#2', text: 'ram<=8GB', readJson},
	];
	expect(compileFilter(sources, context).canonical).toBe('ram=4GB..8GB');
	const known = {name: '--filter', text: '{"prodVersion":{"type":"regex","value":".*"}}', readJson};
	expect(compileFilter([known, {name: '--filter#2', text: 'prodVersion=4', readJson}], context).canonical).toBe(
		'prodVersion=4',
	);
	const twice = [...sources, {name: 'a.json', text: '{"ram":{"type":"number","value":1}}', readJson}];
	expect(() => compileFilter(twice, context)).toThrow("two filters on ram cannot be joined by 'and'");
});

test('no levels give an empty object', () => {
	expect(compileKind('level', [], context)).toMatchObject({json: {}, canonical: ''});
});

test('minus zero is zero', () => {
	expect(filter('{"cpuCores":{"type":"number","value":-0}}').canonical).toBe('cpuCores=0');
	expect(filter('cpuCores=-0').json).toEqual({cpuCores: {type: 'number', value: 0}});
});

test('codes outside ISO are accepted on request', () => {
	const text = '{"geography":{"type":"string","country":"XK"}}';
	expect(JSON.stringify(compileFilter([{name: 'f', text, readJson}], {...context, anyCode: true}).json)).toBe(text);
	expect(compileFilter([{name: 'f', text: 'country=a1', readJson}], {...context, anyCode: true}).json).toEqual({
		geography: {type: 'string', country: 'A1'},
	});
	const {texts} = compileKind('filter', [{name: 'f', text, readJson}], {...context, anyCode: true});
	expect(texts).toEqual(['geography.country=XK']);
});

test('inherited members of objects are not property names', () => {
	for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
		const text = `{"${name}":{"type":"string","value":"x"}}`;
		expect(() => filter(text)).toThrow(`there is no property '${name}'`);
	}
});

test('a filter of the key registry', () => {
	const text =
		'{"overQuotaCount":{"type":"numberRange","min":3},"autoCollected":true,"addedDate":{"type":"dateRange","min":"2024-01-01"}}';
	const {json, canonical} = compileKeyFilter([{name: 'f', text, readJson}], context);
	expect(canonical).toBe('addedDate>=2024-01-01 and autoCollected=true and overQuotaCount>=3');
	expect(json).toEqual(JSON.parse(text));
});

describe('segments, levels and events', () => {
	test.each<[ExpressionKind, string, string, string]>([
		['segment', '{"segmentBy":"prodVersion"}', '{"segmentBy":"prodVersion"}', 'prodVersion'],
		['segment', '{"segmentBy":"installationWeek"}', '{"segmentBy":"installationWeek"}', 'installationWeek'],
		[
			'segment',
			'{"segmentBy":"prodVersion","segments":{"type":"stringArray","value":["a","a"]}}',
			'{"segmentBy":"prodVersion","segments":[{"type":"stringArray","value":["a"],"split":true}]}',
			'prodVersion: each (a)',
		],
		[
			'segment',
			'{"segmentBy":"prodVersion","segments":[{"type":"regex","value":"^4","segmentLabel":"Four"}]}',
			'{"segmentBy":"prodVersion","segments":[{"type":"regex","value":"^4","split":false,"segmentLabel":"Four"}]}',
			"prodVersion: Four = ~'^4'",
		],
		[
			'segment',
			'{"segmentBy":"prodVersion","segments":[{"type":"string","value":"a","includeNull":true,"segmentLabel":"A"}]}',
			'{"segmentBy":"prodVersion","segments":[{"type":"stringArray","value":["a"],"includeNull":true,"split":false,"segmentLabel":"A"}]}',
			'prodVersion: A = (a,null)',
		],
		[
			'segment',
			'{"segmentBy":"prodVersion","segments":[{"includeNull":true},{"type":"string","value":"b","includeNull":false}]}',
			'{"segmentBy":"prodVersion","segments":[{"includeNull":true,"segmentLabel":"<NULL>"},{"type":"string","value":"b"}]}',
			'prodVersion: null, b',
		],
		[
			'segment',
			'{"segmentBy":"prodVersion","segments":[{"segmentLabel":"None","includeNull":true},{"type":"regex","value":".*","segmentLabel":"Any"}]}',
			'{"segmentBy":"prodVersion","segments":[{"includeNull":true,"segmentLabel":"None"},{"type":"regex","value":".*","split":false,"segmentLabel":"Any"}]}',
			'prodVersion: None = null, Any = *',
		],
		...['A b..c', 'A (b', 'A b)'].map((label): [ExpressionKind, string, string, string] => {
			const json = `{"segmentBy":"prodVersion","segments":[{"type":"string","value":"x","segmentLabel":"${label}"}]}`;
			return ['segment', json, json, `prodVersion: '${label}' = x`];
		}),
		[
			'segment',
			'{"segmentBy":"geography.country","segments":[{"type":"string","value":"us"}]}',
			'{"segmentBy":"geography.country","segments":[{"type":"string","value":"US"}]}',
			'geography.country: US',
		],
		[
			'segment',
			'{"segmentBy":"ram","segments":[{"type":"number","value":8192},{"type":"numberRange","min":1,"max":2,"includeNull":true,"segmentLabel":"x"},{"type":"numberRange","max":4,"segmentLabel":"low"},{"includeNull":true}]}',
			'{"segmentBy":"ram","segments":[{"type":"number","value":8192},{"type":"numberRange","min":1,"max":2,"includeNull":true,"segmentLabel":"x"},{"type":"numberRange","max":4,"segmentLabel":"low"},{"includeNull":true,"segmentLabel":"<NULL>"}]}',
			'ram: 8GB, x = (1MB..2MB,null), low = ..4MB, null',
		],
		[
			'segment',
			'{"segmentBy":"cpuCores","segments":[{"type":"numberRange","min":9,"segmentLabel":"more"},{"type":"number","value":1,"includeNull":true,"segmentLabel":"One"}]}',
			'{"segmentBy":"cpuCores","segments":[{"type":"numberRange","min":9,"segmentLabel":"more"},{"type":"number","value":1,"includeNull":true,"segmentLabel":"One"}]}',
			'cpuCores: more = 9.., One = (1,null)',
		],
		[
			'segment',
			'{"segmentBy":"touchScreen","segments":[{"type":"boolean","value":true,"segmentLabel":"Yes"},{"segmentLabel":"No","type":"boolean","value":false}]}',
			'{"segmentBy":"touchScreen","segments":[{"type":"boolean","value":true,"segmentLabel":"Yes"},{"type":"boolean","value":false,"segmentLabel":"No"}]}',
			"touchScreen: 'Yes' = true, 'No' = false",
		],
		[
			'segment',
			'{"segmentBy":"licenseStatus","segments":[{"segmentLabel":"A","activated":true,"expired":false},{"blacklisted":true,"segmentLabel":"B"}]}',
			'{"segmentBy":"licenseStatus","segments":[{"segmentLabel":"A","activated":true,"expired":false},{"segmentLabel":"B","blacklisted":true}]}',
			'licenseStatus: A = activated and not expired, B = blacklisted',
		],
		[
			'segment',
			'{"segmentBy":"prodVersion","segments":[{"type":"regex","value":"^4","limit":999999999},{"type":"stringArray","value":["x","y"],"segmentLabel":"XY"}]}',
			'{"segmentBy":"prodVersion","segments":[{"type":"regex","value":"^4","split":true,"limit":999999999},{"type":"stringArray","value":["x","y"],"split":false,"segmentLabel":"XY"}]}',
			"prodVersion: each ~'^4' limit 999999999, XY = (x,y)",
		],
		[
			'level',
			'{"level1":{"property":"prodVersion","segments":[{"type":"string","value":"a"}],"sortDirection":"desc"}}',
			'{"level1":{"property":"prodVersion","segments":[{"type":"string","value":"a"}],"sort":"alpha","sortDirection":"desc"}}',
			'prodVersion: a sort alpha desc',
		],
		['level', '{}', '{}', ''],
		[
			'level',
			'prodVersion',
			'{"level1":{"property":"prodVersion","segments":[{"type":"regex","value":".*","split":true},{"includeNull":true,"segmentLabel":"<NULL>"}]}}',
			'prodVersion: each *, null',
		],
		['event', '{"name":"Start","category":null}', '{"category":null,"name":"Start"}', 'null/Start'],
		[
			'event',
			'{"combiArray":[{"name":"b","category":"a","nameType":"string","categoryType":"string"}],"combiLabel":"L"}',
			'{"combiLabel":"L","combiArray":[{"categoryType":"string","nameType":"string","category":"a","name":"b"}]}',
			'L = combi(a/b)',
		],
	])('%s %s', (kind, json, normal, text) => {
		const {canonical} = compileKind(kind, [{name: 'f', text: json, readJson}], context);
		expect(canonical).toBe(text);
		if (canonical !== '')
			expect(JSON.stringify(compileKind(kind, [{name: 'f', text: canonical}], context).json)).toBe(normal);
	});
});

function failureOf(compile: () => unknown): CliError {
	try {
		compile();
	} catch (error) {
		if (error instanceof CliError) return error;
		throw error;
	}
	throw new Error('compiled, though it must not');
}

test.each<[ExpressionKind, string, string]>([
	['filter', '{"ram":{"value":1}}', '{"value":1}'],
	['filter', '{"os":{"version":"10"}}', '{"version":"10"}'],
	['filter', '{"geography":{"type":"string","country":"us"}}', '"us"'],
	['filter', '{"ram":{"type":"numberRange","min":9,"max":8}}', '{"type":"numberRange","min":9,"max":8}'],
	['filter', '{"ram":{"type":"numberRnge","min":9}}', '"numberRnge"'],
	['filter', '{"licenseStatus":[{"activated":true},{"actived":true}]}', 'true'],
	['key', '{"overQuotaCount":{"type":"number","value":1.5}}', '1.5'],
	...['0', '1.5', '-1', '"5"'].map((limit): [ExpressionKind, string, string] => [
		'segment',
		`{"segmentBy":"prodVersion","segments":[{"type":"regex","value":"^4","limit":${limit}}]}`,
		limit,
	]),
	['level', '{"level1":{"property":"prodVersion","segments":[{"type":"string"}]}}', '{"type":"string"}'],
	['event', '{"category":"a","name":5}', '5'],
])('%s %s: the contract rejects %s', (kind, text, marked) => {
	const {code, place} = failureOf(() => compileKind(kind, [{name: 'f', text, readJson}], context)).details;
	const [start, length] = [(place?.column ?? 0) - 1, place?.length ?? 0];
	expect({code, marked: text.slice(start, start + length)}).toEqual({code: 'bad-shape', marked});
});

test('all errors of several filters are reported at once, with suggestions', () => {
	const sources = [
		{name: 'a', text: '{"ram":{"type":"numberRange","max":9,"mn":1},"cpuCores":{"type":"numbr","value":1}}', readJson},
		{name: 'b', text: 'ramm>=8GB'},
	];
	const {details} = failureOf(() => compileFilter(sources, context));
	expect(details.errors?.map(error => error.details.suggest)).toEqual([['min'], ['number'], ['ram']]);
});

test.each<[ExpressionKind, string, string]>([
	['filter', '{"licenseStatus":[{}]}', 'a flag is missing'],
	['filter', '{"prodVersion":{"type":"regex","value":""}}', 'the regular expression is empty'],
	['filter', '{"clientId":{"includeNull":true}}', 'clientId does not support null'],
	['filter', '{"touchScreen":{"value":true,"includeNull":true}}', 'touchScreen does not support null'],
	['filter', '{"geography":{"type":"string","country":"UK"}}', "'UK' is not a country code"],
	[
		'filter',
		'{"outreachDeliveries":[{"auto":{"delivered":["a"],"undelivered":["a"]}}]}',
		'campaign auto/a cannot be both',
	],
	[
		'segment',
		'{"segmentBy":"prodVersion","segments":[{"type":"regex","value":""}]}',
		'the regular expression is empty',
	],
	[
		'level',
		'{"level1":{"property":"os.platform","segments":[{"type":"regex","value":"a","limit":1000000000}]}}',
		'1000000000',
	],
	[
		'event',
		'{"combiArray":[{"categoryType":"string","nameType":"string","category":"a","name":"b"},{"categoryType":"string","nameType":"string","category":"a","name":"b"}]}',
		'this event is in the sum already',
	],
])('%s %s is sent unchanged with a warning, because no text can express it', (kind, text, reason) => {
	const {json, canonical, warnings} = compileKind(kind, [{name: 'f', text, readJson}], context);
	expect({json: JSON.stringify(json), canonical}).toEqual({json: text, canonical: text});
	expect(warnings.map(({message}) => message).join()).toMatch(new RegExp(`${reason}.*sent unchanged`));
});
