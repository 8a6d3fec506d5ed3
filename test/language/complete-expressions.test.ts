import {expect, test} from 'vitest';
import {getReport} from '../../src/contract/reports.ts';
import {type Completions, complete} from '../../src/language/complete-expressions.ts';
import type {ExpressionKind} from '../../src/language/expression-kinds.ts';

/** Completions at the cursor, `|`, written as `from:text`. */

const at = (kind: ExpressionKind, marked: string, report = ''): Completions => {
	const cursor = marked.indexOf('|');
	return complete(marked.replace('|', ''), cursor, kind, {today: '2025-03-15', report: getReport(report)});
};
const shown = ({suggestions}: Completions) => suggestions.map(({from, text}) => `${from}:${text}`);

test.each<[ExpressionKind, string, readonly string[]]>([
	['filter', 'prodV|', ['0:prodVersion']],
	['filter', 'PRODv| and x', ['0:prodVersion']],
	['filter', 'ram|', ['0:ram', '3:=', '3:>=', '3:<=']],
	['filter', 'clientId |', ['9:=', '9:~', '9:in']],
	['filter', 'country |', ['8:=', '8:in', '8:is null']],
	['filter', 'touchScreen|', ['0:touchScreen', '11:=']],
	['filter', 'prodVersion=|', ['12:null']],
	['filter', 'licenseType=|', []],
	['filter', 'prodVersion=4.1,|', ['16:null']],
	['filter', 'prodVersion=4.1 |', ['16:and', '16:or']],
	['filter', 'prodVersion=4.1 an|', ['16:and']],
	['filter', 'prodVersion=4.1|', []],
	['filter', "prodVersion=O'|", []],
	['filter', `prodVersion="O' a|`, []],
	['filter', "'prodV|", []],
	['filter', "'|", []],
	['filter', "country='D|", ['9:DE', '9:DJ', '9:DK', '9:DM', '9:DO', '9:DZ']],
	['filter', 'ram>=|', []],
	['filter', 'licenseStatus.activated |', ['24:=', '24:and', '24:or']],
	['filter', 'prodVersion is |', ['15:null', '15:not null']],
	['filter', 'prodVersion is not |', ['19:null']],
	['filter', 'continent=|', ['10:AF', '10:AN', '10:AS', '10:EU', '10:NA', '10:OC', '10:SA', '10:null']],
	[
		'filter',
		'country=US,G|',
		[
			'11:GA',
			'11:GB',
			'11:GD',
			'11:GE',
			'11:GF',
			'11:GG',
			'11:GH',
			'11:GI',
			'11:GL',
			'11:GM',
			'11:GN',
			'11:GP',
			'11:GQ',
			'11:GR',
			'11:GS',
			'11:GT',
			'11:GU',
			'11:GW',
			'11:GY',
		],
	],
	['filter', 'usState=US-W|', ['8:US-WA', '8:US-WV', '8:US-WI', '8:US-WY']],
	['filter', 'touchScreen=f|', ['12:false']],
	['filter', 'dateInstalled=this|', ['14:this-week', '14:this-month', '14:this-quarter', '14:this-year']],
	['filter', 'licenseStatus(|', ['14:activated', '14:blacklisted', '14:expired', '14:whitelisted', '14:not']],
	['filter', 'licenseStatus(activated and not exp|', ['32:expired']],
	['filter', 'events|', ['6:(']],
	['filter', 'events(Export/PDF)|', ['18:=', '18:>=', '18:<=', '18:in']],
	['filter', 'events(Export/PDF) |', ['19:=', '19:>=', '19:<=', '19:in', '19:and', '19:or']],
	['filter', '{"ra|', []],
	['filter', 'outreach(|', ['9:auto/', '9:manual/', '9:not']],
	['filter', 'prodVersion=4.1 and backOff.|', ['20:backOff.historical', '20:backOff.current']],
	['filter', '(ram>=8GB or prodB|', ['13:prodBuild']],
	['filter', 'ram>=8GB\nprodB|', ['9:prodBuild']],
	['filter', 'bogus=1 and |', []],
	['filter', 'ram>=8GBprod|', []],
	['key', 'a|', ['0:addedDate', '0:autoCollected']],
	[
		'key',
		'licenseStatus|',
		[
			'0:licenseStatus',
			'0:licenseStatus.activated',
			'0:licenseStatus.blacklisted',
			'0:licenseStatus.expired',
			'0:licenseStatus.whitelisted',
			'13:(',
			'13:=',
		],
	],
	['segment', 'geography.c|', ['0:geography.continent', '0:geography.country']],
	['segment', 'opt|', []],
	['segment', 'prodVersion|', ['0:prodVersion', '11::']],
	['segment', 'prodVersion: |', ['13:each *', '13:each', '13:null']],
	['segment', 'prodVersion: each * |', ['20:limit', '20:sort']],
	['segment', 'prodVersion: 4.1 li|', ['17:limit']],
	['segment', "prodVersion: 'a b' |", ['19:limit', '19:sort']],
	['segment', 'licenseStatus: wh|', ['15:whitelisted']],
	[
		'segment',
		'licenseStatus: |',
		['activated', 'blacklisted', 'expired', 'whitelisted', 'not'].map(word => `15:${word}`),
	],
	['segment', 'licenseStatus|', ['0:licenseStatus', '13::']],
	['segment', 'inst|', []],
	['segment', 's|', ['0:screenPpi']],
	['segment', 'touchScreen: |', ['13:true', '13:false']],
	['segment', 'ram: |', ['5:null']],
	['level', 'os.platform |', ['12::', '12:sort']],
	['level', 'os.platform: each * |', ['20:limit', '20:sort']],
	['level', 'prodVersion: 4.1 li|', ['17:limit']],
	['level', 'os.platform sort a|', ['17:alpha', '17:active']],
	['level', 'os.platform sort active |', ['24:asc', '24:desc']],
	['event', '|', ['0:null/']],
])('%s %s', (kind, marked, expected) => {
	expect(shown(at(kind, marked))).toEqual(expected);
});

test('an empty filter begins with any property of the report, or with not', () => {
	const all = shown(at('filter', '|'));
	expect(all).toEqual(
		expect.arrayContaining(['0:prodVersion', '0:os.version', '0:licenseStatus', '0:touchScreen', '0:C20', '0:not']),
	);
	expect(all).not.toContain('0:os');
	const lost = shown(at('filter', '|', 'eventTracking/churn/dataTable'));
	expect(lost).toContain('0:prodVersion');
	expect(lost).not.toContain('0:C20');
	expect(shown(at('segment', '|'))).toContain('0:prodVersion');
	expect(shown(at('segment', 'inst|', 'engagement/churnAndEngagement'))).toEqual([
		'0:installationMonth',
		'0:installationWeek',
	]);
});

test('values and events are requested from the service by property or category', () => {
	expect(at('filter', 'prodVersion=4|').values).toEqual({property: 'prodVersion', from: 12, prefix: '4'});
	expect(at('filter', 'os.version=Windows 1|').values).toEqual({property: 'os.version', from: 11, prefix: 'Windows 1'});
	expect(at('filter', "os.version='Windows 1|")).toMatchObject({
		values: {property: 'os.version', from: 12, prefix: 'Windows 1'},
		quote: "'",
	});
	expect(at('filter', 'os.version="Win|').quote).toBe('"');
	expect(at('filter', "os.version='Win' |").quote).toBeUndefined();
	expect(at('segment', 'prodVersion: |').values).toEqual({property: 'prodVersion', from: 13, prefix: ''});
	expect(at('segment', 'prodVersion: each (4|').values).toEqual({property: 'prodVersion', from: 19, prefix: '4'});
	expect(at('filter', 'events(Exp|').events).toEqual({from: 7, prefix: 'Exp'});
	expect(at('event', 'Export/P|').events).toEqual({category: 'Export', from: 7, prefix: 'P'});
	expect(at('event', 'null/|').events).toEqual({category: null, from: 5, prefix: ''});
	expect(at('filter', 'ram>=8|')).toEqual({suggestions: []});
});

test("the product's own property names begin a clause and a level", () => {
	const ownNames = new Map([
		['Seat type', 'C01'],
		['Größe = Maß', 'C02'],
	]);
	const words = (kind: ExpressionKind, text: string) =>
		complete(text, text.length, kind, {today: '2025-03-15', ownNames}).suggestions.map(item => item.text);
	expect(words('filter', 'Se')).toEqual(['Seat type']);
	expect(words('level', 'se')).toEqual(['Seat type']);
	expect(words('filter', 'Seat type')).toContain('=');
	expect(words('key', 'Se')).toEqual([]);
	expect(words('filter', 'Gr')).toEqual([]);
});
