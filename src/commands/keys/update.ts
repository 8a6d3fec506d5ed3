import {createKeysPorts, originOf} from '../../cli/context/create-keys-ports.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional, toggle, withDefault} from '../../cli/definition/flag.ts';
import {integer, text} from '../../cli/definition/flag-values.ts';
import type {Globals} from '../../cli/definition/globals.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {defaultBatchSize} from '../../keys/run/batches.ts';
import {printSummary, type Summary, summaryColumns, toSummaryRow} from '../../keys/run/run-summary.ts';
import {dataset} from '../../output/dataset.ts';
import {previewColumns, previewFile, readUploadRequest, uploadFlags} from './key-preview.ts';

const flags = {
	...uploadFlags,
	resume: optional({
		flags: '--resume <import>',
		summary: 'Resume an interrupted import by its ID',
		parse: text,
		complete: 'run',
	}),
	restart: toggle({
		flags: '--restart',
		summary: 'Discard an interrupted import of this file and start over',
	}),
	verify: toggle({flags: '--verify', summary: 'Read every key back after the import'}),
	diff: toggle({
		flags: '--no-diff',
		summary:
			'Send every row without comparing it with the registry: fewer requests, but no preview and no undo; with --dry-run, check only the file',
	}),
	batchSize: withDefault({
		flags: '--batch-size <n>',
		rare: true,
		summary: 'Keys per request',
		parse: integer({min: 1, max: 100_000}),
		default: String(defaultBatchSize),
	}),
};

/**
 * Presents an import as a sentence, or as a row with `-v`, `--fields` or any format but the table. The exit status is 6 if the
 * registry does not hold some of the keys as the file has them.
 */
export const presentSummary = (summary: Summary, {output, verbose, debug, fields}: Globals) => {
	const {rejected, altered, unknown} = summary.totals;
	const left = summary.counts.edited + summary.counts.invalid;
	const exit = rejected + altered + unknown + left > 0 ? exitCodes.partial : 0;
	if (output === 'table' && !verbose && !debug && !fields) return {text: `${printSummary(summary)}\n`, exit};
	return {dataset: {...dataset(summaryColumns, [toSummaryRow(summary)]), isVertical: true}, exit};
};

async function resume(name: string, file: string | undefined, {context, concurrency: parallelRequests}: Resume) {
	if (file !== undefined) {
		throw new CliError('usage', '--resume cannot be combined with a file: an import is resumed as it was planned', {
			hint: `leave out ${file}; or leave out --resume and run the same command with the unchanged file`,
		});
	}
	if (context.globals.dryRun)
		throw new CliError('usage', '--dry-run cannot be combined with --resume: an import is resumed as it was planned', {
			hint: `to see its state: usagectl keys runs ${name}`,
		});
	const {resumeRun} = await import('../../keys/update-keys.ts');
	const identity = {origin: originOf(context), product: await context.product()};
	return resumeRun(name, identity, await createKeysPorts(context, parallelRequests));
}
type Resume = {readonly context: Context; readonly concurrency: number};

export const command = defineCommand({
	description:
		'Imports license keys from a CSV, JSON, NDJSON or .xlsx file: adds new keys and changes existing ones. Every row is checked first; then the file is ' +
		'compared with the registry, and you confirm the number of changes before anything is sent. If an import is ' +
		'interrupted, run the same command again, which asks before it continues, or use --resume: no key is lost, and keys that have arrived are not sent ' +
		'again. Rejected keys are written to FILE.rejected.csv with the reasons. A license type or license flag takes effect only if the ' +
		'product is set to manage licenses on the server (see `usagectl keys set --help`).',
	examples: [
		{line: 'usagectl keys update keys.csv --dry-run', caption: 'check the file and show what would change'},
		{line: 'usagectl keys update keys.csv', caption: 'compare, confirm, import'},
		{line: 'usagectl keys update keys.csv -y -o json', caption: 'import from a script'},
		{
			line: 'usagectl keys update sales.csv --map Serial=licenseKey --ignore-extra',
			caption: 'a file with other column names and extra columns',
		},
		{line: 'usagectl keys update export.csv --from-dashboard --dry-run', caption: "check the dashboard's own CSV"},
	],
	takes: ['service', 'connection', 'password', 'dryRun', 'printRequest', 'rows', 'yes', 'strict'],
	flags,
	args: [
		{name: '[file]', summary: 'CSV, JSON, NDJSON or .xlsx file; - for stdin; omit it with --resume', complete: 'file'},
	],
	product: 'one',
	reportsChanges: true,
	previews: true,
	columns: ({diff}, _names, {dryRun} = {dryRun: false}) => (dryRun && diff ? previewColumns : summaryColumns),
	run: async (options, [file], context) => {
		if (options.resume !== undefined) {
			return presentSummary(
				await resume(options.resume, file, {context, concurrency: options.concurrency}),
				context.globals,
			);
		}
		if (file === undefined) {
			throw new CliError('usage', 'a file is missing', {
				hint: 'give a CSV, JSON or .xlsx file, or - for stdin; to print an empty file: usagectl keys template',
			});
		}
		const {dryRun} = context.globals;
		if (dryRun && options.diff) return previewFile(file, {...options, all: false}, context);
		const {checkKeys, updateKeys} = await import('../../keys/update-keys.ts');
		const request = {
			...(await readUploadRequest(file, options, context)),
			compare: options.diff,
			verify: options.verify,
			batchSize: options.batchSize,
			restart: options.restart,
		};
		const upload = dryRun ? checkKeys : updateKeys;
		return presentSummary(await upload(request, await createKeysPorts(context, options.concurrency)), context.globals);
	},
});
