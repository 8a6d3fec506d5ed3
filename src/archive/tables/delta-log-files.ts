import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {publishFile} from '../../files/atomic-file.ts';
import {readRegular, writeNewFile} from '../../files/file-bytes.ts';
import {makeFolders, placeNewFile} from '../../files/platform.ts';
import {literal} from '../../text/sql-literal.ts';
import {adviseRepair, type Engine} from '../sql/engine.ts';
import {pathLiteral} from '../sql/sql-literals.ts';
import {
	applyActions,
	DeltaLogError,
	formatChange,
	formatSnapshot,
	type TableChange,
	type TableSnapshot,
} from './delta-log.ts';

/** The files of a table's log: one per version, and now and then a checkpoint of the whole table. */

const logFolder = '_delta_log';
const versionsPerCheckpoint = 50;
/** Versions before a checkpoint are kept for readers that follow the changes of the table. */
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

/** Reads the versions in order. Returns undefined if one is missing that was listed. */
async function readVersions(
	engine: Engine,
	root: string,
): Promise<{readonly snapshot: TableSnapshot | undefined} | undefined> {
	const {versions, checkpoint} = await listLogVersions(root);
	let snapshot = await readCheckpoint(engine, root, checkpoint);
	for (let version = checkpoint + 1; ; version++) {
		const text = await readRegular(getVersionPath(root, version)).catch(ifMissing(undefined));
		if (text !== undefined) snapshot = applyActions(snapshot, version, text.toString().split('\n'));
		else return version > Math.max(-1, ...versions) ? {snapshot} : undefined;
	}
}

const createDamagedError = (root: string, message: string) =>
	new CliError('damaged', `${root} cannot be read: ${message}`, {
		hint: adviseRepair(`'${root}'`),
		code: 'table',
	});

const hasOldLayout = async (root: string) =>
	(await readdir(root).catch(ifMissing([]))).some(name => name.startsWith('month='));

/** Returns undefined if there is no table. Throws CliError (damaged). */
export async function readSnapshot(engine: Engine, root: string): Promise<TableSnapshot | undefined> {
	try {
		// A checkpoint may have replaced versions since they were listed.
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
	readonly root: string;
	readonly work: string;
};

/**
 * Writes the next version atomically. Returns the new snapshot. Throws system errors, and CliError if another program
 * wrote that version.
 */
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
	await makeFolders(join(root, logFolder));
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
const checkpointColumns = {
	protocol: 'STRUCT(minReaderVersion INTEGER, minWriterVersion INTEGER)',
	metaData: `STRUCT(id VARCHAR, "name" VARCHAR, description VARCHAR, format STRUCT(provider VARCHAR, options ${textMap}), schemaString VARCHAR, partitionColumns VARCHAR[], createdTime BIGINT, configuration ${textMap})`,
	txn: 'STRUCT(appId VARCHAR, "version" BIGINT, lastUpdated BIGINT)',
	add: `STRUCT(path VARCHAR, partitionValues ${textMap}, "size" BIGINT, modificationTime BIGINT, dataChange BOOLEAN, stats VARCHAR, tags ${textMap})`,
	remove: 'STRUCT(path VARCHAR, deletionTimestamp BIGINT, dataChange BOOLEAN)',
};

/** Writes a checkpoint if it is due, so that readers need not read all versions, and removes old versions. */
export async function maintainLog(snapshot: TableSnapshot, {engine, root, work}: LogContext, now: Date): Promise<void> {
	const {versions, checkpoints, checkpoint} = await listLogVersions(root);
	const {version} = snapshot;
	if (version - checkpoint < versionsPerCheckpoint) return;
	const inWork = (end: string) => join(work, `checkpoint.${end}`);
	const [lines, parquet, last] = [inWork('ndjson'), inWork('parquet'), inWork('json')];
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
