import {CliError} from '../../errors.ts';
import type {Cell} from '../../output/dataset.ts';
import type {Engine} from './engine/engine.ts';
import {literal} from './engine/sql.ts';
import type {Period} from './groups.ts';

/** How many lines and installations have one value of a part, such as version 5.0.11. */
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
	/** How many fingerprints belong to it, its own included. */
	readonly variants: number;
	readonly spread: readonly Spread[];
};

/** Parts that lines are counted by, and their columns. */
const parts = {version: 'version', os: 'os', country: 'country', day: 'CAST(day AS VARCHAR)'} as const;
export type SpreadPart = keyof typeof parts;
const minPrefix = 4;

const unknown = (fingerprint: string, why: string) =>
	new CliError('usage', `${fingerprint}: ${why}`, {hint: 'see the fingerprints of `exceptions top`', code: 'no-crash'});

/** Finds the group of a fingerprint or of a unique prefix. */
async function findHead(engine: Engine, fingerprint: string): Promise<string> {
	if (!/^[0-9a-f]+$/i.test(fingerprint) || fingerprint.length < minPrefix || fingerprint.length > 16)
		throw unknown(
			fingerprint,
			`a fingerprint has 16 hex digits; the first ${minPrefix} are enough where they are unique`,
		);
	const prefix = literal(fingerprint.toLowerCase());
	const rows =
		await engine.rows(`SELECT DISTINCT coalesce(head, fingerprint) FROM one_sample LEFT JOIN family USING (fingerprint)
		WHERE starts_with(fingerprint, ${prefix}) OR starts_with(head, ${prefix}) ORDER BY 1 LIMIT 3`);
	const heads = rows.map(([head]) => String(head));
	const [head, other] = heads;
	if (head === undefined) throw unknown(fingerprint, 'no crash has this fingerprint');
	if (other !== undefined) throw unknown(fingerprint, `several crashes begin like this: ${heads.join(', ')}`);
	return head;
}

const getCondition = ({since, until}: Period) =>
	[
		'chosen',
		...(since ? [`day >= DATE ${literal(since)}`] : []),
		...(until ? [`day <= DATE ${literal(until)}`] : []),
	].join(' AND ');

/** Describes one crash from the tables of `withLines`. Throws CliError `usage` for an invalid, unknown or ambiguous fingerprint. */
export async function findCrash(engine: Engine, fingerprint: string, period: Period): Promise<CrashDetail> {
	const head = await findHead(engine, fingerprint);
	await engine.run(
		`CREATE TABLE own AS SELECT fingerprint FROM one_sample LEFT JOIN family USING (fingerprint) WHERE coalesce(head, fingerprint) = ${literal(head)}`,
	);
	await engine.run(
		`CREATE TABLE crash AS SELECT line.* FROM line JOIN own USING (fingerprint) WHERE ${getCondition(period)}`,
	);
	const [sample = []] = await engine.rows(
		`SELECT class, method, message, stack FROM one_sample WHERE fingerprint = ${literal(head)}`,
	);
	const [totals = []] = await engine.rows(
		`SELECT count(*), count(DISTINCT client) FILTER (client <> ''), CAST(min(day) AS VARCHAR), CAST(max(day) AS VARCHAR), (SELECT count(*) FROM own) FROM crash`,
	);
	const spread: Spread[] = [];
	for (const [part, column] of Object.entries(parts) as [SpreadPart, string][]) {
		const order = part === 'day' ? '1' : '2 DESC, 1';
		const rows = await engine.rows(
			`SELECT ${column}, count(*), count(DISTINCT client) FILTER (client <> '') FROM crash GROUP BY 1 ORDER BY ${order}`,
		);
		spread.push(
			...rows.map(([value, lines, installations]) => ({
				part,
				value: String(value),
				lines: Number(lines),
				installations: Number(installations),
			})),
		);
	}
	const [kind, method, message, stack] = sample.map(String) as [string, string, string, string];
	const [lines, installations, firstDay, lastDay, variants] = totals as readonly Cell[];
	return {
		fingerprint: head,
		class: kind,
		method,
		message,
		stack,
		lines: Number(lines),
		installations: Number(installations),
		firstDay: firstDay as string | null,
		lastDay: lastDay as string | null,
		variants: Number(variants),
		spread,
	};
}
