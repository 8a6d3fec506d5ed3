import {CliError} from '../../errors.ts';
import type {Side} from '../../output/comparison.ts';
import type {Column, Row} from '../../output/dataset.ts';
import type {Context} from '../command.ts';
import {optional} from '../flag.ts';
import {text} from '../values.ts';
import {resolveRange} from './dates.ts';
import {addDays, daysBetween} from './day-count.ts';
import {lastKnownLoss, reachesToday, type Scope} from './honesty.ts';
import type {Range} from './range.ts';

/** `--compare`: the same question for another range, and what changed. */
export const compare = optional({
	flags: '--compare <range>',
	summary: 'previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure',
	parse: text,
});

/** Days of a range, both ends in it. */
const lengthOf = ({first, last}: Range): number => daysBetween(first, last) + 1;

function parseWords(asked: string, range: Range): {readonly from: string; readonly to: string} {
	if (asked === 'previous') return {from: addDays(range.first, -lengthOf(range)), to: addDays(range.first, -1)};
	const [from, to, ...rest] = asked.split('..');
	if (from && to && rest.length === 0) return {from, to};
	throw new CliError('usage', `--compare: expected previous or FROM..TO, not '${asked}'`, {
		hint: 'give --compare previous, or two dates: --compare 2025-01..2025-03',
		expected: ['previous', 'FROM..TO'],
	});
}

/**
 * The range to compare with; undefined when none was asked for. Throws CliError of kind usage for one that is none, or
 * that begins before the oldest permitted date.
 */
export async function resolveBaseline(
	asked: string | undefined,
	range: Range,
	context: Context,
): Promise<Range | undefined> {
	if (asked === undefined) return undefined;
	return resolveRange(parseWords(asked, range), context, {from: '--compare', to: '--compare'});
}

/** The last day of the period that a date stands for. */
function endOf(date: string, period: string): string {
	if (period === 'month') return addDays(`${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
	return addDays(date, period === 'week' ? 6 : 0);
}

/** What a dated column counts by: cohorts by their own name, everything else by the split that was asked for. */
const periodOf = ({key}: Column, {split}: Scope) =>
	key === 'installationMonth' ? 'month' : key === 'installationWeek' ? 'week' : (split ?? 'day');

const isDay = (cell: unknown): cell is string => typeof cell === 'string' && /^\d{4}-\d\d-\d\d$/.test(cell);
const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

/** One side of a comparison: how many days each row covers, and why its counts may not be whole. */
export function createSide({columns, rows, scope}: Pick<Side, 'columns' | 'rows'> & {readonly scope: Scope}): Side {
	const last = scope.last ?? scope.today;
	const at = columns.findIndex(({kind}) => kind === 'date');
	const spanOf = (row: Row): Range => {
		const date = row[at];
		if (!isDay(date)) return {first: scope.first, last};
		return {first: later(date, scope.first), last: earlier(endOf(date, periodOf(columns[at] as Column, scope)), last)};
	};
	const known = lastKnownLoss(scope);
	const lossesOpen =
		known !== undefined && last > known && scope.report !== 'report churn retention'
			? `losses after ${known} are not known yet`
			: undefined;
	return {
		columns,
		rows,
		days: row => lengthOf(spanOf(row)),
		doubt: row =>
			at >= 0 && reachesToday(scope) && spanOf(row).last >= scope.today ? 'today is not over' : lossesOpen,
	};
}
