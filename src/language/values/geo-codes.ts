import {continentNames, countriesOf, usStates, usTerritories} from '../../contract/geography.ts';
import {nearNames} from '../../text/near-names.ts';
import type {Code} from '../source/error-codes.ts';
import type {Advice} from '../source/expression-error.ts';
import {shorten} from './quoting.ts';

/** Codes of the levels of geography (docs/service.md#filter-kinds). */

export const countries: ReadonlySet<string> = new Set([...countriesOf.values()].flat().sort());
export const states: ReadonlyMap<string, string> = new Map([...usStates, ...usTerritories]);

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
	continent: {normal: upper, isCode: code => continentNames.has(code), reject: rejectContinent},
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
	const suggest = nearCodes(text, continentNames);
	const help = `continents are ${[...continentNames.keys()].join(', ')}`;
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
