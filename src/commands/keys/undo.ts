import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import type {Registry} from '../../keys/registry/registry-lock.ts';
import {summaryColumns} from '../../keys/run/run-summary.ts';
import {createKeysPorts, originOf} from './create-keys-ports.ts';
import {concurrency} from './key-flags.ts';
import {presentSummary} from './update.ts';

/**
 * Finds the newest import that is not undone, and says which one it is: the user confirms the plan of its undo. If it cannot be
 * undone, an older one must not take its place unnoticed.
 */
async function findLast({origin, product}: Registry, {stateDir, note}: Context): Promise<string> {
	const {listRuns} = await import('../../keys/past-runs.ts');
	const runs = await listRuns(stateDir, () => {});
	const last = runs.find(
		({summary, state: {header}}) =>
			['finished', 'unfinished'].includes(summary.state) &&
			header.command !== 'undo' &&
			header.origin === origin &&
			header.product === product,
	);
	if (!last) throw new CliError('usage', 'there is no import to undo', {hint: 'list the imports: usagectl keys runs'});
	const {run, command, file, started} = last.state.header;
	await note(
		`the last import is ${run}: ${command === 'set' ? 'keys set' : file}, ${started.slice(0, 16).replace('T', ' ')} UTC`,
	);
	return run;
}

export const command = defineCommand({
	description:
		'Restores the values that an import replaced; keys that were edited since are left out. The service cannot delete keys: ' +
		'if the import inserted any, a file is written that you can import with `keys update` to blacklist them. An undo is recorded as an import; to undo it, ' +
		'name its ID.',
	examples: [{line: 'usagectl keys undo 20261121-164500-3f2a', caption: 'undo one import'}],
	flags: {
		overwrite: toggle({flags: '--overwrite', summary: 'Also restore keys that were edited after the import'}),
		concurrency,
	},
	args: [
		{
			name: '[import]',
			summary: 'ID of an import, as listed by `keys runs` (default: the latest that is neither undone nor an undo)',
			complete: 'run',
		},
	],
	product: 'one',
	reportsChanges: true,
	columns: () => summaryColumns,
	run: async ({overwrite, concurrency: parallelRequests}, [run], context) => {
		const {undoRun} = await import('../../keys/undo-run.ts');
		const registry = {origin: originOf(context), product: await context.product()};
		const request = {run: run ?? (await findLast(registry, context)), overwrite, ...registry};
		return presentSummary(await undoRun(request, await createKeysPorts(context, parallelRequests)), context.globals);
	},
});
