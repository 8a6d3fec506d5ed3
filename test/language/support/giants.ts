import type {ExpressionKind} from '../../../src/language/expression-kinds.ts';

/** Returns a text of about this many characters. */
type Make = (size: number) => string;
export type Giant = readonly [name: string, kind: ExpressionKind, make: Make];

const fill =
	(part: string, head = '', tail = ''): Make =>
	size =>
		// join() builds the text now; repeat() would build it when it is read.
		[head, ...Array.from({length: Math.floor(size / part.length)}, () => part), tail].join('');

const numbered =
	(part: (index: number) => string, glue: string, head = '', tail = ''): Make =>
	size => {
		const parts: string[] = [];
		for (let length = 0, index = 0; length < size; index++) {
			const text = part(index);
			parts.push(text);
			length += text.length + glue.length;
		}
		return head + parts.join(glue) + tail;
	};

const nested =
	(open: string, inside: string, close: string, head = '', tail = ''): Make =>
	size => {
		const depth = Math.floor(size / (open.length + close.length));
		return head + open.repeat(depth) + inside + close.repeat(depth) + tail;
	};

const marks: readonly Giant[] = [
	['open parentheses', 'filter', fill('(')],
	['closed parentheses', 'filter', fill(')')],
	['nested parentheses', 'filter', nested('(', 'touchScreen', ')')],
	['not', 'filter', fill('not ')],
	['blanks', 'filter', fill(' ')],
	['newlines', 'filter', fill('\n')],
	['NBSP and tabs', 'filter', fill('\u00A0\t', 'ram', '=8GB')],
	['comments', 'filter', fill('# x\n', '', 'touchScreen')],
	['one comment', 'filter', fill('#')],
	['NUL', 'filter', fill('\0')],
	['emoji', 'filter', fill('\u{1F600}', 'prodVersion=')],
	['lone surrogates', 'filter', fill('\uD83D', 'prodVersion=')],
	['curly quotes', 'filter', fill('\u2019', 'prodVersion=')],
	['commas', 'filter', fill(',', 'prodVersion=')],
	['semicolons', 'filter', fill(';', 'prodVersion=a')],
	['stars', 'filter', fill('*', 'prodVersion=')],
	['slashes', 'filter', fill('/', 'prodVersion=')],
	['dots', 'filter', fill('.', 'ram=')],
	['dashes', 'filter', fill('-', 'ram=')],
	['equals signs', 'filter', fill('=', 'ram')],
];

const texts: readonly Giant[] = [
	['a word', 'filter', fill('a', 'prodVersion=')],
	['words', 'filter', fill('a ', 'prodVersion=')],
	['words and an operator', 'filter', fill('a ', 'prodVersion=', 'a=1')],
	['words that look misspelled', 'filter', fill('adn ', 'prodVersion=')],
	['words far apart', 'filter', fill(' ', 'prodVersion=a', 'b')],
	['an unknown name', 'filter', fill('a')],
	['a name that is nearly known', 'filter', fill('n', 'prodVersio')],
	['dots of a name', 'filter', fill('.', 'os')],
	['levels of a name', 'filter', fill('.version', 'os')],
	['names without clauses', 'filter', fill('prodVersion ')],
	['values', 'filter', fill('a,', 'prodVersion=', 'a')],
	['different values', 'filter', numbered(index => `v${index}`, ',', 'prodVersion=')],
	['values in lines', 'filter', numbered(index => `v${index} # ${index}`, '\n,\n', 'prodVersion=')],
	['values and a clause never joined', 'filter', numbered(index => `v${index}`, ',', 'prodVersion=', ' ram=8GB')],
	['quoted values', 'filter', numbered(index => `'v ${index}'`, ',', 'prodVersion=')],
	['null', 'filter', fill('null,', 'prodVersion=', 'null')],
	['doubled quotes', 'filter', fill("''", "prodVersion='", "'")],
	['a quote never closed', 'filter', fill("''", "prodVersion='")],
	['quotes of both kinds', 'filter', fill(`'"`, 'prodVersion=')],
	['patterns', 'filter', numbered(index => `${index}*`, ',', 'prodVersion=')],
	['a pattern of many stars', 'filter', fill('a*', 'prodVersion=')],
	['codes', 'filter', fill('US,', 'country=', 'DE')],
	['a wrong code at the end', 'filter', fill('US,', 'country=', 'Germny')],
	['a code', 'filter', fill('U', 'country=')],
	['a number', 'filter', fill('9', 'ram=')],
	['a unit', 'filter', fill('G', 'ram=8')],
	['a date', 'filter', fill('2024-', 'dateInstalled=')],
	['a truth', 'filter', fill('tru', 'touchScreen=')],
];

const expressions: readonly Giant[] = [
	['a bare expression', 'filter', fill('(', 'prodVersion~')],
	['classes of a bare expression', 'filter', fill('[', 'prodVersion~')],
	['backslashes of a bare expression', 'filter', fill('\\', 'prodVersion~')],
	['brackets of a bare expression', 'filter', fill('()', 'prodVersion~')],
	['a quoted expression', 'filter', fill('(', "prodVersion~'", "'")],
	['an expression of nested groups', 'filter', nested('(', '', ')', "prodVersion~'", "'")],
	['an expression of many words', 'filter', numbered(index => `v${index}`, '|', "prodVersion~'", "'")],
	['an expression that repeats repetitions', 'filter', fill('(a*)*', "prodVersion~'", "'")],
	['an expression between slashes', 'filter', fill('\\/', 'prodVersion~/', '/')],
	['an expression between slashes never closed', 'filter', fill('\\/', 'prodVersion~/')],
	['a value that looks like an expression', 'filter', fill('a/', 'prodVersion=/')],
];

const clauses: readonly Giant[] = [
	['the same clause and', 'filter', fill('ram=8GB and ', '', 'ram=8GB')],
	['the same clause or', 'filter', fill('ram=8GB or ', '', 'ram=8GB')],
	['clauses in parentheses', 'filter', fill('(ram=8GB) and ', '', 'ram=8GB')],
	['clauses or', 'filter', numbered(index => `prodVersion=v${index}`, ' or ')],
	['groups of or joined by and', 'filter', fill('(ram>=8GB or ram is null) and ', '', 'touchScreen')],
	[
		'the same list again and again',
		'filter',
		size => fill(`${fill('a,', 'prodVersion=', 'a')(Math.sqrt(size))} and `, '', 'ram=1GB')(size),
	],
	['clauses in lines', 'filter', fill('touchScreen\n')],
	['different clauses that contradict', 'filter', numbered(index => `cpuCores=${index}`, ' and ')],
	['different clauses that cannot be joined', 'filter', numbered(index => `cpuCores=${index}`, ' or ')],
	['not null', 'filter', fill('prodVersion is not null and ', '', 'prodVersion is not null')],
	['levels', 'filter', numbered(index => `os.version=v${index}`, ' or ')],
	['flags and', 'filter', fill('licenseStatus.activated and ', '', 'licenseStatus.activated')],
	['flags or', 'filter', fill('licenseStatus.activated or ', '', 'licenseStatus.activated')],
	['alternatives of flags', 'filter', fill('activated,', 'licenseStatus(', 'expired)')],
	['negated groups of flags', 'filter', fill('not (activated and expired) and ', 'licenseStatus(', 'activated)')],
	[
		'products of flags',
		'filter',
		fill('licenseStatus(activated,expired) and ', '', 'licenseStatus(activated,expired)'),
	],
	['campaigns and', 'filter', numbered(index => `auto/C${index}`, ' and ', 'outreach(', ')')],
	['alternatives of campaigns', 'filter', numbered(index => `auto/C${index}`, ',', 'outreach(', ')')],
	[
		'alternatives of two campaigns',
		'filter',
		numbered(index => `auto/C${index} and manual/D${index}`, ',', 'outreach(', ')'),
	],
	[
		'products of many campaigns',
		'filter',
		size =>
			`${numbered(index => `auto/C${index}`, ' and ', 'outreach(', ')')(size / 2)}${fill(' and outreach(auto/a,auto/b)')(size / 2)}`,
	],
	['products of campaigns', 'filter', numbered(index => `outreach(auto/a${index},auto/b${index})`, ' and ')],
	['campaigns in clauses', 'filter', numbered(index => `outreach(auto/C${index})`, ' and ')],
	[
		'campaigns that contradict',
		'filter',
		numbered(index => `auto/C${index}`, ' and ', 'outreach(', ' and not auto/C0)'),
	],
	['a sum of events', 'filter', numbered(index => `A/b${index}`, ' + ', 'events(', ')>=1')],
	['keys', 'key', numbered(index => `K-${index}`, ',', 'licenseKey=')],
	['lines of keys', 'key', fill('licenseType=a\n')],
];

const json: readonly Giant[] = [
	['arrays in JSON', 'filter', fill('[', '{"a":')],
	['objects in JSON', 'filter', fill('{"a":')],
	['a nested object that closes', 'filter', nested('{"a":', '1', '}')],
	['a nested value that closes', 'filter', nested('[', '', ']', '{"prodVersion":', '}')],
	[
		'values in JSON',
		'filter',
		numbered(index => `"v${index}"`, ',', '{"prodVersion":{"type":"stringArray","value":[', ']}}'),
	],
	[
		'a fault at the end of JSON',
		'filter',
		numbered(index => `"v${index}"`, ',', '{"prodVersion":{"type":"stringArray","value":[', ',1]}}'),
	],
	[
		'JSON never closed',
		'filter',
		numbered(index => `"v${index}"`, ',', '{"prodVersion":{"type":"stringArray","value":['),
	],
	['members of JSON', 'filter', numbered(index => `"m${index}":1`, ',', '{', '}')],
	['the same member of JSON', 'filter', fill('"ram":{"type":"number","value":1},', '{', '"ram":1}')],
	['escapes in JSON', 'filter', fill('\\u0041', '{"prodVersion":{"type":"string","value":"', '"}}')],
	['a long member', 'filter', fill('a', '{"', '":1}')],
	['codes in JSON', 'filter', fill('"US",', '{"geography":{"type":"stringArray","country":[', '"DE"]}}')],
	['alternatives in JSON', 'filter', fill('{"activated":true},', '{"licenseStatus":[', '{"expired":false}]}')],
	[
		'campaigns in JSON',
		'filter',
		numbered(index => `"C${index}"`, ',', '{"outreachDeliveries":[{"auto":{"delivered":[', '],"undelivered":[]}}]}'),
	],
	[
		'alternatives of campaigns in JSON',
		'filter',
		numbered(index => `{"auto":{"delivered":["${index}"],"undelivered":[]}}`, ',', '{"outreachDeliveries":[', ']}'),
	],
	[
		'segments in JSON',
		'segment',
		numbered(index => `{"type":"string","value":"v${index}"}`, ',', '{"segmentBy":"prodVersion","segments":[', ']}'),
	],
	[
		'a segment of many values in JSON',
		'segment',
		numbered(
			index => `"v${index}"`,
			',',
			'{"segmentBy":"prodVersion","segments":[{"type":"stringArray","value":[',
			']}]}',
		),
	],
	[
		'ranges in JSON',
		'segment',
		numbered(
			index => `{"type":"numberRange","min":${index},"max":${index},"segmentLabel":"L${index}"}`,
			',',
			'{"segmentBy":"ram","segments":[',
			']}',
		),
	],
	[
		'a label twice in JSON',
		'segment',
		numbered(
			index => `{"type":"string","value":"v${index}"}`,
			',',
			'{"segmentBy":"prodVersion","segments":[',
			',{"type":"string","value":"v0"}]}',
		),
	],
	[
		'a level in JSON',
		'level',
		numbered(
			index => `{"type":"string","value":"v${index}"}`,
			',',
			'{"level1":{"property":"prodVersion","segments":[',
			']}}',
		),
	],
	[
		'a combination in JSON',
		'event',
		numbered(
			index => `{"categoryType":"string","nameType":"string","category":"A","name":"${index}"}`,
			',',
			'{"combiArray":[',
			']}',
		),
	],
	[
		'keys in JSON',
		'key',
		numbered(index => `"K${index}"`, ',', '{"licenseKey":{"type":"stringArray","value":[', ']}}'),
	],
];

const segments: readonly Giant[] = [
	['segments', 'segment', numbered(index => `v${index}`, ', ', 'prodVersion: ')],
	['labeled segments', 'segment', numbered(index => `Label ${index} = v${index}`, ', ', 'prodVersion: ')],
	['segments of two values', 'segment', numbered(index => `L${index} = (a${index},b${index})`, ', ', 'prodVersion: ')],
	['ranges', 'segment', numbered(index => `${index}..${index + 1}`, ', ', 'cpuCores: ')],
	['segments that all warn', 'segment', numbered(index => `(v${index},null)`, ', ', 'prodVersion: ')],
	['segments with limits', 'segment', numbered(index => `each v${index}* limit 5`, ', ', 'prodVersion: ')],
	['words before no label', 'segment', fill('a ', 'prodVersion: ')],
	['a label never used', 'segment', fill('a ', 'prodVersion: ', '=')],
	['the same label', 'segment', fill('A = a, ', 'prodVersion: ', 'B = b')],
	['values of one segment', 'segment', numbered(index => `v${index}`, ',', 'prodVersion: All = (', ')')],
	['expressions of segments', 'segment', numbered(index => `L${index} = ~'a${index}'`, ', ', 'prodVersion: ')],
	['flags of one segment', 'segment', fill('activated and ', 'licenseStatus: ', 'activated')],
	['segments of flags', 'segment', numbered(index => `L${index} = activated and not expired`, ', ', 'licenseStatus: ')],
	['a segment property', 'segment', fill('a')],
	['levels in lines', 'level', fill('os.platform\n')],
	['segments of a level', 'level', numbered(index => `v${index}`, ', ', 'os.version: ', ' sort alpha desc')],
	['a sort key', 'level', fill('a', 'os.version sort ')],
];

const events: readonly Giant[] = [
	['a sum', 'event', numbered(index => `A/b${index}`, ' + ')],
	['a quoted sum', 'event', numbered(index => `'A ${index}'/'b ${index}'`, ' + ')],
	['a sum of patterns', 'event', numbered(index => `A/b${index}*`, ' + ')],
	['a sum of expressions', 'event', numbered(index => `~a${index}/~b${index}`, ' + ', 'All = ')],
	['an event twice in a sum', 'event', numbered(index => `A/b${index}`, ' + ', '', ' + A/b0')],
	['plus signs', 'event', fill('+ ')],
	['slashes of an event', 'event', fill('/')],
	['a label', 'event', fill('a ', '', '= a/b')],
	['a category', 'event', fill('a ')],
	['a forced combination never closed', 'event', fill('combi(')],
];

/** Texts that are expensive to parse: deep, long, repeated, nearly closed, wrong at the end. */
export const giants: readonly Giant[] = [
	...marks,
	...texts,
	...expressions,
	...clauses,
	...json,
	...segments,
	...events,
];
