import {habits, minutesPerSession, sessionsPerDay} from '../values/habits.ts';
import {newestRelease} from '../values/releases.ts';
import {weekday} from './births.ts';
import {createDraw, type Random} from './random.ts';

/** Days are counted from 1970-01-01. */

const steps = 1024;

/** Quantiles of lifetimes in thousandths of their scale (Weibull, shape 0.5): many are short, a few last for years. */
const lifetimes = Int32Array.from({length: steps}, (_, index) => {
	const logarithm = Math.log(1 - (index + 0.5) / steps);
	return Math.round(1000 * logarithm * logarithm);
});

/** Draws a lifetime in days. Each edition has its own scale. */
export const drawLifetime = (scale: number, random: Random): number =>
	Math.floor(((lifetimes[random.below(steps)] as number) * scale) / 1000);

const drawGap = habits.map(({gaps}) => createDraw(gaps));

export function nextActiveDay(day: number, habit: number, random: Random): number {
	const next = day + (drawGap[habit] as (random: Random) => number)(random);
	if (!habits[habit]?.weekdays) return next;
	const name = weekday(next);
	return name === 6 ? next + 2 : name === 0 ? next + 1 : next;
}

export const drawSessions = createDraw(sessionsPerDay);
const drawMinutes = createDraw(minutesPerSession);
export const drawRuntime = (sessions: number, random: Random): number =>
	sessions * drawMinutes(random) + random.below(sessions + 1);

export function installedRelease(age: number, random: Random): number {
	const newest = newestRelease(age);
	return random.chance(120) ? Math.max(0, newest - 1 - random.below(3)) : newest;
}

/** Draws how many days a user waits before an update. Some never update. */
export const drawPatience = (random: Random): number =>
	random.chance(170) ? Number.POSITIVE_INFINITY : random.below(130);
