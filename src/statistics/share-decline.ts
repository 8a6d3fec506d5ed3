import type {Interval, Proportion} from './intervals.ts';

/**
 * Finds when a falling share falls below a limit. A line is fitted to the log odds of the share by week. Its level may wander by itself,
 * as the shares of real installations do, and how much it wanders is judged by the error with which each week is predicted from the
 * weeks before it (a random walk with drift, seen with noise, in a Kalman filter). No trend of the noise makes the interval too narrow.
 */

type Point = {
	readonly week: number;
	readonly logOdds: number;
	/** The variance that the number of installations gives the week, as a multiple of that of an average week. */
	readonly noise: number;
};

/** The line that fits the weeks best if its level wanders so much. */
type Line = {
	readonly slope: number;
	readonly logLikelihood: number;
	/** The variance of the noise of one week. */
	readonly scale: number;
	/** Returns the log odds, and their variance, a number of weeks after the last one. */
	readonly meanAt: (weeks: number) => number;
	readonly varianceAt: (weeks: number) => number;
};

/** The variance by which the level changes in a week, as a multiple of that of the noise. */
const wanderings = [0, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const quantile = 2;
/** Nothing is known about level and slope before the first week. */
const unknown = 1e8;

const toLogOdds = (share: number) => Math.log(share / (1 - share));
const toShare = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Half an installation more on both sides keeps the log odds of 0 finite. Weeks without any installations are left out. */
function toPoints(weeks: readonly Proportion[]): readonly Point[] {
	const points = weeks.flatMap(({count, total}, week) => {
		const [own, others] = [count + 0.5, total - count + 0.5];
		return total > 0 ? [{week, logOdds: Math.log(own / others), noise: 1 / own + 1 / others}] : [];
	});
	const average = meanOf(points.map(({noise}) => noise));
	return points.map(point => ({...point, noise: point.noise / average}));
}

function fitLine(points: readonly Point[], wandering: number): Line {
	let [level, slope] = [0, 0];
	let [levelVariance, covariance, slopeVariance] = [unknown, 0, unknown];
	let [squares, logDeterminant] = [0, 0];
	let at = points[0]?.week ?? 0;
	points.forEach(({week, logOdds, noise}, place) => {
		for (; at < week; at++) {
			level += slope;
			levelVariance += 2 * covariance + slopeVariance + wandering;
			covariance += slopeVariance;
		}
		const error = logOdds - level;
		const variance = levelVariance + noise;
		// The first two weeks determine the line, and are not predicted.
		if (place >= 2) {
			squares += error ** 2 / variance;
			logDeterminant += Math.log(variance);
		}
		const [levelGain, slopeGain] = [levelVariance / variance, covariance / variance];
		level += levelGain * error;
		slope += slopeGain * error;
		slopeVariance -= slopeGain * covariance;
		covariance -= slopeGain * levelVariance;
		levelVariance -= levelGain * levelVariance;
	});
	const predicted = points.length - 2;
	const scale = Math.max(squares / predicted, Number.MIN_VALUE);
	return {
		slope,
		scale,
		logLikelihood: -(predicted * Math.log(scale) + logDeterminant) / 2,
		meanAt: weeks => level + weeks * slope,
		varianceAt: weeks =>
			scale * (levelVariance + 2 * weeks * covariance + weeks ** 2 * slopeVariance + weeks * wandering),
	};
}

/** Returns the lines that the weeks do not rule out, the likeliest first: an estimate of the wandering alone is often too low. */
function fitLines(points: readonly Point[]): readonly [Line, ...Line[]] {
	const lines = wanderings.map(wandering => fitLine(points, wandering));
	const sorted = lines.sort((one, other) => other.logLikelihood - one.logLikelihood) as [Line, ...Line[]];
	const [best] = sorted;
	return sorted.filter(({logLikelihood}) => logLikelihood >= best.logLikelihood - 1) as [Line, ...Line[]];
}

const firstJudged = 26;
const [blockWeeks, aheadWeeks] = [4, 13];
const [mostErrors, mostOfNaive] = [4, 0.6];

/**
 * Predicts up to 13 weeks from each week on, by the weeks before it only. A line predicts well if its errors are not larger than it
 * says, and clearly smaller than those of the prediction that nothing changes.
 */
function predictsWell(points: readonly Point[]): boolean {
	let [squares, naiveSquares, largest] = [0, 0, 0];
	for (let seen = firstJudged; seen <= points.length - blockWeeks; seen++) {
		const [line] = fitLines(points.slice(0, seen));
		const later = points.slice(seen, seen + aheadWeeks);
		const truth = meanOf(later.map(({logOdds}) => logOdds));
		const ahead = meanOf(later.map(({week}) => week)) - (points[seen - 1]?.week ?? 0);
		const error = truth - line.meanAt(ahead);
		const naive = truth - meanOf(points.slice(seen - blockWeeks, seen).map(({logOdds}) => logOdds));
		squares += error ** 2;
		naiveSquares += naive ** 2;
		largest = Math.max(largest, Math.abs(error) / Math.sqrt(line.varianceAt(ahead) + line.scale / later.length));
	}
	return largest <= mostErrors && squares <= mostOfNaive ** 2 * naiveSquares;
}

/** No prediction of a year reaches further than four years. */
const mostWeeks = 208;
const step = 0.25;

/** Returns the weeks until the share, moved by a number of standard errors, is below the limit. */
function findCrossing({meanAt, varianceAt}: Line, limit: number, errors: number): number | undefined {
	for (let weeks = 0; weeks <= mostWeeks; weeks += step)
		if (meanAt(weeks) + errors * Math.sqrt(varianceAt(weeks)) < limit) return weeks;
	return undefined;
}

/** `weeks`, `low` and `high` are numbers of weeks after the last one. */
export type Decline =
	| {readonly kind: 'below'}
	| {readonly kind: 'unknown'; readonly why: 'few-weeks' | 'no-fall' | 'bad-predictions'}
	| {readonly kind: 'falls'; readonly weeks: number; readonly low: number; readonly high: number};

export const fewestWeeks = 26;

/** Returns when the share falls below `limit`, with a 95 % interval. The weeks are in order, and the last one is complete. */
export function judgeDecline(weeks: readonly Proportion[], limit: number): Decline {
	const points = toPoints(weeks);
	const last = weeks.at(-1);
	if (last && last.total > 0 && last.count / last.total < limit) return {kind: 'below'};
	if (points.length < fewestWeeks) return {kind: 'unknown', why: 'few-weeks'};
	const lines = fitLines(points);
	const [best] = lines;
	if (best.slope >= 0) return {kind: 'unknown', why: 'no-fall'};
	if (!predictsWell(points)) return {kind: 'unknown', why: 'bad-predictions'};
	const target = toLogOdds(limit);
	const crossings = (errors: number) => lines.map(line => findCrossing(line, target, errors));
	const [weeksLeft] = crossings(0);
	const [lows, highs] = [crossings(-quantile), crossings(quantile)];
	if (weeksLeft === undefined || highs.includes(undefined)) return {kind: 'unknown', why: 'no-fall'};
	const known = (ends: typeof lows) => ends.filter(end => end !== undefined);
	return {kind: 'falls', weeks: weeksLeft, low: Math.min(...known(lows)), high: Math.max(...known(highs))};
}

/** Returns the share of each of the next weeks, with a 95 % interval. */
export function predictShares(weeks: readonly Proportion[], count: number): readonly (Interval & {share: number})[] {
	const lines = fitLines(toPoints(weeks));
	return Array.from({length: count}, (_, at) => {
		const shareOf = (line: Line, errors: number) =>
			toShare(line.meanAt(at + 1) + errors * Math.sqrt(line.varianceAt(at + 1)));
		return {
			share: shareOf(lines[0], 0),
			low: Math.min(...lines.map(line => shareOf(line, -quantile))),
			high: Math.max(...lines.map(line => shareOf(line, quantile))),
		};
	});
}
