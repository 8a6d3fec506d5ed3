import type {Proportion} from '../../../src/statistics/intervals.ts';
import type {Draws} from './random-draws.ts';

/** A year of weekly shares with a planted decline, and noise that remembers. */

/** How the share of a world develops. */
export const declines = ['constant', 'logistic', 'stopping', 'step', 'none', 'rising'] as const;
export type DeclineKind = (typeof declines)[number];

/** `counts`: each week is drawn by itself. `slow` and `slower`: errors last for weeks. `wandering`: the level itself drifts. */
export const noises = ['counts', 'slow', 'slower', 'wandering'] as const;
export type Noise = (typeof noises)[number];

export type SimulatedShares = {
	readonly weeks: readonly Proportion[];
	readonly limit: number;
	/** Weeks after the last one until the share is below the limit; undefined if it never is. */
	readonly truth: number | undefined;
};

const weekCount = 52;
const lastWeek = weekCount - 1;
const toLogOdds = (share: number) => Math.log(share / (1 - share));
const toShare = (logOdds: number) => 1 / (1 + Math.exp(-logOdds));

/** Long enough for every world that falls. */
const longest = 900;

/** Installations: 800 to 45,000 in a week, 3 to 15 % with the property, and a decline of 40 to 80 % of the odds in a year. */
export function simulateShares(kind: DeclineKind, noise: Noise, {next, binomial}: Draws): SimulatedShares {
	const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
	const size = 800 * Math.exp(next() * Math.log(56));
	const start = 0.03 + next() * 0.12;
	const perWeek = (0.5 + next() * 1.2) / weekCount;
	const turn = 10 + next() * 30;
	const drop = 0.5 + next() * 0.5;
	const future = 6 + next() * 60;
	const line = (week: number) => toLogOdds(start) - perWeek * week;
	const curves: Readonly<Record<DeclineKind, (week: number) => number>> = {
		constant: week => toLogOdds(start * Math.exp(-perWeek * week)),
		logistic: line,
		stopping: week => line(Math.min(week, turn)),
		step: week => toLogOdds(start) - (week < turn ? 0 : drop),
		none: () => toLogOdds(start),
		rising: week => line(-week / 2),
	};
	const curve = curves[kind];
	const limit = toShare((kind === 'constant' ? curve : line)(lastWeek + future));
	const memory = {counts: 0, slow: 0.6, slower: 0.8, wandering: 0}[noise];
	const spread = memory === 0 ? 0 : 0.04;
	const drift = (week: number) =>
		noise === 'wandering' ? normal() * Math.sqrt(Math.max(perWeek, 0.005) / (size * toShare(curve(week)))) : 0;
	let error = spread * normal();
	let wandered = 0;
	const weeks = Array.from({length: weekCount}, (_, week) => {
		const total = Math.round(size * (1 + 0.1 * Math.sin(week / 8) + 0.02 * normal()));
		if (week > 0) error = memory * error + spread * Math.sqrt(1 - memory ** 2) * normal();
		if (week > 0) wandered += drift(week);
		return {count: binomial(total, toShare(curve(week) + error + wandered)), total};
	});
	const ahead = Array.from({length: longest}, (_, at) => {
		if (at > 0) wandered += drift(lastWeek + at);
		return curve(lastWeek + at) + wandered;
	});
	const crossing = ahead.findIndex(logOdds => logOdds < toLogOdds(limit));
	return {weeks, limit, truth: crossing < 0 ? undefined : crossing};
}
