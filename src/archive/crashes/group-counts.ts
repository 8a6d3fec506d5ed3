import {addDays, dayNumber} from '../../calendar.ts';
import {type Cell, toPercent} from '../../output/dataset.ts';
import {type Exposures, isAbsent} from '../../statistics/absence.ts';
import {createIsRising, isTestable, type Weeks} from '../../statistics/rising-groups.ts';
import {compareVersions} from '../../text/version-order.ts';
import type {CellType, Records} from '../records/records.ts';
import {groupColumns} from '../sql/record-relations.ts';
import {type CrashGroups, groupOfLine, joinGroups} from './crash-groups.ts';

/** Days `YYYY-MM-DD`, inclusive; undefined means unlimited. */
export type Period = {readonly since: string | undefined; readonly until: string | undefined};

export const groupMarks = ['new', 'gone', 'back'] as const;
export type GroupMark = (typeof groupMarks)[number] | 'rising';

export type CountedGroup = {
	/** The fingerprint of a crash, or category and name of an event. */
	readonly names: readonly string[];
	readonly count: number;
	readonly installations: number;
	/** Over all time, not only the period. */
	readonly firstVersion: string | null;
	readonly lastVersion: string | null;
	readonly firstDay: string;
	readonly lastDay: string;
	/** Percent change between the last seven days and the seven before; null if those seven had no records. */
	readonly trend: number | null;
	/** The installations behind the mark `rising`; null for events, or if the records do not go back two weeks. */
	readonly weeks: Weeks | null;
	readonly mark: GroupMark | null;
};

export type GroupCounts = {
	readonly groups: readonly CountedGroup[];
	readonly days: RecordDays | undefined;
	/** The first day of the recent records; marks compare them with all earlier ones. */
	readonly recentSince: string | null;
	/** False if there are no earlier records, so that nothing can be new. */
	readonly hasHistory: boolean;
	/** False if no group has enough installations in two weeks to tell if it is rising. */
	readonly canRise: boolean;
};

export const recentDays = 7;
/** A group is back after more days than this without a record. */
export const maxQuietDays = 14;
/** A group is gone if it has no records, and at its rate in this number of days before, its absence is not likely by chance. */
export const rateDays = 30;

export const getPeriodCondition = ({dayLiteral}: Records['dialect'], {since, until}: Partial<Period>): string =>
	[since && `day >= ${dayLiteral(since)}`, until && `day <= ${dayLiteral(until)}`].filter(Boolean).join(' AND ') ||
	'true';

/** Sorts by version number, so that 4.9 comes before 4.10. */
async function readVersions({dialect, rows}: Records, records: string, {until}: Period): Promise<readonly string[]> {
	const found = await rows(
		`SELECT DISTINCT version FROM ${records} AS line WHERE chosen AND ${getPeriodCondition(dialect, {until})} AND version <> '' ORDER BY 1`,
		['text'],
	);
	return found.map(([version]) => String(version)).sort(compareVersions);
}

/** The first and the last day with records. */
export type RecordDays = {readonly first: string; readonly last: string};

/** Returns the possible days with records, whether or not these are chosen; undefined if there are no records at all. */
async function readDays({dialect, rows, relation, possible}: Records, until: string | undefined) {
	const {dayLiteral, dayText} = dialect;
	const newest = `max(CASE WHEN day <= ${dayLiteral(possible.last)} THEN day END)`;
	const oldest = `min(CASE WHEN day >= ${dayLiteral(possible.first)} THEN day END)`;
	const end = until === undefined || until > possible.last ? addDays(possible.last, 1) : until;
	const [row] = await rows(
		`SELECT ${dayText('max(day)')}, ${dayText(newest)}, ${dayText(oldest)} FROM ${relation(end)} AS line WHERE ${getPeriodCondition(dialect, {until})}`,
		['day', 'day', 'day'],
	);
	const [any, last, first] = (row ?? []) as readonly (string | null)[];
	return any ? {last, first} : undefined;
}

const toRecordDays = ({first, last}: NonNullable<Awaited<ReturnType<typeof readDays>>>): RecordDays | undefined =>
	first && last ? {first, last} : undefined;

/** Returns the days with records until a day; undefined if there are none. */
export async function readRecordDays(
	records: Records,
	{until}: Pick<Period, 'until'>,
): Promise<RecordDays | undefined> {
	const days = await readDays(records, until);
	return days && toRecordDays(days);
}

/** Returns the range for marks and trend: that of the period, or the last days with records. It ends today at the latest. */
async function findRecentPeriod(records: Records, {since, until}: Period) {
	const days = await readDays(records, until);
	if (!days) return undefined;
	const {first, last} = days;
	const {possible} = records;
	const latest = until ?? last ?? possible.last;
	const recentSince = since ?? addDays(last ?? possible.last, 1 - recentDays);
	const daysUntilRecent = (day: string | null | undefined) => (day ? dayNumber(recentSince) - dayNumber(day) : 0);
	return {
		last: latest < possible.last ? latest : possible.last,
		recentSince,
		days: toRecordDays(days),
		// Only the days between records are known: the archive may begin later, or end earlier.
		knownDays: {
			before: Math.min(rateDays, daysUntilRecent(first)),
			now: last ? 1 - daysUntilRecent(last) : 0,
		},
		hasHistory: first !== null && first !== undefined && first < recentSince,
		hasTwoWeeks: first !== null && first !== undefined && first <= addDays(last ?? possible.last, 1 - 2 * recentDays),
	};
}

type Counting = Period & {
	readonly records: string;
	readonly versions: readonly string[];
	readonly crashGroups: CrashGroups;
	readonly last: string;
	readonly recentSince: string;
};

/** Returns the conditions of the last week and of the week before. */
const getWeeks = ({dayLiteral}: Records['dialect'], last: string): readonly string[] =>
	[recentDays, 2 * recentDays].map(
		from => `day > ${dayLiteral(addDays(last, -from))} AND day <= ${dayLiteral(addDays(last, recentDays - from))}`,
	);

const countInstallations = (condition: string) =>
	`count(DISTINCT CASE WHEN client <> '' AND ${condition} THEN client END)`;

/** Counts the installations with any crash. */
async function countWeeks({dialect, rows}: Records, records: string, last: string): Promise<Weeks> {
	const weeks = getWeeks(dialect, last).map(countInstallations);
	const [row = []] = await rows(`SELECT ${weeks.join(', ')} FROM ${records} AS line WHERE chosen`, ['count', 'count']);
	return {now: Number(row[0]), before: Number(row[1])};
}

function selectCounts({kind, dialect, possible}: Records, counting: Counting) {
	const {records, since, until, versions, crashGroups, last, recentSince} = counting;
	const {dayLiteral, dayText, values} = dialect;
	const hasGroups = kind === 'exceptions';
	const names = hasGroups ? [groupOfLine] : groupColumns[kind];
	const join = hasGroups ? joinGroups(dialect, crashGroups) : '';
	const ranks = values(
		['version', 'place:int'],
		versions.map((version, place) => [version, String(place)]),
	);
	const counted = getPeriodCondition(dialect, {since});
	const weeks = getWeeks(dialect, last);
	const count = (condition: string) => `count(CASE WHEN ${condition} THEN 1 END)`;
	const recent = dayLiteral(recentSince);
	const earlier = `day < ${recent} AND day >= ${dayLiteral(possible.first)}`;
	const ordinals = names.map((_, at) => at + 1);
	const width = names.length;
	return `
		SELECT ${names.join(', ')},
			${count(counted)}, count(DISTINCT CASE WHEN ${counted} AND client <> '' THEN client END),
			min(place), max(place), ${dayText('min(day)')}, ${dayText('max(day)')}, ${weeks.map(count).join(', ')},
			${dayText(`min(CASE WHEN day >= ${recent} THEN day END)`)}, ${dayText(`max(CASE WHEN ${earlier} THEN day END)`)},
			${countInstallations(`${earlier} AND day >= ${dayLiteral(addDays(recentSince, -rateDays))}`)},
			${weeks.map(hasGroups ? countInstallations : () => '0').join(', ')}
		FROM ${records} AS line ${join} LEFT JOIN ${ranks} AS ranked ON line.version = ranked.version
		WHERE chosen AND ${getPeriodCondition(dialect, {until})}
		GROUP BY ${ordinals.join(', ')} ORDER BY ${width + 1} DESC, ${width + 2} DESC, ${ordinals.join(', ')}`;
}

/** The types of the columns after the names. */
const countTypes: readonly CellType[] = [
	...(['count', 'count', 'count', 'count'] as const),
	...(['day', 'day', 'count', 'count', 'day', 'day', 'count', 'count', 'count'] as const),
];

const getTrend = (now: number, before: number): number | null =>
	before === 0 ? null : toPercent(now - before, before);

type Occurrence = {
	readonly recentFirst: string | null;
	readonly earlierLast: string | null;
	/** The installations of the days before the recent ones. */
	readonly earlierInstallations: number;
};

function getMark({recentFirst, earlierLast, earlierInstallations}: Occurrence, knownDays: Exposures): GroupMark | null {
	if (recentFirst === null) return isAbsent(earlierInstallations, knownDays) ? 'gone' : null;
	if (earlierLast === null) return 'new';
	return dayNumber(recentFirst) - dayNumber(earlierLast) > maxQuietDays ? 'back' : null;
}

/** Marks the known groups that spread. The last week may begin before the period. */
function markRising(groups: readonly CountedGroup[], all: Weeks): readonly CountedGroup[] {
	const isKnown = ({mark, count}: CountedGroup) => mark === null && count > 0;
	const isRising = createIsRising(
		groups.filter(isKnown).flatMap(({weeks}) => weeks ?? []),
		all,
	);
	return groups.map(group =>
		isKnown(group) && group.weeks !== null && isRising(group.weeks) ? {...group, mark: 'rising'} : group,
	);
}

export async function countGroups(source: Records, crashGroups: CrashGroups, period: Period): Promise<GroupCounts> {
	const recent = await findRecentPeriod(source, period);
	if (!recent) return {groups: [], days: undefined, recentSince: null, hasHistory: false, canRise: false};
	const {since} = period;
	// Of records before the days of the trend and of the rate, only the versions and days matter.
	const [counted = ''] = [addDays(recent.last, 1 - 2 * recentDays), addDays(recent.recentSince, -rateDays)].sort();
	const records = source.relation(since === undefined ? undefined : counted);
	const versions = await readVersions(source, records, period);
	const names = groupColumns[source.kind].map(() => 'text' as const);
	const rows = await source.rows(selectCounts(source, {...period, ...recent, records, versions, crashGroups}), [
		...names,
		...countTypes,
	]);
	const hasWeeks = source.kind === 'exceptions' && recent.hasTwoWeeks;
	const width = names.length;
	const version = (place: Cell | undefined) => (place === null ? null : (versions[Number(place)] ?? null));
	const groups = rows.map((row): CountedGroup => {
		const [count, installations, lowest, highest, firstDay, lastDay, now, before, ...more] = row.slice(width);
		const [recentFirst = null, earlierLast = null] = more as readonly (string | null)[];
		const [, , earlierInstallations = 0, installationsNow = 0, installationsBefore = 0] = more.map(Number);
		const occurrence = {recentFirst, earlierLast, earlierInstallations};
		return {
			names: row.slice(0, width).map(String),
			count: Number(count),
			installations: Number(installations),
			firstVersion: version(lowest),
			lastVersion: version(highest),
			firstDay: String(firstDay),
			lastDay: String(lastDay),
			trend: getTrend(Number(now), Number(before)),
			weeks: hasWeeks ? {now: installationsNow, before: installationsBefore} : null,
			mark: recent.hasHistory ? getMark(occurrence, recent.knownDays) : null,
		};
	});
	return {
		groups: hasWeeks ? markRising(groups, await countWeeks(source, records, recent.last)) : groups,
		days: recent.days,
		recentSince: recent.recentSince,
		hasHistory: recent.hasHistory,
		canRise: groups.some(({weeks}) => weeks !== null && isTestable(weeks)),
	};
}
