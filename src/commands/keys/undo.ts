import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import {summaryColumns} from '../../keys/run/run-summary.ts';
import {createKeysPorts, originOf} from './create-keys-ports.ts';
import {concurrency} from './key-flags.ts';
import {presentSummary} from './update.ts';

export const command = defineCommand({
	description:
		'Restores the values that an import replaced; keys that were edited since are left out. The service cannot delete keys: ' +
		'if the import inserted any, a file that blacklists them is written. An undo is recorded as an import and can be undone ' +
		'too.',
	examples: [{line: 'usagectl keys undo 20261121-164500-3f2a', caption: 'undo of one import'}],
	flags: {
		overwrite: toggle({flags: '--overwrite', summary: 'Restore keys that were edited after the import too'}),
		concurrency,
	},
	args: [{name: '[import]', summary: 'ID of an import, as listed by keys runs', complete: 'run'}],
	product: 'one',
	columns: () => summaryColumns,
	run: async ({overwrite, concurrency: parallelRequests}, [run], context) => {
		if (run === undefined)
			throw new CliError('usage', 'no import given', {hint: 'list the imports: usagectl keys runs'});
		const {undoRun} = await import('../../keys/undo-run.ts');
		const request = {run, overwrite, origin: originOf(context), product: await context.product()};
		return presentSummary(await undoRun(request, await createKeysPorts(context, parallelRequests)), context.globals);
	},
});
