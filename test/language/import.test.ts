import {describe, expect, test} from 'vitest';
import {type Compiled, compileFilter, compileKeyFilter} from '../../src/language/compile-expressions.ts';
import {compileKind, type ExpressionKind} from '../../src/language/expression-kinds.ts';

/** JSON from saved requests and its normal form, written by hand from the specification's table of filters. */

const context = {today: '2025-03-15'};
const filter = (text: string): Compiled<object> => compileFilter([{name: '--filter', text}], context);

describe('globalFilters of recorded requests, to their normal form', () => {
	test.each([
		[
			'a date filter that omits its type',
			'{"dateInstalled":{"min":"2018-01-01"}}',
			'{"dateInstalled":{"type":"dateRange","min":"2018-01-01"}}',
		],
		[
			'a day that omits its type',
			'{"dateLastSeen":{"value":"2018-01-01"}}',
			'{"dateLastSeen":{"type":"date","value":"2018-01-01"}}',
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
			'{"os":{"version":{"value":"10","includeNull":true}}}',
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
			'{"cpuCores":{"value":9007199254740991}}',
			'{"cpuCores":{"type":"number","value":9007199254740991}}',
		],
		[
			'a number without its type',
			'{"ram":{"value":8192,"includeNull":true}}',
			'{"ram":{"type":"number","value":8192,"includeNull":true}}',
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
			'a level that omits its type',
			'{"os":{"version":["10","11"],"platform":"Linux"}}',
			'{"os":{"type":"stringArray","platform":["Linux"],"version":["10","11"]}}',
		],
		[
			'codes in any case',
			'{"geography":{"type":"stringArray","country":["us","DE"],"usState":["ca","us-ny"]}}',
			'{"geography":{"type":"stringArray","country":["US","DE"],"usState":["US-CA","US-NY"]}}',
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
			'\uFEFF \n{ "ram" :\n { "value" : 1 } } \n',
			'{"ram":{"type":"number","value":1}}',
		],
	])('%s', (_, json, normal) => {
		const compiled = filter(json);
		expect(JSON.stringify(compiled.json)).toBe(normal);
		// L14: the normal form of the normal form, and of its compiled text, is the same.
		expect(JSON.stringify(filter(normal).json)).toBe(normal);
		if (compiled.canonical !== '') expect(JSON.stringify(filter(compiled.canonical).json)).toBe(normal);
	});
});

test('JSON can be combined with other filters', () => {
	const sources = [
		{name: '--filter', text: '{"ram":{"type":"numberRange","min":4096}}'},
		{name: '--filter#2', text: 'ram<=8GB'},
	];
	expect(compileFilter(sources, context).canonical).toBe('ram=4GB..8GB');
	const known = {name: '--filter', text: '{"prodVersion":{"type":"regex","value":".*"}}'};
	expect(compileFilter([known, {name: '--filter#2', text: 'prodVersion=4'}], context).canonical).toBe('prodVersion=4');
	const twice = [...sources, {name: 'a.json', text: '{"ram":{"value":1}}'}];
	expect(() => compileFilter(twice, context)).toThrow("two filters on ram cannot be joined by 'and'");
});

test('no levels give an empty object', () => {
	expect(compileKind('level', [], context)).toMatchObject({json: {}, canonical: ''});
});

test('minus zero is zero', () => {
	expect(filter('{"cpuCores":{"value":-0}}').json).toEqual({cpuCores: {type: 'number', value: 0}});
	expect(filter('cpuCores=-0').json).toEqual({cpuCores: {type: 'number', value: 0}});
});

test('codes outside ISO are accepted on request', () => {
	const text = '{"geography":{"type":"string","country":"XK"}}';
	expect(JSON.stringify(compileFilter([{name: 'f', text}], {...context, anyCode: true}).json)).toBe(text);
	expect(compileFilter([{name: 'f', text: 'country=a1'}], {...context, anyCode: true}).json).toEqual({
		geography: {type: 'string', country: 'A1'},
	});
	const printed = compileKind('filter', [{name: 'f', text}], {...context, anyCode: true});
	expect(printed.print("'")).toEqual(['geography.country=XK']);
});

test('inherited members of objects are not property names', () => {
	for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
		const text = `{"${name}":{"type":"string","value":"x"}}`;
		expect(() => filter(text)).toThrow(`there is no property '${name}'`);
	}
});

test('a filter of the key registry', () => {
	const text =
		'{"overQuotaCount":{"type":"numberRange","min":3,"max":3},"autoCollected":true,"addedDate":{"min":"2024-01-01"}}';
	const {json, canonical} = compileKeyFilter([{name: 'f', text}], context);
	expect(canonical).toBe('addedDate>=2024-01-01 and autoCollected=true and overQuotaCount=3');
	expect(json).toEqual({
		addedDate: {type: 'dateRange', min: '2024-01-01'},
		autoCollected: true,
		overQuotaCount: {type: 'number', value: 3},
	});
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
			'{"level1":{"property":"prodVersion","segments":[{"type":"regex","value":".*","split":true}]}}',
			'prodVersion: each *',
		],
		['event', '{"name":"Start","category":null}', '{"category":null,"name":"Start"}', 'null/Start'],
		[
			'event',
			'{"combiArray":[{"name":"b","category":"a","nameType":"string","categoryType":"string"}],"combiLabel":"L"}',
			'{"combiLabel":"L","combiArray":[{"categoryType":"string","nameType":"string","category":"a","name":"b"}]}',
			'L = combi(a/b)',
		],
	])('%s %s', (kind, json, normal, text) => {
		const compiled = compileKind(kind, [{name: 'f', text: json}], context);
		expect(JSON.stringify(compiled.json)).toBe(normal);
		expect(compiled.canonical).toBe(text);
	});
});

test.each(['0', '1.5', '-1', '1000000000', '"5"'])('a limit of %s segments is invalid', limit => {
	const json = `{"segmentBy":"prodVersion","segments":{"type":"regex","value":"^4","limit":${limit}}}`;
	expect(() => compileKind('segment', [{name: 'f', text: json}], context)).toThrow('$.segments.limit: expected a');
});

test.each<[ExpressionKind, string, readonly string[]]>([
	['filter', "prodVersion='4 1' and ram=8GB", ['prodVersion="4 1" and ram=8GB']],
	['key', "licenseType='Pro Plus'", ['licenseType="Pro Plus"']],
	['segment', "prodVersion: 'a b', ~x", ['prodVersion: "a b", each ~"x"']],
	['level', "os.platform\nprodVersion: 'a b' sort new", ['os.platform: each *', 'prodVersion: "a b" sort new']],
	['event', "Export/'a b'", ['Export/"a b"']],
])('%s %s is printed with the quote that stays free, a text for each flag', (kind, text, texts) => {
	const {print, warnings} = compileKind(kind, [{name: 'f', text}], context);
	expect({texts: print('"'), warnings}).toEqual({texts, warnings: []});
});
