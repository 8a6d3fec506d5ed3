import {nearNames} from '../../near-names.ts';
import type {Code} from '../source/codes.ts';
import type {Advice} from '../source/fault.ts';
import {shown} from './quoting.ts';

/** Codes of the levels of geography (service-api.md, "Filters"): ISO 3166-1 alpha-2, ISO 3166-2:US, continents. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

export const countries = words(
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
export const states = words(
	'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
		'RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR UM VI',
);

/** Codes that people write for a country and ISO does not. */
const countryAliases = new Map([
	['UK', 'GB'],
	['EL', 'GR'],
]);

/** A code as the API wants it, or why it is none. */
export type CodeReading =
	| {readonly code: string}
	| {readonly fault: Code; readonly message: string; readonly advice: Advice};

type Reader = {
	readonly normal: (text: string) => string;
	readonly known: (code: string) => boolean;
	readonly refuse: (text: string) => CodeReading;
};

const upper = (text: string) => text.toUpperCase();

const readers: Readonly<Record<string, Reader>> = {
	continent: {normal: upper, known: code => continents.has(code), refuse: refuseContinent},
	country: {normal: upper, known: code => countries.has(code), refuse: refuseCountry},
	usState: {
		normal: text => (upper(text).startsWith('US-') ? upper(text) : `US-${upper(text)}`),
		known: code => states.has(code.slice(3)),
		refuse: text => ({
			fault: 'bad-state',
			message: `'${shown(text)}' is not a US state code`,
			advice: {help: 'states are ISO 3166-2:US codes such as US-CA (the US- may be left out)'},
		}),
	},
};

/** Reads a code of a level of geography. `anyCode` lets codes outside the standard through. */
export function readCode(level: string, text: string, anyCode = false): CodeReading {
	const reader = readers[level];
	if (!reader) return {code: text};
	const code = reader.normal(text);
	return anyCode || reader.known(code) ? {code} : reader.refuse(text);
}

function refuseContinent(text: string): CodeReading {
	const near = nearNames(text, [...continents.values()]);
	const suggest = [...continents].filter(([, name]) => near.includes(name)).map(([code, name]) => `${code} (${name})`);
	const help = `continents are ${[...continents.keys()].join(', ')}`;
	return {fault: 'bad-continent', message: `'${shown(text)}' is not a continent code`, advice: {suggest, help}};
}

function refuseCountry(text: string): CodeReading {
	const message = `'${shown(text)}' is not a country code`;
	const state = upper(text).replace(/^US-/, '');
	if (/^US-/i.test(text) && states.has(state)) {
		const help = `US-${state} is a US state: write usState=US-${state}`;
		return {fault: 'bad-country', message, advice: {help}};
	}
	const suggest = nearCountries(text);
	const help = ['countries are ISO 3166-1 alpha-2 codes, for example US, GB, DE'];
	if (/^[a-z][a-z0-9]$/i.test(text) && suggest.length === 0) help.push('--any-code lets codes outside ISO through');
	return {fault: 'bad-country', message, advice: {suggest, help}};
}

/** Names of countries come from ICU, which takes 10 to 19 ms to load: only an error pays for it. */
function nearCountries(text: string): string[] {
	const names = new Intl.DisplayNames(['en'], {type: 'region'});
	const byName = new Map([...countries].map(code => [names.of(code) ?? code, code]));
	const alias = countryAliases.get(upper(text));
	const found = alias ? [alias] : nearNames(text, [...byName.keys()]).map(name => byName.get(name) ?? name);
	return found.map(code => `${code} (${names.of(code)})`);
}
