import type {FileSource} from '../../archive/download/log-file.ts';
import {type LogKind, logKinds} from '../../archive/log-kinds.ts';
import {getDownloadColumns, presentDownload} from '../../archive/results/download-rows.ts';
import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {type Options, toggle} from '../../cli/definition/flag.ts';
import {validateOutputFolder} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {CliError, isStopped} from '../../errors.ts';
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
const rawFlags = {from, unzip, concurrency, maxSize, maxRatio};
const summary = 'Archive folder; created if it does not exist';

const describeDownload = (besides: string) =>
	`Downloads every file that is missing from the archive folder${besides}. Each file is verified before it gets its final name, and recorded in .usagectl-manifest.ndjson. `;
const cronNote =
	'Safe to run from cron: a run can be killed at any time, and a second run at the same time exits with status 9.';

const examplesOf = (words: string) => [
	{line: `usagectl ${words}`, caption: 'download what is missing'},
	{line: `usagectl ${words} --from 2026-01-01 -q`, caption: 'a run from cron, silent unless it fails'},
];

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

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description: `${describeDownload(', and replaces the open file (that of the current day) with its latest state')}The lines/ folder holds a Delta Lake table that contains each ${kind === 'exceptions' ? 'crash report' : 'event record'} exactly once, which other engines can read too (see \`usagectl help archive\`). ${cronNote}`,
		examples: examplesOf(`${kind} sync`),
		takes: [...requestGroups, 'today', 'tz', 'rows'],
		flags: {
			...commonFlags,
			lines: toggle({flags: '--no-lines', rare: true, summary: 'Keep only the zip files; do not update the table'}),
			repair: toggle({flags: '--repair', rare: true, summary: 'Rebuild the table from the zip files'}),
		},
		args: [
			{
				name: '[dir]',
				summary: `${summary} (default: ${logKinds[kind].folder})`,
				complete: 'directory',
				default: logKinds[kind].folder,
			},
		],
		product: 'many',
		reportsChanges: true,
		isPreparation: true,
		compilesExpressions: true,
		columns: () => getDownloadColumns(kind),
		run: (options, [folder = ''], context) => {
			if (options.repair && !options.lines)
				throw new CliError('usage', '--repair cannot be combined with --no-lines', {hint: 'omit one of them'});
			return syncFiles(kind, {options, folder, context}, async () => {
				if (options.lines) await keepTable(folder, kind, options.repair, context);
			}).catch(addContinueHint);
		},
	});

export const rawCommand = defineCommand({
	description: `${describeDownload('')}The format of the files is undocumented, so no Delta Lake table is written. ${cronNote}`,
	examples: examplesOf('events raw sync raw-archive'),
	takes: [...requestGroups, 'today', 'tz', 'rows'],
	flags: rawFlags,
	args: [{name: '<dir>', summary, complete: 'directory'}],
	product: 'many',
	reportsChanges: true,
	columns: () => getDownloadColumns('events raw'),
	run: (options, [folder = ''], context) =>
		syncFiles('events raw', {options: {wait: undefined, ...options}, folder, context}).catch(addContinueHint),
});
