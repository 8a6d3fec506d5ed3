import {addDays, countDays, isCalendarDay} from '../../calendar.ts';

/**
 * The part of iCalendar (RFC 5545) that calendars of holidays use: events of whole days, once or every year. Times of day are
 * ignored, and cancelled events are left out.
 */
export type IcsEvent = {
	readonly name: string;
	/** Both ends are included. */
	readonly first: string;
	readonly last: string;
	/** The last day on which a yearly event may begin; undefined for an event that happens once. */
	readonly yearlyUntil?: string;
	readonly except: readonly string[];
};

export type IcsError = {readonly line: number; readonly message: string};

type Line = {readonly line: number; readonly name: string; readonly params: string; readonly value: string};

/** Joins folded lines (RFC 5545, 3.1) and keeps the number of the first one. */
function readLines(text: string): readonly Line[] {
	const joined: {line: number; text: string}[] = [];
	for (const [at, part] of text.split(/\r?\n/).entries()) {
		const last = joined.at(-1);
		if (/^[ \t]/.test(part) && last) last.text += part.slice(1);
		else joined.push({line: at + 1, text: part});
	}
	return joined.flatMap(({line, text}) => {
		const [, name, params = '', value] = /^([A-Za-z-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/.exec(text) ?? [];
		return name === undefined || value === undefined ? [] : [{line, name: name.toUpperCase(), params, value}];
	});
}

const isoDay = (value: string): string | undefined => {
	const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(value.trim()) ?? [];
	const text = `${year}-${month}-${day}`;
	return isCalendarDay(text) ? text : undefined;
};

const unescapeText = (value: string) => value.replace(/\\n/gi, ' ').replace(/\\([\\;,])/g, '$1');

/** A year has at most 366 days, so a longer event is an error in the file. */
const maxDays = 366;
const forever = '9999-12-31';

/** Returns the last day on which an event may begin again, or the reason why the rule is not supported. */
function readRule(rule: Line, first: string): {readonly until: string} | {readonly message: string} {
	const parts = new Map(rule.value.split(';').map(part => part.split('=', 2) as [string, string]));
	const text = (name: string) => parts.get(name);
	const isSameDay =
		(text('BYMONTH') ?? String(Number(first.slice(5, 7)))) === String(Number(first.slice(5, 7))) &&
		(text('BYMONTHDAY') ?? String(Number(first.slice(8)))) === String(Number(first.slice(8)));
	const known = ['FREQ', 'UNTIL', 'COUNT', 'INTERVAL', 'BYMONTH', 'BYMONTHDAY', 'WKST'];
	if (text('FREQ') !== 'YEARLY' || (text('INTERVAL') ?? '1') !== '1' || !isSameDay)
		return {message: `RRULE: only FREQ=YEARLY on the same date is supported, not ${rule.value.slice(0, 60)}`};
	const other = [...parts.keys()].find(name => !known.includes(name));
	if (other !== undefined) return {message: `RRULE: ${other.slice(0, 20)} is not supported`};
	const count = text('COUNT');
	if (count !== undefined) return {until: `${Number(first.slice(0, 4)) + Number(count) - 1}${first.slice(4)}`};
	return {until: isoDay(text('UNTIL') ?? '') ?? forever};
}

/** The end of an all-day event is the day after its last day; the day of an end with a time is its last day. */
function findLast(first: string, end: Line | undefined): string | undefined {
	if (!end) return first;
	const day = isoDay(end.value);
	const last = day === undefined || end.value.includes('T') ? day : addDays(day, -1);
	return last !== undefined && last < first ? first : last;
}

function readEvent(lines: readonly Line[]): IcsEvent | IcsError {
	const find = (name: string) => lines.find(each => each.name === name);
	const [start, end, rule] = [find('DTSTART'), find('DTEND'), find('RRULE')];
	const line = lines[0]?.line ?? 1;
	if (lines.at(-1)?.name !== 'END') return {line, message: 'the event has no END:VEVENT'};
	if (start === undefined) return {line, message: 'the event has no DTSTART'};
	const first = isoDay(start.value);
	if (first === undefined) return {line: start.line, message: 'DTSTART: expected a day such as 20260501'};
	const last = findLast(first, end);
	if (last === undefined) return {line: end?.line ?? start.line, message: 'DTEND: expected a day such as 20260502'};
	if (countDays({first, last}) > maxDays) return {line: start.line, message: 'the event is longer than a year'};
	const except = lines.filter(({name}) => name === 'EXDATE').flatMap(({value}) => value.split(',').map(isoDay));
	const name = unescapeText(find('SUMMARY')?.value ?? 'holiday').slice(0, 80);
	const event = {name, first, last, except: except.filter(day => day !== undefined)};
	if (!rule) return event;
	const read = readRule(rule, first);
	return 'message' in read ? {line: rule.line, message: read.message} : {...event, yearlyUntil: read.until};
}

/** Returns the lines of each event from BEGIN to END, without those of its alarms. */
function splitEvents(lines: readonly Line[]): readonly (readonly Line[])[] {
	const events: Line[][] = [];
	let open: Line[] | undefined;
	let inAlarm = false;
	for (const line of lines) {
		const mark = `${line.name}:${line.value.trim().toUpperCase()}`;
		if (mark.endsWith(':VALARM')) inAlarm = mark === 'BEGIN:VALARM';
		else if (mark === 'BEGIN:VEVENT') {
			open = [line];
			events.push(open);
		} else if (!inAlarm) open?.push(line);
		if (mark === 'END:VEVENT') open = undefined;
	}
	return events;
}

const isCancelled = (lines: readonly Line[]) =>
	lines.some(({name, value}) => name === 'STATUS' && value.trim().toUpperCase() === 'CANCELLED');

/** A limit on hostile files; a year has few holidays. */
const maxEvents = 5000;

/** Parses the events of a calendar. Events that cannot be read are listed in `errors`. */
export function parseIcs(text: string): {readonly events: readonly IcsEvent[]; readonly errors: readonly IcsError[]} {
	const lines = readLines(text.replace(/^\uFEFF/, ''));
	if (!/^VCALENDAR\s*$/i.test(lines[0]?.value ?? ''))
		return {events: [], errors: [{line: 1, message: 'expected BEGIN:VCALENDAR'}]};
	const events = splitEvents(lines).filter(event => !isCancelled(event));
	if (events.length > maxEvents) return {events: [], errors: [{line: 1, message: `more than ${maxEvents} events`}]};
	const read = events.map(readEvent);
	return {
		events: read.filter(each => 'first' in each),
		errors: read.filter(each => 'message' in each),
	};
}

/** Returns the days of an event in a year; 29 February only in leap years. */
export function daysIn({first, last, yearlyUntil, except}: IcsEvent, year: number): readonly string[] {
	const length = countDays({first, last});
	const own = Number(first.slice(0, 4));
	// An event at the end of the year before may last into this one.
	const starts =
		yearlyUntil === undefined
			? [first]
			: [year - 1, year].filter(each => each >= own).map(each => `${String(each).padStart(4, '0')}${first.slice(4)}`);
	return starts
		.filter(start => isCalendarDay(start) && start <= (yearlyUntil ?? forever) && !except.includes(start))
		.flatMap(start => Array.from({length}, (_, at) => addDays(start, at)))
		.filter(day => Number(day.slice(0, 4)) === year);
}
