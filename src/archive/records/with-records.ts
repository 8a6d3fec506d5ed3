import {stat} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {CliError} from '../../errors.ts';
import {createStateWorkFolder} from '../../files/work-folder.ts';
import {literal} from '../../text/sql-literal.ts';
import {counted} from '../../text/wording.ts';
import {getManifestPath, hasManifest, readAwaitedFiles, readManifest} from '../download/manifest.ts';
import {parseRecordFileName} from '../file-name.ts';
import {logKinds} from '../log-kinds.ts';
import {dialects} from '../sql/dialects.ts';
import {type Engine, openEngine} from '../sql/engine.ts';
import {openEngineProcess} from '../sql/engine-process.ts';
import {getRegularExpressions} from '../sql/record-condition.ts';
import type {RecordFilter} from '../sql/record-relations.ts';
import {explainSqlError} from '../sql/sql-error.ts';
import {findParts, getTableFolder, type StoredPart} from '../tables/find-table.ts';
import {updateTable} from '../tables/update-table.ts';
import {chooseProducts} from './chosen-products.ts';
import {formatSyncCommand, type InputPaths, readInputs, type SyncCommand} from './input-paths.ts';
import {findMissingRows} from './missing-rows.ts';
import {type ReadContext, readFiles} from './read-files.ts';
import {getPossibleDays} from './record-dates.ts';
import type {RecordPorts, RecordRequest} from './record-ports.ts';
import type {Records} from './records.ts';
import {chooseDistinctPaths} from './repeated-inputs.ts';
import {describeSilence} from './silent-archive.ts';
import {createRecordTables, finishRecordTables} from './stored-records.ts';

async function noteOutdatedTable(folder: string, {kind, footnote}: RecordPorts): Promise<void> {
	const paths = [getManifestPath(folder), join(getTableFolder(folder, kind), '_delta_log')];
	const [downloaded, updated] = await Promise.all(paths.map(path => stat(path).catch(() => undefined)));
	if ((downloaded?.mtimeMs ?? 0) > (updated?.mtimeMs ?? 0))
		await footnote(`the table of ${folder} may be outdated, and is not updated without --allow-writes`);
}

/** Says how many files the last sync of an archive folder did not fetch, or that it has none yet. */
export async function noteMissingFiles(
	folder: string,
	{footnote, incomplete, ...maker}: SyncCommand & Pick<RecordPorts, 'footnote' | 'incomplete'>,
): Promise<void> {
	const isOfKind = (name: string) => parseRecordFileName(name)?.code === logKinds[maker.kind].code;
	const missing = (await readAwaitedFiles(folder)).filter(isOfKind).length;
	const command = formatSyncCommand(maker, folder);
	if (missing > 0)
		await incomplete(`${folder} lacks ${counted(missing, 'file')} of its last sync; to continue it: ${command}`);
	else if (![...(await readManifest(folder)).keys()].some(isOfKind))
		await footnote(`${folder} has no ${logKinds[maker.kind].files} yet; to download them: ${command}`, 'empty');
}

/**
 * Updates the table of an archive folder. If the disk or another run prevents that, notes it and uses the table as it
 * is.
 */
export async function refreshTable(folder: string, ports: RecordPorts): Promise<void> {
	if (ports.isReadOnly) return noteOutdatedTable(folder, ports);
	try {
		await updateTable(folder, ports);
	} catch (error) {
		const isHarmless = error instanceof CliError && (error.kind === 'disk' || error.kind === 'locked');
		if (!isHarmless) throw error;
		await ports.footnote(`using the table of ${folder} as it is, because it cannot be updated: ${error.message}`);
	}
}

const conditionHint =
	'all columns are text: to compare numbers, cast them, as in "ram::INT > 4096"; see usagectl help archive';

/** Throws CliError (usage) unless the text is one complete condition. Does not check columns. */
async function validateCondition(engine: Engine, where: string): Promise<void> {
	const sql = `SELECT 1 WHERE ${where}`;
	const [[parsed] = []] = await engine.rows(`SELECT json_serialize_sql(${literal(sql)})`);
	const {error_type: type, error_message: message, position} = JSON.parse(String(parsed));
	if (type !== 'parser') return;
	const isAtEnd = Number(position) === Buffer.byteLength(sql);
	throw new CliError('usage', `--where: ${isAtEnd ? 'the condition is not complete' : message}`, {hint: conditionHint});
}

/** Throws CliError (usage) if the engine does not support a regular expression. */
async function validateExpressions(engine: Engine, {properties}: RecordFilter): Promise<void> {
	for (const regex of getRegularExpressions(properties))
		await engine.rows(`SELECT ${dialects.duckDb.matches("''", regex)}`).catch(error => {
			const [, detail = String(error)] = /^Invalid Input Error: (.*)$/s.exec((error as Error).message) ?? [];
			throw new CliError('usage', `--filter: the regular expression '${regex}' is invalid: ${detail}`, {
				hint: 'use RE2 syntax, without look-around and back-references',
				code: 'bad-regex',
				cause: error,
			});
		});
}

function toUsageError(error: unknown, {where}: RecordFilter): unknown {
	if (error instanceof CliError || where === undefined || !(error instanceof Error)) return error;
	const {message, hint} = explainSqlError(error, where);
	return new CliError('usage', `--where: ${message}`, {hint: hint ?? conditionHint, cause: error});
}

async function loadRecords({folders, files}: InputPaths, reading: ReadContext): Promise<Records> {
	const {engine, ports, request} = reading;
	const {kind} = ports;
	await createRecordTables(engine, kind, request.filter);
	const parts: StoredPart[] = [];
	for (const folder of folders) parts.push(...(await findParts(engine, folder, kind)));
	const {files: read, parts: chosen} = chooseProducts({files, parts}, request, kind);
	if (read.length > 0) await readFiles(read, reading);
	for (const text of findMissingRows(chosen)) await ports.incomplete(text);
	const relations = await finishRecordTables({engine, kind, filter: request.filter}, chosen);
	const names = read.map(({path}) => parseRecordFileName(basename(path))?.from);
	const possible = getPossibleDays([...names, ...chosen.map(({fileDay}) => fileDay)], ports);
	const {rows} = engine;
	for (const text of await describeSilence(chosen, {...ports, rows, possible, until: request.until}))
		await ports.incomplete(text);
	return {kind, dialect: dialects.duckDb, possible, rows, ...relations};
}

/**
 * Reads files into tables of the embedded engine, calls `use` with their records and those of archive folders, and
 * removes all temporary data. Returns the result of `use`. Throws CliError: `usage` for unreadable paths and invalid
 * SQL, `damaged` for a bad zip, `disk`.
 */
export async function withRecords<Result>(
	request: RecordRequest,
	ports: RecordPorts,
	use: (records: Records) => Promise<Result>,
): Promise<Result> {
	const paths = await chooseDistinctPaths(request.paths, ports.note);
	const inputs = await readInputs(paths, ports);
	for (const path of paths) if (await hasManifest(path)) await noteMissingFiles(path, ports);
	for (const folder of inputs.folders) await refreshTable(folder, ports);
	const {path: work, remove} = await createStateWorkFolder(ports.stateDir);
	try {
		// SQL of the user may run forever or use any amount of memory.
		const open = request.filter.where === undefined ? openEngine : openEngineProcess;
		const engine = await open({temp: work, folders: inputs.folders, signal: ports.signal, detail: ports.detail});
		try {
			await validateExpressions(engine, request.filter);
			if (request.filter.where !== undefined) await validateCondition(engine, request.filter.where);
			return await use(await loadRecords(inputs, {ports, request, work, engine}));
		} catch (error) {
			throw toUsageError(error, request.filter);
		} finally {
			await engine.close();
		}
	} finally {
		await remove();
	}
}
