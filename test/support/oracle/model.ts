/**
 * A plain implementation of the reports: loops over exported rows, written from docs/service.md alone.
 * Nothing here imports the tool; what both agree on, two readers read alike.
 */

/** Values of an installation at one moment, by property name (`os.version`, `licenseStatus.expired`, `C07`). */
export type Values = Readonly<Record<string, string | number | boolean | null>>;

/** Use of one event on one day. */
export type EventUse = {
	readonly day: number;
	readonly category: string | null;
	readonly name: string;
	readonly count: number;
	/** Sum of the numeric custom values sent with it, and how many uses carried one. */
	readonly valueSum: number;
	readonly valueCount: number;
	/** Values of the installation when the event happened. */
	readonly at: Values;
};

export type Installation = {
	readonly id: string;
	/** Days since 1970-01-01. */
	readonly installed: number;
	readonly lastSeen: number;
	readonly install: Values;
	readonly current: Values;
	/** Sessions, runtime minutes and values by active day. */
	readonly activity: ReadonlyMap<number, {readonly sessions: number; readonly minutes: number; readonly at: Values}>;
	readonly events: readonly EventUse[];
	/** Lifetime uses by event, also before the oldest reported date. */
	readonly lifetime: readonly {readonly category: string | null; readonly name: string; readonly count: number}[];
	readonly activeDays: number;
	readonly lifetimeSessions: number;
	readonly lifetimeMinutes: number;
	/** `auto/C1`, `manual/C2`. */
	readonly delivered: ReadonlySet<string>;
};

/** Which values a report's filters and segments look at. */
export type Family = 'current' | 'lost' | 'engagement' | 'advanced';

const custom = Array.from({length: 20}, (_, index) => `C${String(index + 1).padStart(2, '0')}`);
/** "Churn and engagement report: filters on … use the value at install date. The others … use the current value." */
const atInstall = new Set([
	'prodVersion',
	'prodEdition',
	'prodBuild',
	'prodLanguage',
	'licenseType',
	'osLanguage',
	...custom,
]);
/** "Advanced event report: … use the current value"; what it does not name is taken at the time of the event. */
const atEvent = new Set([...atInstall, 'licenseStatus', 'os', 'geography']);

const property = (name: string) => name.split('.')[0] ?? name;

/** The value that a report sees; `at` is the moment of an event, where there is one. */
export function valueIn(family: Family, installation: Installation, name: string, at?: Values) {
	if (family === 'engagement' && atInstall.has(property(name))) return installation.install[name] ?? null;
	if (family === 'advanced' && at && atEvent.has(property(name))) return at[name] ?? null;
	return installation.current[name] ?? null;
}

const dayMs = 86_400_000;
export const dayOf = (iso: string) => Date.parse(`${iso}T00:00:00Z`) / dayMs;
export const isoOf = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);

/** First day of the day, ISO week or month that a day is in. */
export function bucketOf(day: number, split: 'day' | 'week' | 'month'): number {
	if (split === 'day') return day;
	if (split === 'week') return day - ((new Date(day * dayMs).getUTCDay() + 6) % 7);
	return dayOf(`${isoOf(day).slice(0, 7)}-01`);
}
