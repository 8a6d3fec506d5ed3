import {addDays} from '../../calendar.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';

/** Public holidays of countries, from the package date-holidays, which the user installs beside this program. */

/** Returns the name of each holiday of a year by its day. */
export type Holidays = (year: number) => ReadonlyMap<string, string>;

export type FoundHolidays = {readonly holidays?: Holidays; readonly errors: readonly string[]};

const dayMs = 86_400_000;

const loadPackage = async () => (await import('date-holidays').catch(() => undefined))?.default;

/** Takes `DE` or, with a state, `DE-BY`. */
export async function findCountryHolidays(code: string): Promise<FoundHolidays> {
	const Package = await loadPackage();
	if (!Package)
		return {errors: ['country needs the package date-holidays; install it: npm install -g date-holidays@3']};
	const [country = '', state] = code.split('-');
	const all = new Package();
	const states = all.getStates(country) ?? {};
	const known = state === undefined ? Object.keys(all.getCountries()) : Object.keys(states);
	const typed = state ?? country;
	if (!known.includes(typed)) {
		const {hint} = suggestion(nearNames(typed, known), 'expected a code such as DE, US or DE-BY');
		const what = state === undefined ? `country: unknown country '${country}'` : `country: unknown state '${code}'`;
		return {errors: [`${what}; ${hint}`]};
	}
	const days = state === undefined ? new Package(country) : new Package(country, state);
	return {
		errors: [],
		holidays: year =>
			new Map(
				days
					.getHolidays(year)
					.filter(({type}) => type === 'public')
					.flatMap(({date, start, end, name}) => {
						const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
						return Array.from({length}, (_, at) => [addDays(date.slice(0, 10), at), name] as const);
					}),
			),
	};
}
