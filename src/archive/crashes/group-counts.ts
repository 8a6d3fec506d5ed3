import {addDays, dayNumber} from '../../calendar.ts';
import type {Cell} from '../../output/dataset.ts';
import {compareVersions} from '../../output/rows/order-rows.ts';
import type {Records} from '../tables/records.ts';
import {groupColumns} from '../tables/relations.ts';
import {type CrashGroups, selectHeads} from './crash-groups.ts';

/** `YYYY-MM-DD`, inclusive; undefined: no bound. */
export type Period = {readonly since: string | undefined; readonly until: string | undefined};

export const marks = ['new', 'gone', 'back'] as const;
type Mark = (typeof marks)[number];

/** Lines of one fault, or of one event. */
export type Group = {
	/** The fingerprint of a crash; category and name of an event. */
	readonly names: readonly string[];
	/** Lines and installations in the period. */
	readonly count: number;
	readonly installations: number;
	/** Lowest and highest version, first and last day, over all time. */
	readonly firstVersion: string | null;
	readonly lastVersion: string | null;
	readonly firstDay: string;
	readonly lastDay: string;
	/** Change in percent from the seven days before the last seven to the last seven; null without lines before. */
	readonly trend: number | null;
	readonly mark: Mark | null;
};

export type GroupCounts = {
	readonly groups: readonly Group[];
	/** First day of the recent lines, which marks compare with all earlier ones. */
	readonly recentSince: string | null;
	/** False when there are no earlier lines, so that nothing can be new. */
	readonly hasHistory: boolean;
};

const recentDays = 7;
/** A group is back when it had no line for more than so many days. */
const quietDays = 14;
/** No line is later. */
const lastDay = '9999-12-31';

const upTo = ({dialect}: Records, {until}: Period) => (until === undefined ? 'true' : `day <= ${dialect.day(until)}`);

/** Reads the versions in the order of their numbers, so that 4.9 comes before 4.10. */
async function readVersions(source: Records, lines: string, period: Period): Promise<readonly string[]> {
	const found = await source.rows(
		`SELECT DISTINCT version FROM ${lines} AS line WHERE chosen AND ${upTo(source, period)} AND version <> '' ORDER BY 1`,
	);
	return found.map(([version]) => String(version)).sort(compareVersions);
}

/** Returns the bounds for marks and trend: those of the period, or the last days that have lines. */
async function findRecent(source: Records, period: Period) {
	const {dialect, rows, relation} = source;
	const [row] = await rows(
		`SELECT ${dialect.dayText('min(day)')}, ${dialect.dayText('max(day)')} FROM ${relation(period.until ?? lastDay)} AS line WHERE ${upTo(source, period)}`,
	);
	const [first, last] = (row ?? []) as readonly (string | null)[];
	if (!first || !last) return undefined;
	const recentSince = period.since ?? addDays(last, 1 - recentDays);
	return {last: period.until ?? last, recentSince, hasHistory: first < recentSince};
}

type Recent = {readonly last: string; readonly recentSince: string};

function selectCounts(
	{kind, dialect}: Records,
	{
		lines,
		period,
		versions,
		crashGroups,
	}: {
		readonly lines: string;
		readonly period: Period;
		readonly versions: readonly string[];
		readonly crashGroups: CrashGroups;
	},
	{last, recentSince}: Recent,
) {
	const {day, dayText, values} = dialect;
	const names = kind === 'exceptions' ? ['coalesce(grouped.head, line.fingerprint)'] : groupColumns[kind];
	const join =
		kind === 'exceptions'
			? `LEFT JOIN ${selectHeads(dialect, crashGroups)} AS grouped ON line.fingerprint = grouped.fingerprint`
			: '';
	const ranks = values(
		['version', 'place:int'],
		versions.map((version, place) => [version, String(place)]),
	);
	const counted = period.since === undefined ? 'true' : `day >= ${day(period.since)}`;
	const until = period.until === undefined ? 'true' : `day <= ${day(period.until)}`;
	const count = (condition: string) => `count(CASE WHEN ${condition} THEN 1 END)`;
	const week = (from: number) =>
		count(`day > ${day(addDays(last, -from))} AND day <= ${day(addDays(last, recentDays - from))}`);
	const recent = day(recentSince);
	const ordinals = names.map((_, at) => at + 1);
	const width = names.length;
	return `
		SELECT ${names.join(', ')},
			${count(counted)}, count(DISTINCT CASE WHEN ${counted} AND client <> '' THEN client END),
			min(place), max(place), ${dayText('min(day)')}, ${dayText('max(day)')}, ${week(recentDays)}, ${week(2 * recentDays)},
			${dayText(`min(CASE WHEN day >= ${recent} THEN day END)`)}, ${dayText(`max(CASE WHEN day < ${recent} THEN day END)`)}
		FROM ${lines} AS line ${join} LEFT JOIN ${ranks} AS ranked ON line.version = ranked.version
		WHERE chosen AND ${until}
		GROUP BY ${ordinals.join(', ')} ORDER BY ${width + 1} DESC, ${width + 2} DESC, ${ordinals.join(', ')}`;
}

/** Percent with one decimal, halves away from zero. */
function getTrend(now: number, before: number): number | null {
	if (before === 0) return null;
	const percent = (100 * (now - before)) / before;
	return (Math.sign(percent) * Math.round(Math.abs(percent) * 10)) / 10 + 0;
}

function getMark(recentFirst: string | null, earlierLast: string | null): Mark | null {
	if (recentFirst === null) return 'gone';
	if (earlierLast === null) return 'new';
	return dayNumber(recentFirst) - dayNumber(earlierLast) > quietDays ? 'back' : null;
}

/** Counts the lines of each group, those with most lines first. */
export async function countGroups(source: Records, crashGroups: CrashGroups, period: Period): Promise<GroupCounts> {
	const recent = await findRecent(source, period);
	if (!recent) return {groups: [], recentSince: null, hasHistory: false};
	const {since} = period;
	// Lines of earlier days are in no figure: only their versions and days count.
	const counted = addDays(recent.last, 1 - 2 * recentDays);
	const lines = source.relation(since !== undefined && counted < since ? counted : since);
	const versions = await readVersions(source, lines, period);
	const rows = await source.rows(selectCounts(source, {lines, period, versions, crashGroups}, recent));
	const width = groupColumns[source.kind].length;
	const version = (place: Cell | undefined) => (place === null ? null : (versions[Number(place)] ?? null));
	const groups = rows.map((row): Group => {
		const [count, installations, lowest, highest, firstDay, lastDay, now, before, recentFirst, earlierLast] =
			row.slice(width);
		return {
			names: row.slice(0, width).map(String),
			count: Number(count),
			installations: Number(installations),
			firstVersion: version(lowest),
			lastVersion: version(highest),
			firstDay: String(firstDay),
			lastDay: String(lastDay),
			trend: getTrend(Number(now), Number(before)),
			mark: recent.hasHistory ? getMark(recentFirst as string | null, earlierLast as string | null) : null,
		};
	});
	return {groups, recentSince: recent.recentSince, hasHistory: recent.hasHistory};
}
