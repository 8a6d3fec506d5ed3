import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {literal} from '../../text/sql-literal.ts';
import {forEachCsv} from '../csv/csv-contents.ts';
import {createFileTally, type Reject} from '../csv/file-tally.ts';
import {type Batch, readCsv} from '../csv/read-csv.ts';
import {RejectFile} from '../csv/reject-file.ts';
import type {LogKind} from '../log-kinds.ts';
import {getDaysCondition, identifier, pathList} from '../sql/sql-literals.ts';
import type {PartSource} from './part-sources.ts';
import {
	describeRecords,
	type NewPart,
	type PartOrigin,
	type Relation,
	type WriteContext,
	writeParts,
} from './write-parts.ts';

export type MonthSource = PartSource & {readonly path: string};

const rejectsFolder = 'rejects';
export const getRejectsPath = (
	folder: string,
	{kind, month, name}: {readonly kind: LogKind; readonly month: string; readonly name: string},
): string => join(folder, rejectsFolder, `kind=${kind}`, `month=${month}`, `${name.replace(/\.\w+$/, '')}.ndjson`);

function selectBatch({table, columns}: Batch, {name, days}: PartSource, ports: WriteContext): Relation {
	const names = columns.map(column => [column, ports.columns.addColumn(column)] as const);
	const cells = names.map(([column, own]) => {
		const value = column === 'timestamp' ? `"timestamp" AT TIME ZONE 'UTC'` : identifier(column);
		return `${value} AS ${identifier(own)}`;
	});
	const where = days ? `WHERE ${getDaysCondition(days)}` : '';
	return {
		relation: `(SELECT ${cells.join(', ')}, ${literal(name)} AS file FROM ${table} ${where})`,
		columns: [...names.map(([, own]) => own), 'file'],
	};
}

const noRecords = `(SELECT NULL::TIMESTAMPTZ AS "timestamp", NULL::VARCHAR AS file WHERE false)`;

async function joinBatches(
	batches: readonly NewPart[],
	origin: PartOrigin,
	ports: WriteContext,
): Promise<readonly NewPart[]> {
	// the rejected rows are known only at the end
	if (batches.length === 1) return batches.map(({file, part}) => ({file, part: {...part, ...origin}}));
	const bytes = batches.reduce((sum, {part}) => sum + part.bytes, 0);
	const files = batches.map(({file}) => file);
	const relation =
		files.length === 0
			? noRecords
			: `read_parquet(${pathList(files)}, union_by_name = true, hive_partitioning = false)`;
	const parts = await writeParts({...(await describeRecords(relation, ports)), bytes}, origin, ports);
	for (const file of files) await rm(file);
	return parts;
}

/** Reads a zip into new parts; rejected rows become a file in `folder`. Throws disk errors and rejections of zips. */
export async function readSource(
	source: MonthSource,
	{product, month, folder}: {readonly product: number; readonly month: string; readonly folder: string},
	ports: WriteContext,
): Promise<readonly NewPart[]> {
	const {engine, kind, work} = ports;
	const tally = createFileTally();
	const batches: NewPart[] = [];
	const rejects = new RejectFile(join(work, `rejects-${source.name}.ndjson`));
	const getOrigin = () => ({product, month, sources: [{...source, rejected: tally.rejected}]});
	const onBatch = async (batch: Batch) => {
		batches.push(...(await writeParts({...selectBatch(batch, source, ports), bytes: 0}, getOrigin(), ports)));
	};
	const onRejects = (found: readonly Reject[]) => rejects.add(source.name, found);
	const read = (content: AsyncIterable<Buffer>) => readCsv(content, {engine, kind, tally, onBatch, onRejects});
	// The size of a downloaded file was checked against its listing.
	await forEachCsv(source.path, read, {tally, maxRatio: Number.POSITIVE_INFINITY});
	await rejects.publish(getRejectsPath(folder, {kind, month, name: source.name}));
	return joinBatches(batches, getOrigin(), ports);
}
