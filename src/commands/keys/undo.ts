import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import {summaryColumns} from '../../keys/run/run-summary.ts';
import {createKeysPorts, originOf} from './create-keys-ports.ts';
import {concurrency} from './key-flags.ts';
import {presentSummary} from './update.ts';

/** `keys undo RUN`: earlier values back. */
export const command = defineCommand({
	description:
		'Sends back the values that a run replaced, where the key still holds what the run sent. Keys that the run inserted cannot ' +
		'be removed by the service: a file that blacklists them is written. An undo is a run too, and can be undone.',
	examples: [{line: 'usagectl keys undo 20261121-164500-3f2a', caption: 'take an upload back'}],
	flags: {
		overwrite: toggle({flags: '--overwrite', summary: 'also where somebody edited the key after the run'}),
		concurrency,
	},
	args: [{name: '[run]', summary: 'run, as keys runs names it', complete: 'run'}],
	product: 'one',
	columns: () => summaryColumns,
	run: async ({overwrite, concurrency: atOnce}, [run], context) => {
		if (run === undefined) throw new CliError('usage', 'no run is named', {hint: 'choose one of: usagectl keys runs'});
		const {undoRun} = await import('../../keys/undo-run.ts');
		const request = {run, overwrite, origin: originOf(context), product: await context.product()};
		return presentSummary(await undoRun(request, await createKeysPorts(context, atOnce)), context.globals);
	},
});
