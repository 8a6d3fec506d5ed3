import {firstOfMonth, firstOfWeek, isCalendarDay} from '../../calendar.ts';
import {CliError} from '../../errors.ts';
import {type Edge, parseDateWord} from '../../language/values/date-words.ts';
import {isRelativeStart, type RangeWords, resolvePeriod} from '../../language/values/range-words.ts';
import type {Range} from '../../output/dataset.ts';
import {getServiceName} from '../../session/cache-file.ts';
import {createOldestDates} from '../../session/oldest-dates.ts';
import type {ReportPorts} from '../report-ports.ts';

type DateContext = {
	readonly today: string;
	readonly oldest?: string | undefined;
	/** The flag with both ends of a baseline. Undefined for the report itself, which has `--from` and `--to`. */
	readonly flag?: string | undefined;
};

const isOldest = (word: string): boolean => word.trim().toLowerCase() === 'oldest';

function parseDay(flag: string, word: string, {today, oldest, edge}: DateContext & {readonly edge: Edge}): string {
	const day = parseDateWord({name: flag, text: word}, {today, edge});
	if (day !== 'oldest') return day;
	if (oldest === undefined) throw new Error('the earliest allowed date is used before it is requested');
	return oldest;
}

/** Words for both ends of a range. `isNamed`: the user named a period and no end. */
export type Ends = {readonly from: string; readonly to: string; readonly isNamed?: boolean};

/**
 * Resolves `--period`, and defaults for both ends. Throws CliError (usage) for invalid dates, as far as they can be checked without a
 * request.
 */
export function getEnds(words: RangeWords, defaultStart: string, context: Pick<ReportPorts, 'today'>): Ends {
	const {from, to = 'today', isNamed} = resolvePeriod(words, context.today);
	const ends = {from: from ?? getDefaultStart(defaultStart, to, context), to, isNamed};
	if (!isOldest(ends.from) && !isOldest(to)) parseRange(ends, context);
	return ends;
}

/**
 * Returns the range from the first day of `--from` to the last day of `--to`. Throws CliError (usage) for an invalid date, with
 * its position, and for a range that ends before it starts or starts after today.
 */
export function parseRange({from, to}: Ends, context: DateContext): Range {
	const {flag} = context;
	const first = parseDay(flag ?? '--from', from, {...context, edge: 'first'});
	const last = parseDay(flag ?? '--to', to, {...context, edge: 'last'});
	if (first <= last && first > context.today)
		throw new CliError('usage', `the range starts on ${first}, after today (${context.today})`, {
			hint: `give an earlier ${flag ?? '--from'}`,
			code: 'future-range',
		});
	if (first <= last) return {first, last};
	const isToday = to === 'today';
	throw new CliError('usage', `the range ends (${last}${isToday ? ', today' : ''}) before it starts (${first})`, {
		hint: isToday
			? `give an earlier ${flag ?? '--from'}, or a later ${flag ?? '--to'}`
			: `give the earlier date ${flag ? 'first' : 'to --from'}`,
		code: 'empty-range',
	});
}

type ClampOptions = Pick<DateContext, 'oldest' | 'flag'> & {
	readonly clamp: boolean;
	readonly isNamed?: boolean | undefined;
};

/** Returns the range, with `--clamp` from the earliest allowed date on. Throws CliError (usage) for an earlier start. */
export function clampRange(range: Range, {oldest, clamp, flag, isNamed = false}: ClampOptions): Range {
	if (oldest === undefined || range.first >= oldest) return range;
	if (clamp && range.last >= oldest) return {...range, first: oldest};
	const end = isNamed ? ` --to ${range.last}` : ' (or --from oldest)';
	const instead = flag ? `${flag} ${oldest}..TO` : `--from ${oldest}${end}`;
	const what = flag ? 'baseline' : 'report';
	throw new CliError('usage', `the ${what} starts on ${range.first}, before the earliest allowed date ${oldest}`, {
		hint:
			clamp || range.last < oldest ? `give a range that starts on ${oldest} or later` : `give ${instead}, or --clamp`,
		code: 'before-oldest',
	});
}

/** Returns the start of a report without `--from`: `length` before its last day. */
function getDefaultStart(length: string, to: string, {today}: Pick<ReportPorts, 'today'>): string {
	if (to === 'today' || isOldest(to)) return length;
	const last = parseDateWord({name: '--to', text: to}, {today, edge: 'last'});
	return parseDateWord({name: '--from', text: length}, {today: last, edge: 'first'});
}

/** Returns the date that an earlier command stored. The sandbox's date is never stored, because it moves with the data. */
const findStoredOldest = async (context: ReportPorts): Promise<string | undefined> =>
	context.globals.sandbox
		? undefined
		: createOldestDates(context).find(getServiceName(context.globals), await context.product());

/** The first day of the week or month of a day, by the unit of the rows. */
export const firstOf: Readonly<Record<string, (day: string) => string>> = {week: firstOfWeek, month: firstOfMonth};

/**
 * Moves a relative start such as -6mo to the first day of its week or month, so that the first row is complete.
 * Keeps a start that would then be too early.
 */
export async function alignStart(ends: Ends, unit: string | undefined, context: ReportPorts): Promise<Ends> {
	const getFirst = firstOf[unit ?? ''];
	if (!getFirst || !isRelativeStart(ends.from)) return ends;
	const day = parseDateWord({name: '--from', text: ends.from}, {today: context.today, edge: 'first'});
	const first = getFirst(day);
	const oldest = await findStoredOldest(context);
	if (first === day || (oldest !== undefined && first < oldest)) return ends;
	return {...ends, from: first};
}

/** Asks the service. Throws CliError (usage) in a run that may send no other request. */
async function askOldestDate(context: ReportPorts): Promise<string> {
	if (context.globals.dryRun || context.globals.raw) {
		throw new CliError(
			'usage',
			`the earliest allowed date is not known, and ${context.globals.dryRun ? '--dry-run' : '--raw'} does not request it`,
			{
				hint: 'run usagectl doctor once; it stores the date',
				code: 'oldest-unknown',
			},
		);
	}
	// Loads schemas, which few ranges need.
	const {fetchOldestDate} = await import('./oldest-date.ts');
	const date = await fetchOldestDate(context);
	if (isCalendarDay(date)) return date;
	throw new CliError('refused', `the service returned '${date.slice(0, 40)}' as its earliest date`, {
		hint: 'give --from a date',
		endpoint: '/meta/oldestReportedDate',
	});
}

/**
 * Resolves the range and checks it against the stored earliest date; only the word `oldest` and `--clamp` send a request.
 * `--clamp` moves the start and warns; `-v` prints the range. Throws CliError (usage).
 */
export async function resolveRange(words: Ends, context: ReportPorts, flag?: string): Promise<Range> {
	const {globals, today} = context;
	const stored = await findStoredOldest(context);
	const canAsk = !globals.dryRun && !globals.raw && !globals.printRequest;
	const isNeeded = isOldest(words.from) || isOldest(words.to) || (globals.clamp && canAsk);
	const oldest = stored ?? (isNeeded ? await askOldestDate(context) : undefined);
	const range = parseRange(words, {today, oldest, flag});
	const permitted = clampRange(range, {oldest, clamp: globals.clamp, flag, isNamed: words.isNamed});
	if (permitted !== range) {
		await context.warn(`the start was moved from ${range.first} to the earliest allowed date ${permitted.first}`);
	}
	if (permitted.last > today)
		await context.footnote(
			`the range ends on ${permitted.last}, after today (${today}): the days after today have no data yet`,
		);
	await context.detail(`${flag ? 'baseline' : 'range'}: ${permitted.first} to ${permitted.last}`);
	return permitted;
}

/**
 * Called after a rejection: throws CliError (usage) with `--clamp` as hint if a range starts before the earliest allowed date,
 * which was not known when the ranges were checked.
 */
export async function validateStarts(ranges: readonly Range[], context: ReportPorts): Promise<void> {
	if ((await findStoredOldest(context)) !== undefined) return;
	const oldest = await askOldestDate(context).catch(() => undefined);
	for (const range of ranges) clampRange(range, {oldest, clamp: false});
}
