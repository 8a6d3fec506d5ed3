import {compareVersions} from '../../text/version-order.ts';
import type {Records} from '../records/records.ts';
import type {CrashGroups} from './crash-groups.ts';
import {type Crash, createFingerprintError, type FingerprintArgument, parseFingerprint} from './fingerprint.ts';
import {getPeriodCondition, type Period} from './group-counts.ts';

export type CrashBreakdown = {
	readonly part: BreakdownPart;
	readonly value: string;
	readonly reports: number;
	readonly installations: number;
};

export type CrashDetail = Omit<Crash, 'build'> & {
	readonly fingerprint: string;
	readonly reports: number;
	readonly installations: number;
	readonly firstDay: string | null;
	readonly lastDay: string | null;
	readonly variants: number;
	readonly breakdown: readonly CrashBreakdown[];
};

const partColumns = {version: 'version', os: 'os', country: 'country', day: 'day', clientId: 'client'} as const;
export type BreakdownPart = keyof typeof partColumns;
const breakdownParts = Object.keys(partColumns) as readonly BreakdownPart[];

/** Returns the fingerprint of the group. Throws CliError (usage) if the fingerprint or prefix is invalid, unknown or ambiguous. */
function findGroupHead({heads: groupHeads, samples}: CrashGroups, argument: FingerprintArgument): string {
	const prefix = parseFingerprint(argument);
	const found = [...samples.keys()].flatMap(variant => {
		const head = groupHeads.get(variant) ?? variant;
		return variant.startsWith(prefix) || head.startsWith(prefix) ? [head] : [];
	});
	const heads = [...new Set(found)].sort().slice(0, 3);
	const [head, other] = heads;
	if (head === undefined) throw createFingerprintError(argument, 'no crash group has this fingerprint');
	if (other !== undefined) throw createFingerprintError(argument, `ambiguous fingerprint prefix: ${heads.join(', ')}`);
	return head;
}

/** Parts without an order here are sorted by reports, most first. */
const breakdownOrders: Readonly<
	Partial<Record<BreakdownPart, (one: CrashBreakdown, other: CrashBreakdown) => number>>
> = {
	version: (one, other) => other.reports - one.reports || compareVersions(one.value, other.value),
	day: (one, other) => (one.value < other.value ? -1 : 1),
};

/** Counts reports and installations in total and by part in one scan. `from` is SQL that begins with FROM. */
async function readBreakdown({dialect, rows}: Records, from: string) {
	const choose = (value: (part: BreakdownPart) => string) =>
		`CASE ${breakdownParts.map(part => `WHEN grouping(${partColumns[part]}) = 0 THEN ${value(part)}`).join(' ')} END`;
	const found = await rows(
		`SELECT ${choose(dialect.textLiteral)}, ${choose(part => (part === 'day' ? dialect.dayText(part) : partColumns[part]))}, count(*), count(DISTINCT CASE WHEN client <> '' THEN client END)
		${from} GROUP BY GROUPING SETS (${breakdownParts.map(part => `(${partColumns[part]})`).join(', ')}, ())
		ORDER BY 3 DESC, 2`,
		['text', 'text', 'count', 'count'],
	);
	const [all] = found.filter(([part]) => part === null);
	const breakdown = breakdownParts.flatMap(part => {
		const partBreakdown = found.flatMap(([of, value, count, clients]) =>
			of === part ? {part, value: String(value), reports: Number(count), installations: Number(clients)} : [],
		);
		return breakdownOrders[part] ? partBreakdown.toSorted(breakdownOrders[part]) : partBreakdown;
	});
	return {installations: Number(all?.[3] ?? 0), breakdown};
}

/** Throws CliError (usage) for an invalid, unknown or ambiguous fingerprint. */
export async function findCrash(
	source: Records,
	crashGroups: CrashGroups,
	{period, ...argument}: FingerprintArgument & {readonly period: Period},
): Promise<CrashDetail> {
	const {dialect, rows, relation, samples} = source;
	const head = findGroupHead(crashGroups, argument);
	const groupFingerprints = [
		head,
		...[...crashGroups.heads].flatMap(([variant, of]) => (of === head ? [variant] : [])),
	];
	const from = `FROM ${relation(period.since)} AS line WHERE fingerprint IN (${groupFingerprints.map(dialect.textLiteral).join(', ')}) AND chosen AND ${getPeriodCondition(dialect, period)}`;
	const [sample = []] = await rows(
		`SELECT class, method, message, stack FROM ${samples} AS sample WHERE fingerprint = ${dialect.textLiteral(head)}`,
		['text', 'text', 'text', 'text'],
	);
	const {installations, breakdown} = await readBreakdown(source, from);
	const [kind, method, message, stack] = sample.map(String) as [string, string, string, string];
	const days = breakdown.filter(({part}) => part === 'day');
	return {
		fingerprint: head,
		class: kind,
		method,
		message,
		stack,
		reports: days.reduce((sum, {reports}) => sum + reports, 0),
		installations,
		firstDay: days[0]?.value ?? null,
		lastDay: days.at(-1)?.value ?? null,
		variants: groupFingerprints.length,
		breakdown,
	};
}
