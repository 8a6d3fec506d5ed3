import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional, toggle, withDefault} from '../../cli/definition/flag.ts';
import {integer, text} from '../../cli/definition/flag-values.ts';
import type {Globals} from '../../cli/definition/globals.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {defaultBatchSize} from '../../keys/run/batches.ts';
import {printSummary, type Summary, summaryColumns, toSummaryRow} from '../../keys/run/run-summary.ts';
import {dataset} from '../../output/dataset.ts';
import {createKeysPorts, originOf} from './create-keys-ports.ts';
import {concurrency, fileFlags, getFileOptions} from './key-flags.ts';

const flags = {
	...fileFlags,
	skipInvalid: toggle({flags: '--skip-invalid', summary: 'leave out rows with mistakes, send the others'}),
	diff: toggle({
		flags: '--no-diff',
		summary:
			'send every row without comparing it with the registry: fewer requests, but no numbers before and no undo after',
	}),
	overwrite: toggle({flags: '--overwrite', summary: 'send also keys that somebody edited since the file was written'}),
	verify: toggle({flags: '--verify', summary: 'read back every key, also where the service counts all as accepted'}),
	batchSize: withDefault({
		flags: '--batch-size <n>',
		summary: 'keys in a request',
		parse: integer({min: 1, max: 100_000}),
		default: String(defaultBatchSize),
	}),
	concurrency,
	resume: optional({
		flags: '--resume <run>',
		summary: 'resume a run that was cut short',
		parse: text,
		complete: 'run',
	}),
	restart: toggle({flags: '--restart', summary: 'drop what is left of an earlier run of this file'}),
};

/**
 * A run as a sentence; as its one row with `-v`, `--fields`, or in another format than the table. 6 when some of its keys are
 * not as the file says.
 */
export const presentSummary = (summary: Summary, {output, verbose, debug, fields}: Globals) => {
	const {rejected, altered, unknown} = summary.totals;
	const left = summary.counts.edited + summary.counts.invalid;
	const exit = rejected + altered + unknown + left > 0 ? exitCodes.partial : 0;
	if (output === 'table' && !verbose && !debug && !fields) return {text: `${printSummary(summary)}\n`, exit};
	return {dataset: {...dataset(summaryColumns, [toSummaryRow(summary)]), isVertical: true}, exit};
};

async function resume(name: string, file: string | undefined, {context, concurrency: atOnce}: Resume) {
	if (file !== undefined) {
		throw new CliError('usage', '--resume continues a run as it was planned and reads no file', {
			hint: `leave out ${file}; or leave out --resume: the same command with the unchanged file resumes the run too`,
		});
	}
	const {resumeRun} = await import('../../keys/update-keys.ts');
	const identity = {origin: originOf(context), product: await context.product()};
	return resumeRun(name, identity, await createKeysPorts(context, atOnce));
}
type Resume = {readonly context: Context; readonly concurrency: number};

/** `keys update FILE|-`: inserts and changes keys in bulk (docs/service.md#update-keys). */
export const command = defineCommand({
	description:
		'Reads CSV (any of , ; tab |), JSON or NDJSON. Every row is checked before anything is sent; then the registry is ' +
		'compared and the numbers are confirmed. Batches are sent with a journal: after any interruption the same command, or ' +
		'--resume, continues, and no key is lost or sent twice without looking. Rejected keys are found by reading back, and ' +
		'written to FILE.rejected.csv with the reasons.',
	examples: [
		{line: 'usagectl keys update keys.csv --dry-run', caption: 'check the file, without login and network'},
		{line: 'usagectl keys update keys.csv', caption: 'compare, ask, send'},
		{line: 'usagectl keys update keys.csv -y -o json', caption: 'the same from a script'},
		{
			line: 'usagectl keys update sales.csv --map Serial=licenseKey --ignore-extra',
			caption: 'a file with other names and more columns',
		},
	],
	flags,
	args: [{name: '[file]', summary: 'CSV, JSON or NDJSON; - is standard input', complete: 'file'}],
	product: 'one',
	columns: () => summaryColumns,
	run: async (options, [file], context) => {
		if (options.resume !== undefined) {
			return presentSummary(
				await resume(options.resume, file, {context, concurrency: options.concurrency}),
				context.globals,
			);
		}
		if (file === undefined) {
			throw new CliError('usage', 'no file is named', {
				hint: 'name a CSV or JSON file, or - for standard input; usagectl keys template prints one to start from',
			});
		}
		const {checkKeys, updateKeys} = await import('../../keys/update-keys.ts');
		const product = await context.product();
		const request = {
			...getFileOptions(options, product),
			file,
			product,
			origin: originOf(context),
			skipInvalid: options.skipInvalid,
			compare: options.diff,
			overwrite: options.overwrite,
			verify: options.verify,
			batchSize: options.batchSize,
			restart: options.restart,
		};
		const upload = context.globals.dryRun ? checkKeys : updateKeys;
		return presentSummary(await upload(request, await createKeysPorts(context, options.concurrency)), context.globals);
	},
});
