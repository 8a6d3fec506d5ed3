import {CliError} from '../../errors.ts';
import {compareVersions} from '../../output/rows/order-rows.ts';
import type {Records} from '../tables/records.ts';
import type {CrashGroups} from './crash-groups.ts';
import type {Period} from './group-counts.ts';

/** The number of lines and installations that have one value of a part, such as version 5.0.11. */
export type Spread = {
	readonly part: SpreadPart;
	readonly value: string;
	readonly lines: number;
	readonly installations: number;
};

export type CrashDetail = {
	readonly fingerprint: string;
	readonly class: string;
	readonly method: string;
	readonly message: string;
	readonly stack: string;
	readonly lines: number;
	readonly installations: number;
	readonly firstDay: string | null;
	readonly lastDay: string | null;
	/** The number of fingerprints that belong to it, its own included. */
	readonly variants: number;
	readonly spread: readonly Spread[];
};

/** Parts that lines are counted by. */
const spreadParts = ['version', 'os', 'country', 'day'] as const;
export type SpreadPart = (typeof spreadParts)[number];
const minPrefix = 4;

/** A fingerprint as a person typed it, and the command line that lists those that there are. */
export type Named = {readonly fingerprint: string; readonly listing: string};

const unknown = ({fingerprint, listing}: Named, why: string) =>
	new CliError('usage', `${fingerprint}: ${why}`, {hint: `list the fingerprints: ${listing}`, code: 'no-crash'});

/** Throws CliError `usage` for what is no fingerprint, nor the beginning of one. Returns it in small letters. */
export function parseFingerprint(named: Named): string {
	const {fingerprint: text} = named;
	if (/^[0-9a-f]+$/i.test(text) && text.length >= minPrefix && text.length <= 16) return text.toLowerCase();
	throw unknown(named, `not a fingerprint, which has 16 hex digits, or a prefix of ${minPrefix} or more`);
}

/** Finds the group of a fingerprint or of a unique prefix. */
function findHead({heads: headOf, samples}: CrashGroups, named: Named): string {
	const prefix = parseFingerprint(named);
	const found = [...samples.keys()].flatMap(variant => {
		const head = headOf.get(variant) ?? variant;
		return variant.startsWith(prefix) || head.startsWith(prefix) ? [head] : [];
	});
	const heads = [...new Set(found)].sort().slice(0, 3);
	const [head, other] = heads;
	if (head === undefined) throw unknown(named, 'there is no crash group with this fingerprint');
	if (other !== undefined) throw unknown(named, `ambiguous fingerprint prefix: ${heads.join(', ')}`);
	return head;
}

const getCondition = ({day}: Records['dialect'], {since, until}: Period) =>
	['chosen', ...(since ? [`day >= ${day(since)}`] : []), ...(until ? [`day <= ${day(until)}`] : [])].join(' AND ');

/** The order of the values of a part; without one, those with most lines come first. */
const orders: Readonly<Partial<Record<SpreadPart, (one: Spread, other: Spread) => number>>> = {
	version: (one, other) => other.lines - one.lines || compareVersions(one.value, other.value),
	day: (one, other) => (one.value < other.value ? -1 : 1),
};

/** Counts lines and installations, of all and by each part, in one reading of the lines. `from`: SQL from FROM on. */
async function readSpread({dialect, rows}: Records, from: string) {
	const choose = (value: (part: SpreadPart) => string) =>
		`CASE ${spreadParts.map(part => `WHEN grouping(${part}) = 0 THEN ${value(part)}`).join(' ')} END`;
	const found = await rows(`
		SELECT ${choose(dialect.text)}, ${choose(part => (part === 'day' ? dialect.dayText(part) : part))}, count(*), count(DISTINCT CASE WHEN client <> '' THEN client END)
		${from} GROUP BY GROUPING SETS (${spreadParts.map(part => `(${part})`).join(', ')}, ())
		ORDER BY 3 DESC, 2`);
	const [all] = found.filter(([part]) => part === null);
	const spread = spreadParts.flatMap(part => {
		const own = found.flatMap(([of, value, count, clients]) =>
			of === part ? {part, value: String(value), lines: Number(count), installations: Number(clients)} : [],
		);
		return orders[part] ? own.toSorted(orders[part]) : own;
	});
	return {installations: Number(all?.[3] ?? 0), spread};
}

/** Describes one crash. Throws CliError `usage` for an invalid, unknown or ambiguous fingerprint. */
export async function findCrash(
	source: Records,
	crashGroups: CrashGroups,
	{period, ...named}: Named & {readonly period: Period},
): Promise<CrashDetail> {
	const {dialect, rows, relation, samples} = source;
	const head = findHead(crashGroups, named);
	const own = [head, ...[...crashGroups.heads].flatMap(([variant, of]) => (of === head ? [variant] : []))];
	const from = `FROM ${relation(period.since)} AS line WHERE fingerprint IN (${own.map(dialect.text).join(', ')}) AND ${getCondition(dialect, period)}`;
	const [sample = []] = await rows(
		`SELECT class, method, message, stack FROM ${samples} AS sample WHERE fingerprint = ${dialect.text(head)}`,
	);
	const {installations, spread} = await readSpread(source, from);
	const [kind, method, message, stack] = sample.map(String) as [string, string, string, string];
	const days = spread.filter(({part}) => part === 'day');
	return {
		fingerprint: head,
		class: kind,
		method,
		message,
		stack,
		lines: days.reduce((sum, {lines}) => sum + lines, 0),
		installations,
		firstDay: days[0]?.value ?? null,
		lastDay: days.at(-1)?.value ?? null,
		variants: own.length,
		spread,
	};
}
