import {countriesOf, usStates} from '../../../contract/geography.ts';

/** Null is unknown (docs/service.md#null). */
export type Locale = {
	readonly continent: string | null;
	readonly country: string | null;
	readonly usState: string | null;
	readonly language: string;
	readonly weight: number;
};

const continentByCountry = new Map(
	[...countriesOf].flatMap(([continent, countries]) => countries.map(country => [country, continent])),
);

const stateWeights: Readonly<Record<string, number>> = {CA: 60, TX: 40, NY: 34, FL: 30, IL: 20, WA: 18, MA: 16, GA: 12};
const states = [...usStates.keys()].map(
	(code): Locale => ({
		continent: 'NA',
		country: 'US',
		usState: `US-${code}`,
		language: 'en',
		weight: stateWeights[code] ?? 5,
	}),
);

const countries = `
	DE de 240; GB en 110; FR fr 95; JP ja 80; BR pt 70; IN en 70; CA en 55; IT it 45; ES es 45;
	NL nl 40; AU en 40; PL pl 35; AT de 30; CH de 30; SE sv 26; MX es 24; KR ko 22; CN zh 22;
	BE nl 18; DK da 16; NO nb 14; FI fi 14; CZ cs 14; AR es 12; TR tr 12; PT pt 10; ZA en 10; IE en 9;
	UA uk 9; NZ en 8; IL he 8; GR el 7; EG ar 6; CL es 6; SG en 6; NA en 2; IS is 2; KE en 2
`
	.split(';')
	.map((item): Locale => {
		const [country = '', language = '', weight] = item.trim().split(' ');
		return {
			continent: continentByCountry.get(country) ?? null,
			country,
			usState: null,
			language,
			weight: Number(weight),
		};
	});

/** Known places first, then those without state, country or continent. */
export const places: readonly Locale[] = [
	...states,
	...countries,
	{continent: 'NA', country: 'US', usState: null, language: 'en', weight: 24},
	{continent: 'EU', country: null, usState: null, language: 'en', weight: 16},
	{continent: 'AS', country: null, usState: null, language: 'en', weight: 6},
	{continent: null, country: null, usState: null, language: 'en', weight: 20},
];
