import type {Interval, Proportion} from './intervals.ts';

/**
 * Finds when a falling share falls below a limit. A line is fitted to the log odds of the share by week. Its level may wander by itself,
 * as the shares of real installations do, and how much it wanders is judged by the error with which each week is predicted from the
 * weeks before it (a random walk with drift, seen with noise, in a Kalman filter). No trend of the noise makes the interval too narrow.
 */

type Point = {
	readonly logOdds: number;
	/** The variance that the number of installations gives the week, as a multiple of that of an average week. */
	readonly noise: number;
};

/** The line that fits the weeks best if its level wanders so much. */
type Line = {
	readonly logLikelihood: number;
	/** The variance of the noise of one week. */
	readonly scale: number;
	/** Returns the log odds a number of weeks after the last one. */
	readonly predict: (weeks: number) => {readonly mean: number; readonly variance: number};
};

/** The variance by which the level changes in a week, as a multiple of that of the noise. */
const wanderings = [0, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const quantile = 2;
/** Nothing is known about level and slope before the first week. */
const unknown = 1e8;

const toShare = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Half an installation more on both sides keeps the log odds of 0 finite. */
function toPoints(weeks: readonly Proportion[]): readonly Point[] {
	const odds = weeks.map(({count, total}) => [count + 0.5, total - count + 0.5] as const);
	const average = meanOf(odds.map(([own, others]) => 1 / own + 1 / others));
	return odds.map(([own, others]) => ({
		logOdds: Math.log(own / others),
		noise: (1 / own + 1 / others) / average,
	}));
}

function fitLine(points: readonly Point[], wandering: number): Line {
	let [level, slope, levelVariance, covariance, slopeVariance] = [0, 0, unknown, 0, unknown];
	let [squares, logDeterminant] = [0, 0];
	for (const [week, {logOdds, noise}] of points.entries()) {
		level += slope;
		levelVariance += 2 * covariance + slopeVariance + wandering;
		covariance += slopeVariance;
		const error = logOdds - level;
		const variance = levelVariance + noise;
		// The first two weeks determine the line, and are not predicted.
		if (week >= 2) {
			squares += error ** 2 / variance;
			logDeterminant += Math.log(variance);
		}
		const [levelGain, slopeGain] = [levelVariance / variance, covariance / variance];
		level += levelGain * error;
		slope += slopeGain * error;
		slopeVariance -= slopeGain * covariance;
		covariance -= slopeGain * levelVariance;
		levelVariance -= levelGain * levelVariance;
	}
	const predicted = points.length - 2;
	const scale = Math.max(squares / predicted, Number.MIN_VALUE);
	const varianceAt = (weeks: number) =>
		levelVariance + 2 * weeks * covariance + weeks ** 2 * slopeVariance + weeks * wandering;
	return {
		scale,
		logLikelihood: -(predicted * Math.log(scale) + logDeterminant) / 2,
		predict: weeks => ({mean: level + weeks * slope, variance: scale * varianceAt(weeks)}),
	};
}

/** Returns the lines that the weeks do not rule out, the likeliest first: an estimate of the wandering alone is often too low. */
function fitLines(points: readonly Point[]): readonly [Line, ...Line[]] {
	const lines = wanderings.map(wandering => fitLine(points, wandering));
	const sorted = lines.sort((one, other) => other.logLikelihood - one.logLikelihood) as [Line, ...Line[]];
	const [best] = sorted;
	return sorted.filter(({logLikelihood}) => logLikelihood >= best.logLikelihood - 1) as [Line, ...Line[]];
}

const fewestWeeks = 26;
const [blockWeeks, aheadWeeks] = [4, 13];
const [mostErrors, mostOfNaive] = [4, 0.6];

/**
 * Predicts up to 13 weeks from each week on, by the weeks before it only. A line predicts well if its errors are not larger than it
 * says, and clearly smaller than those of the prediction that nothing changes.
 */
function predictsWell(points: readonly Point[]): boolean {
	const logOdds = points.map(point => point.logOdds);
	let [squares, naiveSquares, largest] = [0, 0, 0];
	for (let seen = fewestWeeks; seen <= points.length - blockWeeks; seen++) {
		const [line] = fitLines(points.slice(0, seen));
		const later = logOdds.slice(seen, seen + aheadWeeks);
		const {mean, variance} = line.predict((later.length + 1) / 2);
		const error = meanOf(later) - mean;
		squares += error ** 2;
		naiveSquares += (meanOf(later) - meanOf(logOdds.slice(seen - blockWeeks, seen))) ** 2;
		largest = Math.max(largest, Math.abs(error) / Math.sqrt(variance + line.scale / later.length));
	}
	return largest <= mostErrors && squares <= mostOfNaive ** 2 * naiveSquares;
}

type PredictedShare = Interval & {readonly share: number};

/** No prediction of a year reaches further than four years. */
const mostWeeks = 208;

/** Returns the share of the last week and of the next ones, with a 95 % interval. */
const predictShares = (lines: readonly [Line, ...Line[]]): readonly PredictedShare[] =>
	Array.from({length: mostWeeks + 1}, (_, at) => {
		const predictions = lines.map(line => line.predict(at));
		const endsOf = (sign: 1 | -1) =>
			predictions.map(({mean, variance}) => toShare(mean + sign * quantile * Math.sqrt(variance)));
		return {
			share: toShare(lines[0].predict(at).mean),
			low: Math.min(...endsOf(-1)),
			high: Math.max(...endsOf(1)),
		};
	});

/** `weeks`, `low` and `high` are numbers of weeks after the last one, and `predicted` are the shares from the last one on. */
export type Decline =
	| {readonly kind: 'below'}
	| {readonly kind: 'unknown'; readonly why: string}
	| (Interval & {readonly kind: 'falls'; readonly weeks: number; readonly predicted: readonly PredictedShare[]});

/** Returns when the share falls below `limit`, with a 95 % interval. The weeks are in order, and the last one is complete. */
export function judgeDecline(weeks: readonly Proportion[], limit: number): Decline {
	const points = toPoints(weeks.slice(1 + weeks.findLastIndex(({total}) => total === 0)));
	const last = weeks.at(-1);
	if (last && points.length > 0 && last.count / last.total < limit) return {kind: 'below'};
	const unknownBecause = (why: string) => ({kind: 'unknown', why}) as const;
	if (points.length < fewestWeeks)
		return unknownBecause(`fewer than ${fewestWeeks} weeks in a row have active installations`);
	const lines = fitLines(points);
	if (lines[0].predict(1).mean >= lines[0].predict(0).mean) return unknownBecause('the share does not fall');
	if (!predictsWell(points)) return unknownBecause('past weeks predict later ones badly');
	const predicted = predictShares(lines);
	const find = (end: keyof PredictedShare) => predicted.findIndex(each => each[end] < limit);
	const [share, low, high] = [find('share'), find('low'), find('high')];
	if (high < 0) return unknownBecause('the share does not fall by more than chance');
	return {kind: 'falls', weeks: share, low, high, predicted: predicted.slice(0, high + 1)};
}
