import {CliError} from '../../../errors.ts';
import {type Edge, parseDateWord} from '../../../language/dates.ts';

/** A closed range of days. */
export type Range = {readonly first: string; readonly last: string};

/** The flags that name the ends of a range, for messages. */
export type RangeFlags = {readonly from: string; readonly to: string};
export const rangeFlags: RangeFlags = {from: '--from', to: '--to'};

/** What words for dates are relative to. */
export type DateContext = {
	/** What `today` means. */
	readonly today: string;
	/** The oldest permitted start, where it is known. */
	readonly oldest?: string | undefined;
	readonly flags?: RangeFlags;
};

/** True for the word `oldest`, a day that only the service knows. */
export const isOldest = (word: string): boolean => word.trim().toLowerCase() === 'oldest';

function parseDay(flag: string, word: string, {today, oldest, edge}: DateContext & {readonly edge: Edge}): string {
	const day = parseDateWord({name: flag, text: word}, {today, edge});
	if (day !== 'oldest') return day;
	if (oldest === undefined) throw new Error('the oldest date must be asked for before it is used');
	return oldest;
}

/**
 * The range from the first day of what `--from` names to the last day of what `--to` names. Throws CliError of kind usage
 * for a date that is none, with its place, and for a range that ends before it begins.
 */
export function parseRange({from, to}: {readonly from: string; readonly to: string}, context: DateContext): Range {
	const {flags = rangeFlags} = context;
	const first = parseDay(flags.from, from, {...context, edge: 'first'});
	const last = parseDay(flags.to, to, {...context, edge: 'last'});
	if (first <= last) return {first, last};
	const isToday = to === 'today';
	throw new CliError('usage', `the range ends before it begins: from ${first} to ${last}${isToday ? ' (today)' : ''}`, {
		hint: isToday
			? `give a ${flags.from} that has begun, or a later ${flags.to}`
			: `give the earlier date ${flags === rangeFlags ? 'to --from' : 'first'}`,
		code: 'empty-range',
	});
}

/** The range, with `--clamp` from the oldest permitted date on. Throws CliError of kind usage for a start that is too old. */
export function clampRange(
	range: Range,
	{oldest, clamp, flags = rangeFlags}: Pick<DateContext, 'oldest' | 'flags'> & {readonly clamp: boolean},
): Range {
	if (oldest === undefined || range.first >= oldest) return range;
	if (clamp && range.last >= oldest) return {...range, first: oldest};
	const what = flags === rangeFlags ? 'report' : 'baseline';
	const instead = flags === rangeFlags ? `--from ${oldest} (or --from oldest)` : `${flags.from} ${oldest}..TO`;
	throw new CliError('usage', `the ${what} would start on ${range.first}, before the oldest permitted date ${oldest}`, {
		hint: clamp ? `give an end of ${oldest} or later` : `give ${instead}, or --clamp`,
		code: 'before-oldest',
	});
}
