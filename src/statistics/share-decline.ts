import type {Interval, Proportion} from './intervals.ts';

/**
 * Finds when a falling share falls below a limit: a line through the log odds of the share by week is continued. How far it can be
 * trusted is judged by the lines through the first weeks only, which have not seen the later ones.
 */

type Line = {
	/** The number of weeks that the line is fitted to. */
	readonly seen: number;
	/** Returns the log odds in a week, of which the first one is 0. */
	readonly at: (week: number) => number;
};

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const toShare = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));
/** Half an installation more on both sides keeps the log odds of 0 finite. */
const toLogOdds = ({count, total}: Proportion) => Math.log((count + 0.5) / (total - count + 0.5));

/** Returns the line with the least squares. */
function fitLine(values: readonly number[]): Line {
	const [mean, middle] = [meanOf(values), (values.length - 1) / 2];
	const products = values.map((value, week) => (week - middle) * value);
	const slope = meanOf(products) / meanOf(values.map((_, week) => (week - middle) ** 2));
	return {seen: values.length, at: week => mean + slope * (week - middle)};
}

const [naiveWeeks, aheadWeeks, mostOfNaive] = [4, 13, 0.6];

/** Tests whether the lines predict up to 13 weeks after their own clearly better than the prediction that nothing changes. */
function predictWell(lines: readonly Line[], values: readonly number[]): boolean {
	let [squares, naiveSquares] = [0, 0];
	for (const {seen, at} of lines.slice(0, -naiveWeeks)) {
		const later = values.slice(seen, seen + aheadWeeks);
		squares += (meanOf(later) - at(seen + (later.length - 1) / 2)) ** 2;
		naiveSquares += (meanOf(later) - meanOf(values.slice(seen - naiveWeeks, seen))) ** 2;
	}
	return squares <= mostOfNaive ** 2 * naiveSquares;
}

type PredictedShare = Interval & {readonly share: number};

/** No prediction of a year reaches further than four years. */
const mostWeeks = 208;
/** In simulated years, an interval of this many times the largest distance holds the truth in at least 95 %. */
const widening = 2;

/** Returns the share of the last week and of the next ones. The interval follows from the distances between the lines. */
const predictShares = (lines: readonly Line[], line: Line, lastWeek: number): readonly PredictedShare[] =>
	Array.from({length: mostWeeks + 1}, (_, ahead) => {
		const logOdds = line.at(lastWeek + ahead);
		const half = widening * Math.max(...lines.map(({at}) => Math.abs(at(lastWeek + ahead) - logOdds)));
		return {share: toShare(logOdds), low: toShare(logOdds - half), high: toShare(logOdds + half)};
	});

/** `weeks`, `low` and `high` are numbers of weeks after the last one, and `predicted` are the shares from the last one on. */
export type Decline =
	| {readonly kind: 'below'}
	| {readonly kind: 'unknown'; readonly why: string}
	| (Interval & {readonly kind: 'falls'; readonly weeks: number; readonly predicted: readonly PredictedShare[]});

const fewestWeeks = 26;

/** Returns when the share falls below `limit`, with a 95 % interval. The weeks are in order, and the last one is complete. */
export function judgeDecline(weeks: readonly Proportion[], limit: number): Decline {
	const values = weeks.slice(1 + weeks.findLastIndex(({total}) => total === 0)).map(toLogOdds);
	const last = weeks.at(-1);
	if (last && last.count / last.total < limit) return {kind: 'below'};
	const unknownBecause = (why: string) => ({kind: 'unknown', why}) as const;
	if (values.length < fewestWeeks)
		return unknownBecause(`fewer than ${fewestWeeks} weeks in a row have active installations`);
	const line = fitLine(values);
	const first = Math.floor(values.length / 2);
	const lines = Array.from({length: values.length - first}, (_, at) => fitLine(values.slice(0, first + at)));
	if (line.at(1) >= line.at(0)) return unknownBecause('the share does not fall');
	if (!predictWell(lines, values)) return unknownBecause('past weeks predict later ones badly');
	const predicted = predictShares(lines, line, values.length - 1);
	const find = (end: keyof PredictedShare) => predicted.findIndex(each => each[end] < limit);
	const [share, low, high] = [find('share'), find('low'), find('high')];
	if (high < 0) return unknownBecause('the share does not fall by more than chance');
	return {kind: 'falls', weeks: share, low, high, predicted: predicted.slice(0, high + 1)};
}
