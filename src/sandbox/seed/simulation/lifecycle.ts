import {dayText} from '../../../calendar.ts';
import {habits, minutesPerSession, newestRelease, sessionsPerDay} from '../values/people.ts';
import {type Release, releases} from '../values/releases.ts';
import {createDraw, type Random} from './random.ts';

/** When products are installed, how long they are used and on which days. Days are counted from 1970-01-01. */

const monthly = [96, 100, 108, 104, 100, 92, 84, 82, 106, 112, 116, 90] as const;
const weekly = [62, 108, 112, 112, 110, 104, 70] as const;

/** 0 is Sunday; 1970-01-01 was a Thursday. */
const weekday = (day: number): number => (day + 4) % 7;

/** Relative number of installations on a day: growth, season and day of the week. */
function arrivals(day: number, launch: number): number {
	const month = Number(dayText(day).slice(5, 7)) - 1;
	return (400 + (day - launch)) * (monthly[month] ?? 100) * (weekly[weekday(day)] ?? 100);
}

/**
 * Draws the install days of `count` installations in ascending order: about the n-th of them is the day on which n/count
 * of all arrivals are reached.
 */
export function* installDays(count: number, span: {launch: number; today: number}, random: Random): Generator<number> {
	const totals: number[] = [];
	for (let day = span.launch, total = 0; day <= span.today; day++) {
		total += arrivals(day, span.launch);
		totals.push(total);
	}
	const all = totals.at(-1) ?? 0;
	for (let number = 0, index = 0; number < count; number++) {
		random.restart(number);
		const reached = Math.floor(((number + random.below(1000) / 1000) / count) * all);
		while ((totals[index] ?? all) <= reached && index < totals.length - 1) index++;
		yield span.launch + index;
	}
}

const steps = 1024;

/** Quantiles of lifetimes in thousandths of their scale (Weibull, shape 0.5): many are short, a few last for years. */
const lifetimes = Int32Array.from({length: steps}, (_, index) => {
	const logarithm = Math.log(1 - (index + 0.5) / steps);
	return Math.round(1000 * logarithm * logarithm);
});

/** Draws the lifetime of an installation in days, by the scale of its edition. */
export const drawLifetime = (scale: number, random: Random): number =>
	Math.floor(((lifetimes[random.below(steps)] as number) * scale) / 1000);

const drawGap = habits.map(({gaps}) => createDraw(gaps));

/** The next day of activity after `day`. */
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

const newestOn: readonly number[] = Array.from({length: 1400}, (_, age) => newestRelease(releases, age));

/** Index of the newest release on a day, counted from the launch of the product. */
export const releaseOn = (age: number): number => newestOn[Math.max(0, Math.min(age, newestOn.length - 1))] ?? 0;

/** The release of a new installation: mostly the newest one. */
export function installedRelease(age: number, random: Random): number {
	const newest = releaseOn(age);
	return random.chance(120) ? Math.max(0, newest - 1 - random.below(3)) : newest;
}

/** Draws how many days a user waits before an update; some never update. */
export const drawPatience = (random: Random): number => (random.chance(170) ? 5000 : random.below(130));

export const releaseAt = (index: number): Release => releases[index] as Release;
