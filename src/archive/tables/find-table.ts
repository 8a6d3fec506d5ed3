import {readdir} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {isObject} from '../../contract/json-values.ts';
import {tryParseJson} from '../../text/try-parse-json.ts';
import {validateNoLinks} from '../archive-links.ts';
import type {LogKind} from '../log-kinds.ts';
import type {Engine} from '../sql/engine.ts';
import {pathList, storedTimestamp} from '../sql/sql-literals.ts';
import {readSnapshot} from './delta-log-files.ts';
import type {PartSource} from './part-sources.ts';
import {getSummaryPath, summaryFolder} from './part-summary.ts';

export const getTableFolder = (folder: string, kind: LogKind): string => join(folder, 'lines', `kind=${kind}`);

export type StoredPart = {
	readonly path: string;
	/** The archive folder. */
	readonly folder: string;
	readonly product: number;
	/** The first day of the month of its files. */
	readonly fileDay: string;
	/** No record is earlier; undefined if unknown. */
	readonly firstDay: string | undefined;
	/** No record is later; undefined if unknown. */
	readonly lastDay: string | undefined;
	readonly summary: string | undefined;
	readonly rows: number;
	readonly sources: readonly PartSource[];
};

/** Returns a relation in which `timestamp` is UTC without time zone. */
export const selectPartRecords = (parts: readonly StoredPart[]): string =>
	`(SELECT * REPLACE (${storedTimestamp} AS "timestamp") FROM read_parquet(${pathList(parts.map(({path}) => path))}, union_by_name = true, hive_partitioning = true))`;

function getDay(stats: string, bound: 'minValues' | 'maxValues'): string | undefined {
	try {
		return JSON.parse(stats)[bound].timestamp.slice(0, 10);
	} catch {
		// Others may have written the log.
		return undefined;
	}
}

function countRows(stats: string): number {
	const parsed = tryParseJson(stats);
	return isObject(parsed) ? Number(parsed.numRecords) : Number.NaN;
}

/** Finds the parts of the current version; later changes do not affect them. Throws CliError (damaged). */
export async function findParts(engine: Engine, folder: string, kind: LogKind): Promise<readonly StoredPart[]> {
	await validateNoLinks(folder, ['lines']);
	const root = getTableFolder(folder, kind);
	const {parts = []} = (await readSnapshot(engine, root)) ?? {};
	const summaries = new Set(await readdir(join(root, summaryFolder)).catch(() => []));
	return parts.map(({path, product, month, stats, sources}) => {
		const summary = getSummaryPath(path);
		const isThere = summaries.has(basename(summary));
		const [firstDay, lastDay] = [getDay(stats, 'minValues'), getDay(stats, 'maxValues')];
		const fileDay = `${month}-01`;
		return {
			path: join(root, path),
			folder,
			product,
			fileDay,
			firstDay,
			lastDay,
			summary: isThere ? join(root, summary) : undefined,
			rows: countRows(stats),
			sources,
		};
	});
}
