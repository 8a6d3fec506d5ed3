import type {FileSource, LogKind} from '../../archive/files/log-kinds.ts';
import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {type Options, toggle} from '../../cli/definition/flag.ts';
import {validateWrittenFolder} from '../../cli/definition/flag-values.ts';
import {CliError} from '../../errors.ts';
import {createPorts} from './download-ports.ts';
import {columns, present} from './download-results.ts';
import {concurrency, from, getRange, maxRatio, maxSize, unzip, wait} from './file-flags.ts';

/** Updates the table of lines beside the zips. Without DuckDB, there is a note instead. */
async function keepTable(folder: string, kind: LogKind, context: Context): Promise<void> {
	try {
		const {updateTable} = await import('../../archive/tables/delta/update-table.ts');
		await updateTable(folder, {...context, kind});
	} catch (error) {
		if (!(error instanceof CliError) || error.details.code !== 'no-duckdb') throw error;
		await context.note(`no table of lines: ${error.message} (${error.details.hint})`);
	}
}

const common = {from, unzip, wait, concurrency, maxSize, maxRatio};
const args = [{name: '<dir>', summary: 'folder to keep up to date', complete: 'directory'}] as const;

const fetching = (besides: string) =>
	`Fetches every file that is missing in the folder${besides}; each is checked before it gets its name. ` +
	'.usagectl-manifest.ndjson records the files with sizes and checksums. ';
const made = 'Made for cron: the run can be killed at any moment, and a second run at the same time exits with 9.';

const examplesOf = (source: FileSource, folder: string) => [
	{line: `usagectl ${source} sync ${folder}`, caption: 'fetch what is new'},
	{
		line: `usagectl ${source} sync ${folder} --from 2026-01-01 -q --out /dev/null`,
		caption: 'the same from cron, silent unless something fails',
	},
];

/** Brings the folder up to date; `afterwards` is done before the files are told. */
async function syncFiles(
	source: FileSource,
	{options, folder, context}: {options: Options<typeof common>; folder: string; context: Context},
	afterwards: () => Promise<void> = async () => undefined,
): Promise<Outcome> {
	const {since: first} = getRange({from: options.from}, context.today);
	validateWrittenFolder(folder);
	const {listLogFiles} = await import('../../archive/files/download/open-files.ts');
	const {sync} = await import('../../archive/files/download/sync-folder.ts');
	const ports = await createPorts(source, context);
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
	const downloaded = await sync(request, ports);
	await afterwards();
	return present(downloaded, folder, context);
}

/** `exceptions sync DIR`, `events sync DIR`: keeps a folder complete. */
export const createCommand = (kind: LogKind) =>
	defineCommand({
		description: `${fetching(', and the open day again')}The folder lines/ has the lines of the zips, each once: Parquet in the format of Delta Lake, a table for any engine (help archive). A new day is added as it comes; the parts of a month become few when it is over. ${made}`,
		examples: examplesOf(kind, kind === 'exceptions' ? 'crashes' : 'events'),
		flags: {
			...common,
			lines: toggle({flags: '--no-lines', summary: 'only the zips, without the table of their lines'}),
		},
		args,
		product: 'many',
		columns: () => columns,
		run: (options, [folder = ''], context) =>
			syncFiles(kind, {options, folder, context}, async () => {
				if (options.lines) await keepTable(folder, kind, context);
			}),
	});

/** `events raw sync DIR`: the same without a table of lines, since nobody knows what the files hold. */
export const rawCommand = defineCommand({
	description: `${fetching('')}What the files hold is not described, so their lines are not read. ${made}`,
	examples: examplesOf('events raw', 'raw'),
	flags: common,
	args,
	product: 'many',
	columns: () => columns,
	run: (options, [folder = ''], context) => syncFiles('events raw', {options, folder, context}),
});
