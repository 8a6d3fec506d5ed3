import type {LogKind} from '../kinds.ts';
import type {Engine} from './engine/engine.ts';
import {literal} from './engine/sql.ts';
import {groupColumns} from './line-tables.ts';

/** `YYYY-MM-DD`, inclusive; undefined: no bound. */
export type Period = {readonly since: string | undefined; readonly until: string | undefined};

export const marks = ['new', 'gone', 'back'] as const;
export type Mark = (typeof marks)[number];

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

export type Groups = {
	readonly groups: readonly Group[];
	/** First day of the recent lines, which marks compare with all earlier ones. */
	readonly recentSince: string | null;
	/** False when there are no earlier lines, so that nothing can be new. */
	readonly hasHistory: boolean;
};

const recentDays = 7;
/** A group is back when it had no line for more than so many days. */
const quietDays = 14;

const day = (text: string) => `DATE ${literal(text)}`;

/** Ranks versions numerically, so that 4.9 comes before 4.10. */
async function addVersionRanks(engine: Engine): Promise<readonly string[]> {
	const rows = await engine.rows(`SELECT DISTINCT version FROM line WHERE version <> ''`);
	const collator = new Intl.Collator('en', {numeric: true});
	const versions = rows.map(([version]) => String(version)).sort(collator.compare);
	await engine.run('CREATE TABLE version_rank (version VARCHAR, rank INTEGER)');
	await engine.append(
		'version_rank',
		versions.map((version, rank) => [version, String(rank)]),
	);
	return versions;
}

/** Returns the bounds for marks and trend: those of the period, or the last days that have lines. */
async function findRecent(engine: Engine, {since, until}: Period) {
	const upTo = until === undefined ? 'true' : `day <= ${day(until)}`;
	const [row] = await engine.rows(
		`SELECT CAST(min(day) AS VARCHAR), CAST(max(day) AS VARCHAR), CAST(max(day) - ${recentDays - 1} AS VARCHAR) FROM line WHERE ${upTo}`,
	);
	const [first, last, recent] = (row ?? []) as readonly (string | null)[];
	const recentSince = since ?? recent ?? null;
	return {
		last: until ?? last ?? null,
		recentSince,
		hasHistory: first != null && recentSince !== null && first < recentSince,
	};
}

function selectGroups(kind: LogKind, {since, until}: Period, {last, recentSince}: {last: string; recentSince: string}) {
	const names = kind === 'exceptions' ? ['coalesce(head, line.fingerprint)'] : groupColumns[kind];
	const join = kind === 'exceptions' ? 'LEFT JOIN family USING (fingerprint)' : '';
	const counted = since === undefined ? 'true' : `day >= ${day(since)}`;
	const week = (from: number) => `day > ${day(last)} - ${from} AND day <= ${day(last)} - ${from - recentDays}`;
	return `
		WITH found AS (
			SELECT ${names.map((name, at) => `${name} AS name${at}`).join(', ')},
				count(*) FILTER (${counted}) AS lines,
				count(DISTINCT client) FILTER (${counted} AND client <> '') AS installations,
				min(rank) AS firstVersion, max(rank) AS lastVersion, min(day) AS firstDay, max(day) AS lastDay,
				count(*) FILTER (${week(recentDays)}) AS this, count(*) FILTER (${week(2 * recentDays)}) AS before,
				min(day) FILTER (day >= ${day(recentSince)}) AS recent_first, max(day) FILTER (day < ${day(recentSince)}) AS earlier_last
			FROM line ${join} LEFT JOIN version_rank USING (version)
			WHERE chosen ${until === undefined ? '' : `AND day <= ${day(until)}`}
			GROUP BY ALL)
		SELECT ${names.map((_, at) => `name${at}`).join(', ')}, lines, installations, firstVersion, lastVersion,
			CAST(firstDay AS VARCHAR), CAST(lastDay AS VARCHAR),
			CASE WHEN before > 0 THEN round(100.0 * (this - before) / before, 1) END,
			CASE WHEN recent_first IS NULL THEN 'gone' WHEN earlier_last IS NULL THEN 'new' WHEN recent_first - earlier_last > ${quietDays} THEN 'back' END
		FROM found ORDER BY lines DESC, installations DESC, ${names.map((_, at) => `name${at}`).join(', ')}`;
}

/** Groups the lines of the tables `line` and `family`, those with most lines first. */
export async function findGroups(engine: Engine, kind: LogKind, period: Period): Promise<Groups> {
	const versions = await addVersionRanks(engine);
	const {last, recentSince, hasHistory} = await findRecent(engine, period);
	if (last === null || recentSince === null) return {groups: [], recentSince: null, hasHistory: false};
	const rows = await engine.rows(selectGroups(kind, period, {last, recentSince}));
	const width = groupColumns[kind].length;
	const groups = rows.map((row): Group => {
		const [count, installations, firstVersion, lastVersion, firstDay, lastDay, trend, mark] = row.slice(width);
		const version = (rank: unknown) => (rank === null ? null : (versions[Number(rank)] ?? null));
		return {
			names: row.slice(0, width).map(String),
			count: Number(count),
			installations: Number(installations),
			firstVersion: version(firstVersion),
			lastVersion: version(lastVersion),
			firstDay: String(firstDay),
			lastDay: String(lastDay),
			trend: trend as number | null,
			mark: hasHistory ? (mark as Mark | null) : null,
		};
	});
	return {groups, recentSince, hasHistory};
}
