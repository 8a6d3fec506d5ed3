import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {disk} from '../../files/disk.ts';
import {createWorkFolder} from '../../files/work-folder.ts';
import type {Cell, Column, Dataset, Row} from '../../output/dataset.ts';
import type {ToFile} from '../../output/formats.ts';
import {type Engine, openEngine} from './engine.ts';
import {identifier, pathLiteral} from './sql-literals.ts';

/** `matchesCondition` is the SQL condition for a text to be a value of the type that prints the same again. */
type ParquetType = {readonly name: string; readonly matchesCondition: (cell: string) => string};
const printsSame = (name: string): ParquetType => ({
	name,
	matchesCondition: cell => `CAST(TRY_CAST(${cell} AS ${name}) AS VARCHAR) = ${cell}`,
});
const parquetTypes = {
	boolean: printsSame('BOOLEAN'),
	whole: printsSame('BIGINT'),
	figure: {name: 'DOUBLE', matchesCondition: cell => `TRY_CAST(${cell} AS DOUBLE) IS NOT NULL`},
	day: printsSame('DATE'),
	time: {
		name: 'TIMESTAMP',
		matchesCondition: cell => `CAST(TRY_CAST(${cell} AS TIMESTAMP) AS VARCHAR) = replace(${cell}, 'T', ' ')`,
	},
} satisfies Record<string, ParquetType>;

/** Values that fit none of the types stay text. */
function getCandidateTypes({kind}: Column): readonly ParquetType[] {
	if (kind === 'boolean') return [parquetTypes.boolean];
	if (kind === 'date') return [parquetTypes.day, parquetTypes.time];
	return kind === 'text' || kind === 'label' || kind === 'bin' || kind === 'period'
		? []
		: [parquetTypes.whole, parquetTypes.figure];
}

const minObjectSize = 1024 ** 2;
const getCellName = (index: number) => identifier(`c${index}`);

/**
 * Writes rows as JSON lines, every value a text; replaces lone surrogates, which could not be read back. Returns the
 * length of the longest line, which the engine needs to size its buffers.
 */
async function writeJsonLines(path: string, {columns, blocks}: Dataset): Promise<number> {
	let longest = 0;
	const toText = (cell: Cell, {kind}: Column) =>
		cell === null || (kind === 'label' && cell === '<NULL>') ? null : String(cell).replace(/\p{Cs}/gu, '\uFFFD');
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

async function findColumnTypes(engine: Engine, columns: readonly Column[], rows: string): Promise<readonly string[]> {
	const asked = columns.flatMap((column, index) => getCandidateTypes(column).map(type => ({index, type})));
	const conditions = asked.map(
		({index, type}) => `coalesce(bool_and(${type.matchesCondition(getCellName(index))}), false)`,
	);
	const [held = []] = asked.length > 0 ? await engine.rows(`SELECT ${conditions.join(', ')} FROM ${rows}`) : [];
	return columns.map(
		(_, index) => asked.find((each, place) => each.index === index && held[place] === true)?.type.name ?? 'VARCHAR',
	);
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
	const names = await withEngine(engine => findColumnTypes(engine, data.columns, rows));
	const cells = data.columns.map(
		({key}, index) => `CAST(${getCellName(index)} AS ${names[index]}) AS ${identifier(key)}`,
	);
	const select = `SELECT ${cells.join(', ')} FROM ${rows}`;
	await withEngine(engine =>
		engine.run(`COPY (${select}) TO ${pathLiteral(path)} (FORMAT parquet, ROW_GROUP_SIZE 10240)`),
	);
}

export function createToParquet({stateDir, signal}: {readonly stateDir: string; readonly signal: AbortSignal}): ToFile {
	async function* toChunks(data: Dataset) {
		const folder = await createWorkFolder(join(stateDir, 'work'));
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
