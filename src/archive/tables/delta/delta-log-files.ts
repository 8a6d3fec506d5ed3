import {mkdir, readdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../../../errors.ts';
import {publishFile} from '../../../files/atomic-file.ts';
import {writeNewFile} from '../../../files/file-bytes.ts';
import {placeNewFile} from '../../../files/platform.ts';
import type {Engine} from '../engine/engine.ts';
import {literal, pathLiteral} from '../engine/sql-literals.ts';
import {
	applyActions,
	DeltaLogError,
	formatChange,
	formatSnapshot,
	type TableChange,
	type TableSnapshot,
} from './delta-log.ts';

/** The files of a table's log: a file for each version, and from time to time a checkpoint with all that they come to. */

const logFolder = '_delta_log';
/** Versions that are read one by one; then there is a checkpoint. */
const checkpointEvery = 50;
/** Versions before a checkpoint stay for so many days, for readers that follow the changes of the table. */
const maxLogAgeDays = 30;

const padVersion = (version: number) => String(version).padStart(20, '0');
const getVersionPath = (root: string, version: number) => join(root, logFolder, `${padVersion(version)}.json`);
const getCheckpointPath = (root: string, version: number) =>
	join(root, logFolder, `${padVersion(version)}.checkpoint.parquet`);

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code));
const ifMissing =
	<T>(value: T) =>
	(error: unknown): T => {
		if (isMissing(error)) return value;
		throw error;
	};

/** The versions and the newest checkpoint that a folder has. */
async function listLogVersions(root: string) {
	const names = await readdir(join(root, logFolder)).catch(ifMissing([]));
	const find = (pattern: RegExp) =>
		names.flatMap(name => {
			const [, version] = pattern.exec(name) ?? [];
			return version === undefined ? [] : [Number(version)];
		});
	const checkpoints = find(/^(\d{20})\.checkpoint\.parquet$/);
	return {versions: find(/^(\d{20})\.json$/), checkpoints, checkpoint: Math.max(-1, ...checkpoints)};
}

async function readCheckpoint(engine: Engine, root: string, version: number): Promise<TableSnapshot | undefined> {
	if (version < 0) return undefined;
	const path = pathLiteral(getCheckpointPath(root, version));
	const members = ['protocol', 'metaData', 'add', 'remove'].map(name => `${name}: ${name}`);
	const rows = await engine.rows(`SELECT CAST(to_json({${members.join(', ')}}) AS VARCHAR) FROM read_parquet(${path})`);
	return applyActions(
		undefined,
		version,
		rows.map(([line]) => String(line)),
	);
}

/** Reads one version after the other up to the last; undefined where one is missing that was there when the folder was listed. */
async function readVersions(
	engine: Engine,
	root: string,
): Promise<{readonly snapshot: TableSnapshot | undefined} | undefined> {
	const {versions, checkpoint} = await listLogVersions(root);
	let snapshot = await readCheckpoint(engine, root, checkpoint);
	for (let version = checkpoint + 1; ; version++) {
		const text = await readFile(getVersionPath(root, version), 'utf8').catch(ifMissing(undefined));
		if (text !== undefined) snapshot = applyActions(snapshot, version, text.split('\n'));
		else return version > Math.max(-1, ...versions) ? {snapshot} : undefined;
	}
}

const createDamagedError = (root: string, message: string) =>
	new CliError('damaged', `${root} cannot be read: ${message}`, {
		hint: 'move that folder away; the next sync recreates it from the zip files',
		code: 'table',
	});

/** Before the table had a log, it had a folder for each month. */
const hasOldLayout = async (root: string) =>
	(await readdir(root).catch(ifMissing([]))).some(name => name.startsWith('month='));

/** Reads the table in a folder as it is at one moment; undefined where there is none. Throws CliError `damaged`. */
export async function readSnapshot(engine: Engine, root: string): Promise<TableSnapshot | undefined> {
	try {
		// Between listing and reading, versions may give way to a checkpoint.
		const found = (await readVersions(engine, root)) ?? (await readVersions(engine, root));
		if (found?.snapshot === undefined && (await hasOldLayout(root)))
			throw createDamagedError(root, 'its layout is unknown');
		if (found) return found.snapshot;
	} catch (error) {
		if (!(error instanceof DeltaLogError)) throw error;
		throw createDamagedError(root, error.message);
	}
	throw createDamagedError(root, 'a file of its log is missing');
}

type LogContext = {
	readonly engine: Engine;
	/** The table's folder. */
	readonly root: string;
	/** Private folder of this run, on the same disk. */
	readonly work: string;
};

/** Makes the next version, in one step. Returns the new snapshot. Throws system errors, and CliError where another program made one. */
export async function commitVersion(
	before: TableSnapshot | undefined,
	change: TableChange,
	{root, work}: LogContext,
): Promise<TableSnapshot> {
	const version = (before?.version ?? -1) + 1;
	const text = formatChange(change);
	const path = getVersionPath(root, version);
	const file = join(work, `${padVersion(version)}.json`);
	await writeNewFile(file, text);
	await mkdir(join(root, logFolder), {recursive: true});
	try {
		await placeNewFile(file, path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
		throw new CliError('locked', `another program changed ${root}`, {
			hint: 'make sure that only usagectl writes there, then run the command again',
			code: 'table',
		});
	}
	await rm(file, {force: true});
	return applyActions(before, version, text.split('\n'));
}

const textMap = 'MAP(VARCHAR, VARCHAR)';
/** The columns of a checkpoint. */
const checkpointColumns = {
	protocol: 'STRUCT(minReaderVersion INTEGER, minWriterVersion INTEGER)',
	metaData: `STRUCT(id VARCHAR, "name" VARCHAR, description VARCHAR, format STRUCT(provider VARCHAR, options ${textMap}), schemaString VARCHAR, partitionColumns VARCHAR[], createdTime BIGINT, configuration ${textMap})`,
	txn: 'STRUCT(appId VARCHAR, "version" BIGINT, lastUpdated BIGINT)',
	add: `STRUCT(path VARCHAR, partitionValues ${textMap}, "size" BIGINT, modificationTime BIGINT, dataChange BOOLEAN, stats VARCHAR, tags ${textMap})`,
	remove: 'STRUCT(path VARCHAR, deletionTimestamp BIGINT, dataChange BOOLEAN)',
};

/** Writes a checkpoint where so many versions have come since the last one, so that nobody has to read them all. */
export async function maintainLog(snapshot: TableSnapshot, {engine, root, work}: LogContext, now: Date): Promise<void> {
	const {versions, checkpoints, checkpoint} = await listLogVersions(root);
	const {version} = snapshot;
	if (version - checkpoint < checkpointEvery) return;
	const [lines, parquet, last] = ['ndjson', 'parquet', 'json'].map(end => join(work, `checkpoint.${end}`)) as [
		string,
		string,
		string,
	];
	const text = formatSnapshot(snapshot);
	await writeNewFile(lines, text);
	const columns = Object.entries(checkpointColumns).map(([name, type]) => `"${name}": ${literal(type)}`);
	const rows = `read_json(${pathLiteral(lines)}, format = 'newline_delimited', columns = {${columns.join(', ')}}, maximum_object_size = ${Math.max(text.length, 2 ** 20)})`;
	await engine.run(`COPY (SELECT * FROM ${rows}) TO ${literal(parquet)} (FORMAT parquet)`);
	await writeNewFile(last, JSON.stringify({version, size: text.split('\n').length - 1}));
	await publishFile(parquet, getCheckpointPath(root, version));
	await publishFile(last, join(root, logFolder, '_last_checkpoint'));
	await rm(lines);
	const old = [
		...versions.filter(each => each <= checkpoint).map(each => getVersionPath(root, each)),
		...checkpoints.filter(each => each < checkpoint).map(each => getCheckpointPath(root, each)),
	];
	for (const path of old) {
		const found = await stat(path).catch(ifMissing(undefined));
		if (found && now.getTime() - found.mtimeMs > maxLogAgeDays * 86_400_000) await rm(path, {force: true});
	}
}
