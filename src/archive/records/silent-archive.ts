import {addDays, countDays, dayNumber} from '../../calendar.ts';
import {groupBy} from '../../text/group-by.ts';
import {logKinds} from '../log-kinds.ts';
import type {Engine} from '../sql/engine.ts';
import {type StoredPart, selectPartRecords} from '../tables/find-table.ts';
import {formatSyncCommand, type SyncCommand} from './input-paths.ts';
import type {PossibleDays} from './records.ts';

/** The days whose records show the rhythm of an archive. */
const rhythmDays = 90;
const minDays = 14;
const minDaysWithRecords = 10;
/** Silence is reported if it is less likely than this. */
const maxProbability = 0.001;

export type Silence = {
	/** The day of the newest record. */
	readonly newest: string;
	/** The days before the newest record whose rhythm is known, and those of them that have records. */
	readonly days: number;
	readonly daysWithRecords: number;
};

/**
 * Finds out if days without records are too many for the days before (docs/lines.md#silence). `days` have records, in
 * order. `end` is the first day that is not over, or not asked for.
 */
export function findSilence(days: readonly string[], end: string): Silence | undefined {
	const newest = days.at(-1);
	if (newest === undefined) return undefined;
	const recent = days.filter(day => day >= addDays(newest, -rhythmDays));
	const count = countDays({first: recent[0] ?? newest, last: newest}) - 1;
	const daysWithRecords = recent.length - 1;
	if (count < minDays || daysWithRecords < minDaysWithRecords) return undefined;
	const gap = dayNumber(end) - dayNumber(newest) - 1;
	const isLongest = days.every((day, at) => at === 0 || dayNumber(day) - dayNumber(days[at - 1] ?? day) - 1 < gap);
	const probability = (1 - (daysWithRecords + 1) / (count + 2)) ** gap;
	return isLongest && probability < maxProbability ? {newest, days: count, daysWithRecords} : undefined;
}

type SilencePorts = SyncCommand & {
	readonly rows: Engine['rows'];
	readonly possible: PossibleDays;
	/** The last day that is asked for; undefined: all. */
	readonly until: string | undefined;
};

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

/** Returns the days with records, in order. Reads no records if there are recent ones. */
async function readDays(parts: readonly StoredPart[], end: string, {rows, possible}: SilencePorts) {
	const lastDays = parts.map(({lastDay}) => lastDay).filter(isDefined);
	const newest = lastDays
		.filter(day => day <= possible.last)
		.sort()
		.at(-1);
	if (newest !== undefined && newest >= addDays(end, -1)) return [];
	const found = await rows(
		`SELECT DISTINCT CAST(CAST("timestamp" AS DATE) AS VARCHAR) AS day FROM ${selectPartRecords(parts)} ORDER BY day`,
	);
	return found.map(([day]) => String(day)).filter(day => day >= possible.first && day <= possible.last);
}

/** Says which archive folders, and products in them, have had no records for longer than their rhythm makes likely. */
export async function describeSilence(parts: readonly StoredPart[], ports: SilencePorts): Promise<readonly string[]> {
	const {kind, possible, until} = ports;
	const end = until === undefined || until >= possible.last ? possible.last : addDays(until, 1);
	const texts: string[] = [];
	for (const [folder, own] of groupBy(parts, part => part.folder)) {
		const byProduct = groupBy(own, ({product}) => product);
		for (const [product, some] of byProduct) {
			const silence = findSilence(await readDays(some, end, ports), end);
			if (silence === undefined) continue;
			const ofProduct = byProduct.size > 1 ? ` of product ${product}` : '';
			texts.push(
				`${folder} has no ${logKinds[kind].records}${ofProduct} after ${silence.newest}, but had some on ${silence.daysWithRecords} of the ${silence.days} days before: ${formatSyncCommand(ports, folder)}`,
			);
		}
	}
	return texts;
}
