import type {LogKind} from '../../archive/kinds.ts';
import {CliError} from '../../errors.ts';
import {type Context, defineCommand} from '../command.ts';
import {toggle} from '../flag.ts';
import {validateWrittenFolder} from '../values.ts';
import {concurrency, getRange, maxRatio, maxSize, since, unzip, wait} from './options.ts';
import {createPorts} from './ports.ts';
import {columns, present} from './results.ts';

/** Updates the table of lines beside the zips. Without DuckDB, there is a note instead. */
async function updateTable(folder: string, kind: LogKind, context: Context): Promise<void> {
	try {
		const {updateLines} = await import('../../archive/lines/table/update-lines.ts');
		await updateLines(folder, {...context, kind});
	} catch (error) {
		if (!(error instanceof CliError) || error.details.code !== 'no-duckdb') throw error;
		await context.note(`no table of lines: ${error.message} (${error.details.hint})`);
	}
}

/** `exceptions sync DIR`, `events sync DIR`: keeps a folder complete. */
export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			'Fetches every file that is missing in the folder, and the open day again; each is checked before it gets its name. ' +
			'.usagectl-manifest.ndjson records the files with sizes and checksums. The folder lines/ has the lines of the zips, ' +
			'each once: Parquet in the format of Delta Lake, a table for any engine (help archive). A new day is added as it ' +
			'comes; the parts of a month become few when it is over. Made for cron: the run can be killed at any moment, and a ' +
			'second run at the same time exits with 9.',
		examples: [
			{line: `usagectl ${kind} sync crashes -p 5000000101`, does: 'fetch what is new'},
			{
				line: `usagectl ${kind} sync crashes -p 5000000101 --since 2026-01-01 -q --out /dev/null`,
				does: 'the same from cron, silent unless something fails',
			},
		],
		flags: {
			since,
			unzip,
			wait,
			concurrency,
			maxSize,
			maxRatio,
			lines: toggle({flags: '--no-lines', summary: 'only the zips, without the table of their lines'}),
		},
		args: [{name: '<dir>', summary: 'folder to keep up to date', complete: 'directory'}],
		product: 'many',
		columns: () => columns,
		run: async (options, [folder = ''], context) => {
			const {since: first} = getRange({since: options.since, until: undefined}, context.today);
			validateWrittenFolder(folder);
			const {listLogFiles} = await import('../../archive/download/open-files.ts');
			const {sync} = await import('../../archive/download/sync.ts');
			const ports = await createPorts(kind, context);
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
				lock: `${kind}-${await context.product()}`,
			};
			const downloaded = await sync(request, ports);
			if (options.lines) await updateTable(folder, kind, context);
			return present(downloaded, folder, context);
		},
	});
