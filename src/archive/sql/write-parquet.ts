import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {disk} from '../../files/disk.ts';
import {createStateWorkFolder} from '../../files/work-folder.ts';
import type {Cell, Column, Dataset, Row} from '../../output/dataset.ts';
import type {ToFile} from '../../output/formats.ts';
import {createMisfitError, getStoredType, toStoredText} from '../../output/stored-type.ts';
import {type Engine, openEngine} from './engine.ts';
import {identifier, pathLiteral} from './sql-literals.ts';

const minObjectSize = 1024 ** 2;
const getCellName = (index: number) => identifier(`c${index}`);

/**
 * Writes rows as JSON lines, every value a text; replaces lone surrogates, which could not be read back. Returns the
 * length of the longest line, which the engine needs to size its buffers.
 */
async function writeJsonLines(path: string, {columns, blocks}: Dataset): Promise<number> {
	let longest = 0;
	const toText = (cell: Cell, column: Column) => toStoredText(cell, column)?.replace(/\p{Cs}/gu, '\uFFFD') ?? null;
	const toLine = (row: Row) =>
		`${JSON.stringify(Object.fromEntries(columns.map((column, index) => [`c${index}`, toText(row[index] ?? null, column)])))}\n`;
	const toLines = async function* () {
		for await (const rows of blocks) {
			const lines = rows.map(toLine);
			longest = lines.reduce((most, line) => Math.max(most, Buffer.byteLength(line)), longest);
			yield lines.join('');
		}
	};
	await disk.writeNew(path, toLines(), 0o600);
	return longest;
}

function explainMisfit(error: unknown): unknown {
	const found = error instanceof Error && /^Conversion Error: ([^\n]*)/.exec(error.message);
	return found ? createMisfitError(`a value does not have the type of its column: ${found[1]}`, error) : error;
}

/** May open a new engine for each step. */
export type WithEngine = <T>(work: (engine: Engine) => Promise<T>) => Promise<T>;

export async function writeParquet(
	withEngine: WithEngine,
	data: Dataset,
	{folder, path}: {readonly folder: string; readonly path: string},
): Promise<void> {
	const lines = join(folder, 'rows.ndjson');
	await rm(lines, {force: true});
	const longest = await writeJsonLines(lines, data);
	const members = data.columns.map((_, index) => `${getCellName(index)}: 'VARCHAR'`).join(', ');
	const rows = `read_json(${pathLiteral(lines)}, format = 'newline_delimited', columns = {${members}}, maximum_object_size = ${Math.max(longest, minObjectSize)})`;
	const cells = data.columns.map(
		(column, index) => `CAST(${getCellName(index)} AS ${getStoredType(column)}) AS ${identifier(column.key)}`,
	);
	const select = `SELECT ${cells.join(', ')} FROM ${rows}`;
	await withEngine(engine =>
		engine
			.run(`COPY (${select}) TO ${pathLiteral(path)} (FORMAT parquet, ROW_GROUP_SIZE 10240)`)
			.catch((error: unknown) => {
				throw explainMisfit(error);
			}),
	);
}

export function createToParquet({stateDir, signal}: {readonly stateDir: string; readonly signal: AbortSignal}): ToFile {
	async function* toChunks(data: Dataset) {
		const folder = await createStateWorkFolder(stateDir);
		const path = join(folder.path, 'rows.parquet');
		try {
			// A new engine per step frees the memory of the one before.
			const withEngine: WithEngine = async work => {
				const engine = await openEngine({temp: folder.path, folders: [], signal, keepsOrder: true, isSmall: true});
				return work(engine).finally(engine.close);
			};
			// Fails before all rows are read if DuckDB is not installed.
			await withEngine(async () => {});
			await writeParquet(withEngine, data, {folder: folder.path, path});
			yield* disk.readChunks(path);
		} finally {
			await folder.remove();
		}
	}
	return data => ({chunks: toChunks(data)});
}
