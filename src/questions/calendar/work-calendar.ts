import {weekday, weekdays} from '../../calendar.ts';
import type {QuestionFile} from '../file/question-file.ts';
import type {FileError} from '../file/read-yaml.ts';
import type {WorkCalendar} from '../results/result-history.ts';
import {type FoundHolidays, findCountryHolidays, type Holidays} from './country-holidays.ts';
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
