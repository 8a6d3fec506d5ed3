import {expect, test} from 'vitest';
import {CliError} from '../../src/errors.ts';
import {compileKind, type ExpressionKind} from '../../src/language/expression-kinds.ts';
import {readJson} from '../../src/language/source/read-json.ts';

/** Texts that look like other syntax are refused with a hint. */

const context = {today: '2025-03-15'};
function refusal(kind: ExpressionKind, text: string): string {
	try {
		return JSON.stringify(compileKind(kind, [{name: 'f', text, readJson}], context).json);
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		return `${error.details.code} ${error.details.place?.column}: ${error.details.hint}`;
	}
}

test.each<[ExpressionKind, string, string]>([
	// An empty shell variable must not widen a filter.
	[
		'filter',
		'ram=4GB..<',
		'bad-range 10: check for an empty shell variable; for a range without an upper end write low..',
	],
	[
		'filter',
		'dateInstalled=2024..<',
		'bad-range 21: check for an empty shell variable; for a range without an upper end write low..',
	],
	['filter', 'dateInstalled=2024..< and ram>=8GB', 'bad-range 21: check for an empty shell variable'],
	['segment', 'ram: Big = 4GB..<', 'bad-range 17: check for an empty shell variable'],
	['segment', 'C17: Windows, null desc', "reserved 15: quote the whole segment if it is text: 'null desc'"],
	['filter', 'C17=null desc', "reserved 5: quote the whole value if it is text: 'null desc'"],
	['event', 'not Export/PDF', "reserved 1: quote the category or the name: 'not Export'"],
	['event', 'Export/PDF or', "reserved 12: quote the category or the name: 'PDF or'"],
	['event', 'Export/PDF or Export/Print', 'reserved 12: '],
	['filter', 'C02=..5', 'range-on-text 5: '],
	['filter', 'cpuType=today-30d..today', 'range-on-text 9: '],
	['segment', 'C09: 1..', 'range-on-text 6: '],
	['segment', 'C09: /re/', 'regex-with-equals 6: write ~/re/'],
	['segment', 'C09: A = (/re/, b)', 'regex-with-equals 11: write ~/re/'],
	['event', 'File menu /Save as', 'event-slash 10: write File menu/Save as'],
	['segment', 'C09: each 4.1, 4.2 limit 2', 'limit-joined 20: write each (a,b) limit 10'],
	['segment', 'C09: A = (4.1, 4.2) limit 2', 'limit-joined 21: remove the label'],
	['event', 'File menu/ Save as', 'event-slash 11: write File menu/Save as'],
])('%s %s', (kind, text, expected) => {
	expect(refusal(kind, text)).toSatisfy((said: string) => said.startsWith(expected));
});

test.each<[ExpressionKind, string]>([
	['filter', "C02='..5'"],
	['filter', 'C02=a..b'],
	['filter', 'C02=4..x'],
	['filter', 'ram=4GB..'],
	['filter', 'ram=..<4GB'],
	['segment', "C09: '/re/', 'null desc', null"],
	['event', "'not Export'/'PDF or'"],
	['event', 'Editor/Organize'],
])('%s %s is taken', (kind, text) => {
	expect(refusal(kind, text)).toMatch(/^\{/);
});

test('a fractional bound is valid, a fractional value never matches', () => {
	const warnings = (text: string) =>
		compileKind('filter', [{name: 'f', text, readJson}], context).warnings.map(({code}) => code);
	expect(warnings('displayCount>=1.5')).toEqual([]);
	expect(warnings('displayCount=1.5..2.5')).toEqual([]);
	expect(warnings('displayCount=1.5')).toEqual(['whole']);
});

test("null alone gets the service's label, which no value can have", () => {
	const {json, canonical} = compileKind('segment', [{name: 'f', text: 'C09: each *, null'}], context);
	expect(JSON.stringify(json)).toContain('{"includeNull":true,"segmentLabel":"<NULL>"}');
	expect(canonical).toBe('C09: each *, null');
});
