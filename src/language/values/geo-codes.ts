import {nearNames} from '../../text/near-names.ts';
import type {Code} from '../source/error-codes.ts';
import type {Advice} from '../source/expression-error.ts';
import {shorten} from './quoting.ts';

/** Codes of the levels of geography (docs/service.md#filter-kinds): ISO 3166-1 alpha-2, ISO 3166-2:US, continents. */

const splitWords = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const countries = splitWords(
	'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
		'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
		'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM ' +
		'JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP ' +
		'MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY ' +
		'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN ' +
		'TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
);
export const continents: ReadonlyMap<string, string> = new Map([
	['AF', 'Africa'],
	['AN', 'Antarctica'],
	['AS', 'Asia'],
	['EU', 'Europe'],
	['NA', 'North America'],
	['OC', 'Oceania'],
	['SA', 'South America'],
]);
/** 50 states, the District of Columbia and six territories, without `US-`. */
export const states: ReadonlyMap<string, string> = new Map(
	(
		'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE ' +
		'Delaware, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, ' +
		'KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS ' +
		'Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM ' +
		'New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA ' +
		'Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, ' +
		'VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, DC District of ' +
		'Columbia, AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, UM US Minor ' +
		'Outlying Islands, VI US Virgin Islands'
	)
		.split(', ')
		.map(item => [item.slice(0, 2), item.slice(3)] as const),
);

const countryAliases = new Map([
	['UK', 'GB'],
	['EL', 'GR'],
	['USA', 'US'],
]);

export type CodeReading =
	| {readonly code: string}
	| {readonly errorCode: Code; readonly message: string; readonly advice: Advice};

type Reader = {
	readonly normal: (text: string) => string;
	readonly isCode: (code: string) => boolean;
	readonly reject: (text: string) => CodeReading;
};

const upper = (text: string) => text.toUpperCase();

const readers: Readonly<Record<string, Reader>> = {
	continent: {normal: upper, isCode: code => continents.has(code), reject: rejectContinent},
	country: {normal: upper, isCode: code => countries.has(code), reject: rejectCountry},
	usState: {
		normal: text => (upper(text).startsWith('US-') ? upper(text) : `US-${upper(text)}`),
		isCode: code => states.has(code.slice(3)),
		reject: rejectState,
	},
};

/** Reads a code of a level of geography, or any text of other levels. `anyCode` accepts codes outside the standard. */
export function readCode(level: string | undefined, text: string, anyCode = false): CodeReading {
	const reader = level === undefined ? undefined : readers[level];
	if (!reader) return {code: text};
	const code = reader.normal(text);
	return anyCode || reader.isCode(code) ? {code} : reader.reject(text);
}

const nearCodes = (text: string, names: ReadonlyMap<string, string>): readonly string[] =>
	nearNames(text, [...names.values()]).flatMap(near =>
		[...names].filter(([, name]) => name === near).map(([code]) => `${code} (${near})`),
	);

function rejectState(text: string): CodeReading {
	const suggest = nearCodes(text, states).map(code => `US-${code}`);
	const help = 'states are ISO 3166-2:US codes such as US-CA (the US- may be left out)';
	return {errorCode: 'bad-state', message: `'${shorten(text)}' is not a US state code`, advice: {suggest, help}};
}

function rejectContinent(text: string): CodeReading {
	const suggest = nearCodes(text, continents);
	const help = `continents are ${[...continents.keys()].join(', ')}`;
	return {errorCode: 'bad-continent', message: `'${shorten(text)}' is not a continent code`, advice: {suggest, help}};
}

function rejectCountry(text: string): CodeReading {
	const message = `'${shorten(text)}' is not a country code`;
	const state = upper(text).replace(/^US-/, '');
	if (states.has(state)) {
		const help = `US-${state} is a US state: write usState=US-${state}`;
		return {errorCode: 'bad-country', message, advice: {help}};
	}
	const suggest = nearCountries(text);
	const help = ['countries are ISO 3166-1 alpha-2 codes, for example US, GB, DE'];
	if (/^[a-z][a-z0-9]$/i.test(text) && suggest.length === 0) help.push('to accept codes outside ISO, add --any-code');
	return {errorCode: 'bad-country', message, advice: {suggest, help}};
}

/** Suggests countries by name. The names come from ICU, which takes 10 to 19 ms to load, so only an error loads it. */
function nearCountries(text: string): string[] {
	const names = new Intl.DisplayNames(['en'], {type: 'region'});
	const byName = new Map([...countries].map(code => [names.of(code) ?? code, code]));
	const alias = countryAliases.get(upper(text));
	const found = alias ? [alias] : nearNames(text, [...byName.keys()]).map(name => byName.get(name) ?? name);
	return found.map(code => `${code} (${names.of(code)})`);
}
