import type {Batch} from '../csv/read-csv.ts';
import type {LogKind} from '../log-kinds.ts';
import {dialects} from '../sql/dialects.ts';
import type {Engine} from '../sql/engine.ts';
import {
	addMissingColumns,
	hasConditions,
	noFilter,
	type RecordFilter,
	selectEarliest,
	selectRecords,
	selectSamples,
} from '../sql/record-relations.ts';
import {getDaysCondition} from '../sql/sql-literals.ts';
import {type StoredPart, selectPartRecords} from '../tables/find-table.ts';
import {findEarliestSummaries, selectSummedRecords, selectSummedSamples} from '../tables/part-summary.ts';
import type {Records} from './records.ts';

/**
 * Builds the relations of the embedded engine from stored parts and from records of files, which go into tables of the
 * engine.
 */

const {duckDb} = dialects;

export async function createRecordTables(
	engine: Engine,
	kind: LogKind,
	{dataKey}: RecordFilter = noFilter,
): Promise<void> {
	const filter = {...noFilter, dataKey};
	const nothing = addMissingColumns('(SELECT NULL AS nothing WHERE false)', kind, filter);
	await engine.run(`CREATE TABLE line AS FROM ${selectRecords(duckDb, {kind, filter}, nothing)}`);
	if (kind === 'exceptions') await engine.run(`CREATE TABLE sample AS FROM ${selectSamples(duckDb, nothing)}`);
}

type StoredRecords = {readonly engine: Engine; readonly kind: LogKind; readonly filter: RecordFilter};

export async function addBatch(
	{engine, kind, filter}: StoredRecords,
	{table}: Batch,
	days?: readonly string[],
): Promise<void> {
	const whole = addMissingColumns(
		days ? `(SELECT * FROM ${table} WHERE ${getDaysCondition(days)})` : table,
		kind,
		filter,
	);
	await engine.run(`INSERT INTO line SELECT * FROM ${selectRecords(duckDb, {kind, filter}, whole)}`);
	if (kind === 'exceptions') await engine.run(`INSERT INTO sample SELECT * FROM ${selectSamples(duckDb, whole)}`);
}

/**
 * Returns the relation `lines` of stored and added records. With `from`, summaries replace the parts that end before
 * that day. With `until`, leaves out the parts that begin after that day.
 */
const createRecordSelector =
	({kind, filter}: StoredRecords, parts: readonly StoredPart[]) =>
	(from?: string, until?: string): string => {
		const isSummed = ({lastDay, summary}: StoredPart) =>
			from !== undefined && !hasConditions(filter) && summary !== undefined && lastDay !== undefined && lastDay < from;
		const isLater = ({firstDay}: StoredPart) => until !== undefined && firstDay !== undefined && firstDay > until;
		const needed = parts.filter(part => !isLater(part));
		const summaries = needed.filter(isSummed).flatMap(({summary}) => summary ?? []);
		const read = needed.filter(part => !isSummed(part));
		const all = [
			'line',
			...(read.length > 0
				? [selectRecords(duckDb, {kind, filter}, addMissingColumns(selectPartRecords(read), kind, filter))]
				: []),
			...(summaries.length > 0 ? [selectSummedRecords(summaries)] : []),
		];
		return `(${all.map(each => `SELECT * FROM ${each} AS own`).join(' UNION ALL ')})`;
	};

export async function finishRecordTables(
	target: StoredRecords,
	parts: readonly StoredPart[],
): Promise<Pick<Records, 'relation' | 'samples'>> {
	const {engine, kind, filter} = target;
	if (kind === 'exceptions') {
		const read = parts.filter(({summary}) => summary === undefined);
		if (read.length > 0)
			await engine.run(
				`INSERT INTO sample SELECT * FROM ${selectSamples(duckDb, addMissingColumns(selectPartRecords(read), kind, filter))}`,
			);
		const summaries = parts.flatMap(({summary}) => summary ?? []);
		const withSummaries = (some: readonly string[]) =>
			some.length === 0 ? 'sample' : `(FROM sample UNION ALL BY NAME FROM ${selectSummedSamples(some)})`;
		const earliest = summaries.length === 0 ? [] : await findEarliestSummaries(engine, summaries);
		const samples = selectEarliest(duckDb, withSummaries(summaries), withSummaries(earliest));
		await engine.run(`CREATE TABLE one_sample AS SELECT * FROM ${samples}`);
	}
	return {relation: createRecordSelector(target, parts), samples: 'one_sample'};
}
