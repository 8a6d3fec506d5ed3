import type {ExpressionKind} from '../../../src/language/kinds.ts';

export type Giant = readonly [name: string, kind: ExpressionKind, text: string];

/** Texts of that length that are made to cost: deep, long, repeated, nearly closed. */
export function giants(size: number): readonly Giant[] {
	const fill = (part: string, head = '', tail = '') => head + part.repeat(Math.floor(size / part.length)) + tail;
	const numbered = (part: (index: number) => string, glue: string, head = '', tail = '') => {
		const parts: string[] = [];
		for (let length = 0, index = 0; length < size; index++) {
			const text = part(index);
			parts.push(text);
			length += text.length + glue.length;
		}
		return head + parts.join(glue) + tail;
	};
	return [
		['open parentheses', 'filter', fill('(')],
		['closed parentheses', 'filter', fill(')')],
		['parentheses that close', 'filter', `${'('.repeat(99)}touchScreen${')'.repeat(99)}`],
		['not', 'filter', fill('not ')],
		['blanks', 'filter', fill(' ')],
		['newlines', 'filter', fill('\n')],
		['comments', 'filter', fill('# x\n', '', 'touchScreen')],
		['one comment', 'filter', fill('#')],
		['a word', 'filter', fill('a', 'prodVersion=')],
		['words', 'filter', fill('a ', 'prodVersion=')],
		['an unknown name', 'filter', fill('a')],
		['dots of a name', 'filter', fill('.', 'os')],
		['values', 'filter', fill('a,', 'prodVersion=', 'a')],
		['different values', 'filter', numbered(index => `v${index}`, ',', 'prodVersion=')],
		['quoted values', 'filter', numbered(index => `'v ${index}'`, ',', 'prodVersion=')],
		['doubled quotes', 'filter', fill("''", "prodVersion='", "'")],
		['quotes never closed', 'filter', fill("''", "prodVersion='")],
		['stars', 'filter', fill('*', 'prodVersion=')],
		['patterns', 'filter', numbered(index => `${index}*`, ',', 'prodVersion=')],
		['a bare expression', 'filter', fill('(', 'prodVersion~')],
		['classes of a bare expression', 'filter', fill('[', 'prodVersion~')],
		['backslashes of a bare expression', 'filter', fill('\\', 'prodVersion~')],
		['a quoted expression', 'filter', fill('(', "prodVersion~'", "'")],
		['an expression of nested groups', 'filter', `prodVersion~'${'('.repeat(size / 2)}${')'.repeat(size / 2)}'`],
		['slashes', 'filter', fill('/', 'prodVersion=')],
		['the same clause and', 'filter', fill('ram=8GB and ', '', 'ram=8GB')],
		['the same clause or', 'filter', fill('ram=8GB or ', '', 'ram=8GB')],
		['clauses or', 'filter', numbered(index => `prodVersion=v${index}`, ' or ')],
		['clauses in lines', 'filter', fill('touchScreen\n')],
		['levels', 'filter', numbered(index => `os.version=v${index}`, ' or ')],
		['flags and', 'filter', fill('licenseStatus.activated and ', '', 'licenseStatus.activated')],
		['flags or', 'filter', fill('licenseStatus.activated or ', '', 'licenseStatus.activated')],
		['alternatives of flags', 'filter', fill('activated,', 'licenseStatus(', 'expired)')],
		[
			'products of flags',
			'filter',
			fill('licenseStatus(activated,expired) and ', '', 'licenseStatus(activated,expired)'),
		],
		['campaigns and', 'filter', numbered(index => `auto/C${index}`, ' and ', 'outreach(', ')')],
		['alternatives of campaigns', 'filter', numbered(index => `auto/C${index}`, ',', 'outreach(', ')')],
		[
			'products of many campaigns',
			'filter',
			`outreach(${Array.from({length: size / 25}, (_, index) => `auto/C${index}`).join(' and ')})${' and outreach(auto/a,auto/b)'.repeat(size / 64)}`,
		],
		['campaigns in clauses', 'filter', numbered(index => `outreach(auto/C${index})`, ' and ')],
		['a sum of events', 'filter', numbered(index => `A/b${index}`, ' + ', 'events(', ')>=1')],
		['a number', 'filter', fill('9', 'ram=')],
		['dashes', 'filter', fill('-', 'ram=')],
		['a date', 'filter', fill('2024-', 'dateInstalled=')],
		['arrays in JSON', 'filter', fill('[', '{"a":')],
		['objects in JSON', 'filter', fill('{"a":')],
		['a nested object that closes', 'filter', `${'{"a":'.repeat(size / 7)}1${'}'.repeat(size / 7)}`],
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
		['members of JSON', 'filter', numbered(index => `"m${index}":1`, ',', '{', '}')],
		['segments', 'segment', numbered(index => `v${index}`, ', ', 'prodVersion: ')],
		['ranges', 'segment', numbered(index => `${index}..${index + 1}`, ', ', 'cpuCores: ')],
		['words before no label', 'segment', fill('a ', 'prodVersion: ')],
		['values of one segment', 'segment', numbered(index => `v${index}`, ',', 'prodVersion: All = (', ')')],
		['flags of one segment', 'segment', fill('activated and ', 'licenseStatus: ', 'activated')],
		[
			'segments in JSON',
			'segment',
			numbered(index => `{"type":"string","value":"v${index}"}`, ',', '{"segmentBy":"prodVersion","segments":[', ']}'),
		],
		['levels in lines', 'level', fill('os.platform\n')],
		['a sum', 'event', numbered(index => `A/b${index}`, ' + ')],
		['slashes of an event', 'event', fill('/')],
		['a label', 'event', fill('a ', '', '= a/b')],
		['keys', 'key', numbered(index => `K-${index}`, ',', 'licenseKey=')],
	];
}
