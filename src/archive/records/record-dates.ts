import {addDays, describeRange, shiftMonth} from '../../calendar.ts';
import type {Clock} from '../../ports.ts';
import {counted} from '../../text/wording.ts';
import {logKinds} from '../log-kinds.ts';
import type {PossibleDays, Records} from './records.ts';

/** Without a network, a computer sends its records later, but seldom after more than a year. */
const maxMonthsLate = 12;
/** For files whose names do not tell their days. */
const oldestDay = '2000-01-01';

/** `fileDays` are the first days of the files with the records; undefined if unknown. */
export function getPossibleDays(
	fileDays: readonly (string | undefined)[],
	{today, clock}: {readonly today: string; readonly clock: Clock},
): PossibleDays {
	const known = fileDays.flatMap(day => day ?? []);
	const [first] = known.length < fileDays.length ? [] : known.sort();
	const tomorrow = addDays(today, 1);
	return {
		first: first === undefined ? oldestDay : shiftMonth(first, -maxMonthsLate),
		// Records have days in UTC, where it may be tomorrow.
		last: clock.now().toISOString().startsWith(tomorrow) ? tomorrow : today,
	};
}

type WrongDates = {readonly text: string; readonly isLater: boolean};

/** Describes the chosen records with a wrong date. Of a table, reads only the parts with such a date, and summaries. */
async function describeWrongDates({
	kind,
	dialect,
	rows,
	relation,
	possible: {first, last},
}: Records): Promise<readonly WrongDates[]> {
	const {dayLiteral, dayText, textLiteral} = dialect;
	const select = (text: string, condition: string, records: string) =>
		`SELECT ${textLiteral(text)}, count(*), ${dayText('min(day)')}, ${dayText('max(day)')} FROM ${records} AS line WHERE chosen AND day ${condition}`;
	const found = await rows(
		[
			select('after today', `> ${dayLiteral(last)}`, relation(addDays(last, 1))),
			select(`before ${first}`, `< ${dayLiteral(first)}`, relation(undefined, addDays(first, -1))),
		].join(' UNION ALL '),
		['text', 'count', 'day', 'day'],
	);
	return found.flatMap(([text, count, min, max]) => {
		if (count === 0) return [];
		const days = describeRange({first: String(min), last: String(max)});
		const records = `${counted(Number(count), logKinds[kind].record)} ${count === 1 ? 'is' : 'are'}`;
		const clocks = count === 1 ? 'the clock of the computer was' : 'the clocks of the computers were';
		return {text: `${records} dated ${text} (${days}): ${clocks} wrong`, isLater: String(min) > last};
	});
}

export type DatePorts = {
	readonly caveat: (text: string) => Promise<void>;
	/** Says that records are missing. */
	readonly incomplete: (text: string) => Promise<void>;
};

/** Calls `use`, and then tells the wrong dates of the records. */
export async function useAndTellDates<Result>(
	records: Records,
	use: (records: Records) => Promise<Result>,
	{caveat, incomplete}: DatePorts,
): Promise<Result> {
	const result = await use(records);
	// A report that is dated after today is missing in the days that a check is about.
	for (const {text, isLater} of await describeWrongDates(records)) await (isLater ? incomplete : caveat)(text);
	return result;
}
