import {endOfPeriod, isDay} from '../../calendar.ts';
import type {Column, Range, Row} from '../../output/dataset.ts';
import type {Side} from '../../output/rows/compare-rows.ts';
import {createIsIncomplete} from '../caveats/loss-marks.ts';
import {getLastKnownLoss, includesToday, type Scope} from '../caveats/request-caveats.ts';
import {losingFigures} from '../report-columns.ts';

const later = (one: string, other: string) => (one > other ? one : other);
const earlier = (one: string, other: string) => (one < other ? one : other);

/**
 * Returns one side of a comparison: the days that each row covers, and why its counts may not be final. Counts for which
 * `countsLosses` is true grow until all losses are known.
 */
export function createSide({
	columns,
	rows,
	scope,
	countsLosses,
}: Pick<Side, 'columns' | 'rows'> & {
	readonly scope: Scope;
	readonly countsLosses: ((column: Column) => boolean) | undefined;
}): Side {
	const last = scope.last ?? scope.today;
	const dateAt = columns.findIndex(({kind}) => kind === 'date');
	const rangeOf = (row: Row): Range => {
		const date = row[dateAt];
		if (!isDay(date)) return {first: scope.first, last};
		const end = endOfPeriod(date, columns[dateAt]?.unit ?? 'day');
		return {first: later(date, scope.first), last: earlier(end, last)};
	};
	const lastKnown = getLastKnownLoss(scope);
	// A row by date counts the losses of its own days; all others, even those of a cohort, the losses of the range.
	const isByDate = columns[dateAt]?.key === 'date';
	const hasOpenLosses = (row: Row) => lastKnown !== undefined && (isByDate ? rangeOf(row).last : last) > lastKnown;
	const isIncomplete = createIsIncomplete(columns, scope);
	return {
		columns,
		rows,
		isOpen: (row, {key}) => losingFigures.includes(key) && isIncomplete(row),
		range: rangeOf,
		doubt: (row, column) => {
			if (dateAt >= 0 && includesToday(scope) && rangeOf(row).last >= scope.today) return 'today is not complete';
			return countsLosses?.(column) && hasOpenLosses(row) ? `losses after ${lastKnown} are not known yet` : undefined;
		},
	};
}
