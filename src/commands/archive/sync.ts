import {resolve} from 'node:path';
import type {FileSource} from '../../archive/download/log-file.ts';
import {type LogKind, logKinds} from '../../archive/log-kinds.ts';
import {downloadColumns, presentDownload} from '../../archive/results/download-rows.ts';
import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {type Options, toggle} from '../../cli/definition/flag.ts';
import {validateOutputFolder} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {CliError, isStopped} from '../../errors.ts';
import {validateStaysInRepository} from '../../files/trust/inside-folder.ts';
import {createDownloadPorts} from './download.ts';
import {concurrency, from, getDays, maxRatio, maxSize, unzip, wait} from './file-flags.ts';

/** Updates the table, which needs DuckDB; without it the zip files are still downloaded. */
async function keepTable(folder: string, kind: LogKind, repairs: boolean, context: Context): Promise<void> {
	try {
		const {updateTable} = await import('../../archive/tables/update-table.ts');
		await updateTable(folder, {...context, kind, repairs});
	} catch (error) {
		if (!(error instanceof CliError) || error.details.code !== 'no-duckdb') throw error;
		await context.note(`no table was written: ${error.message} (${error.details.hint})`);
	}
}

const commonFlags = {from, unzip, wait, concurrency, maxSize, maxRatio};
const tableFlags = {
	lines: toggle({flags: '--no-lines', rare: true, summary: 'Keep only the zip files; do not update the table'}),
	repair: toggle({flags: '--repair', rare: true, summary: 'Rebuild the table from the zip files'}),
};
const rawEvents = toggle({
	flags: '--raw-events',
	rare: true,
	summary: 'Download the files of raw events, without a table, to a folder of their own (newer servers, paid option)',
});

function addContinueHint(error: unknown): never {
	if (!(error instanceof CliError) || !isStopped(error)) throw error;
	const {kind, message, details} = error;
	throw new CliError(kind, message, {...details, hint: 'to continue, run the same command: complete files are kept'});
}

/** `afterwards` runs after the download, before the results are presented. */
async function syncFiles(
	source: FileSource,
	{options, folder, context}: {options: Options<typeof commonFlags>; folder: string; context: Context},
	afterwards: () => Promise<void> = async () => undefined,
): Promise<Outcome> {
	const {since: first} = getDays({from: options.from}, context.today);
	validateOutputFolder(folder);
	await validateStaysInRepository(folder);
	const {listLogFiles} = await import('../../archive/download/open-files.ts');
	const {syncFolder} = await import('../../archive/download/sync-folder.ts');
	const ports = await createDownloadPorts(source, context);
	const request = {
		folder,
		files: await listLogFiles(ports),
		since: first,
		forms: {zip: true, unpacked: options.unzip},
		concurrency: options.concurrency,
		maxBytes: options.maxSize,
		maxRatio: options.maxRatio,
		waitMs: options.wait,
		needsOpen: options.wait !== undefined,
		lock: `${source.replace(' ', '-')}-${await context.product()}`,
	};
	const downloaded = await syncFolder(request, {...ports, stateDir: context.stateDir});
	await afterwards();
	return presentDownload({...downloaded, source, folder}, context);
}

/** The format of raw events is undocumented (docs/service.md#newer-raw-events), so that no table is written. */
async function syncRaw(folder: string, options: Options<typeof commonFlags & typeof tableFlags>, context: Context) {
	if (options.repair)
		throw new CliError('usage', '--repair cannot be combined with --raw-events', {hint: 'raw events have no table'});
	if (resolve(folder) === resolve(logKinds.events.folder))
		throw new CliError('usage', `raw events need a folder of their own, not ${folder}`, {
			hint: 'name one: usagectl events sync raw-events --raw-events',
		});
	return syncFiles('events raw', {options, folder, context}).catch(addContinueHint);
}

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description: `Downloads every file that is missing from the archive folder, and replaces the open file (that of the current day) with its latest state. Each file is verified before it gets its final name, and recorded in .usagectl-manifest.ndjson. The lines/ folder holds a Delta Lake table that contains each ${kind === 'exceptions' ? 'crash report' : 'event record'} exactly once, which other engines can read too (see \`usagectl help archive\`). Safe to run from cron: a run can be killed at any time, and a second run at the same time exits with status 9.`,
		examples: [
			{line: `usagectl ${kind} sync`, caption: 'download what is missing'},
			{line: `usagectl ${kind} sync --from 2026-01-01 -q`, caption: 'a run from cron, silent unless it fails'},
		],
		takes: [...requestGroups, 'today', 'tz', 'rows'],
		flags: {...commonFlags, ...tableFlags, ...(kind === 'events' ? {rawEvents} : undefined)},
		args: [
			{
				name: '[dir]',
				summary: `Archive folder; created if it does not exist (default: ${logKinds[kind].folder})`,
				complete: 'directory',
				default: logKinds[kind].folder,
			},
		],
		product: 'many',
		reportsChanges: true,
		isPreparation: true,
		compilesExpressions: true,
		columns: () => downloadColumns,
		run: (options, [folder = ''], context) => {
			if (options.repair && !options.lines)
				throw new CliError('usage', '--repair cannot be combined with --no-lines', {hint: 'omit one of them'});
			if (options.rawEvents) return syncRaw(folder, options, context);
			return syncFiles(kind, {options, folder, context}, async () => {
				if (options.lines) await keepTable(folder, kind, options.repair, context);
			}).catch(addContinueHint);
		},
	});
