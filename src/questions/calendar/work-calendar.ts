import {addDays, weekday, weekdays} from '../../calendar.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import type {QuestionFile} from '../file/question-file.ts';
import type {FileError} from '../file/read-yaml.ts';
import type {WorkCalendar} from '../results/result-history.ts';
import {daysIn, parseIcs} from './parse-ics.ts';
import {type FileScope, readPlacedFile} from './placed-file.ts';

const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

async function readIcs(path: string, place: FileScope): Promise<FoundHolidays> {
	const found = await readPlacedFile('holidays', path, place);
	if ('error' in found) return {errors: [found.error]};
	const {events, errors} = parseIcs(found.text);
	return {
		holidays: year => new Map(events.flatMap(event => daysIn(event, year).map(day => [day, event.name] as const))),
		errors: errors.slice(0, 5).map(({line, message}) => `holidays: ${path}:${line}: ${message}`),
	};
}

/** Returns the names of the holidays of a day from all sources. Each year is worked out once. */
function createLookup(sources: readonly Holidays[]): (day: string) => string | undefined {
	const years = new Map<number, ReadonlyMap<string, string>>();
	return day => {
		const year = Number(day.slice(0, 4));
		const known = years.get(year) ?? new Map(sources.flatMap(source => [...source(year)]));
		years.set(year, known);
		return known.get(day);
	};
}

function getWeekend({weekends = true}: NonNullable<QuestionFile['calendar']>): readonly number[] {
	if (weekends === true) return [5, 6];
	return weekends === false ? [] : weekends.map(name => weekdays.indexOf(name));
}

/** Reads the calendar of a question file with the files that it names. Undefined if the file has none. */
export async function readWorkCalendar(
	{calendar, locate}: Pick<QuestionFile, 'calendar' | 'locate'>,
	place: FileScope,
): Promise<{readonly calendar: WorkCalendar | undefined; readonly errors: readonly FileError[]}> {
	if (!calendar) return {calendar: undefined, errors: []};
	const errors: FileError[] = [];
	const sources: Holidays[] = [];
	const add = (path: readonly PropertyKey[], found: FoundHolidays) => {
		if (found.holidays) sources.push(found.holidays);
		for (const message of found.errors) errors.push({...locate(['calendar', ...path]), message});
	};
	for (const [at, path] of (calendar.holidays ?? []).entries()) add(['holidays', at], await readIcs(path, place));
	if (calendar.country !== undefined) add(['country'], await findCountryHolidays(calendar.country));
	const weekend = getWeekend(calendar);
	const getHoliday = createLookup(sources);
	const getDayOff = (day: string) => {
		const holiday = getHoliday(day);
		if (holiday !== undefined) return `a holiday (${holiday})`;
		return weekend.includes(weekday(day)) ? `a ${capitalize(weekdays[weekday(day)] ?? '')}` : undefined;
	};
	return {calendar: {getDayOff}, errors};
}

// Public holidays of countries come from the package date-holidays, which the user installs beside this program.

/** Returns the name of each holiday of a year by its day. */
type Holidays = (year: number) => ReadonlyMap<string, string>;

type FoundHolidays = {readonly holidays?: Holidays; readonly errors: readonly string[]};

const dayMs = 86_400_000;

const loadPackage = async () => (await import('date-holidays').catch(() => undefined))?.default;

/** Takes `DE` or, with a state, `DE-BY`. */
async function findCountryHolidays(code: string): Promise<FoundHolidays> {
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
