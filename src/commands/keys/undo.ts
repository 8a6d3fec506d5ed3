import {createKeysPorts, originOf} from '../../cli/context/create-keys-ports.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {summaryColumns} from '../../keys/run/run-summary.ts';
import {concurrency} from './key-flags.ts';
import {presentPreview, previewColumns} from './key-preview.ts';
import {presentSummary} from './update.ts';

export const command = defineCommand({
	description:
		'Restores the values that an import replaced; keys that were edited since are left out. The service cannot delete keys: ' +
		'if the import inserted any, a file is written that you can import with `keys update` to blacklist them. An undo is recorded as an import; to undo it, ' +
		'name its ID.',
	examples: [
		{line: 'usagectl keys undo --dry-run', caption: 'see what an undo of the latest import would change'},
		{line: 'usagectl keys undo 20261121-164500-3f2a', caption: 'undo one import'},
	],
	takes: ['service', 'connection', 'password', 'dryRun', 'printRequest', 'rows', 'yes'],
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
	previews: true,
	columns: (_options, _names, {dryRun} = {dryRun: false}) => (dryRun ? previewColumns : summaryColumns),
	run: async ({overwrite, concurrency: parallelRequests}, [run], context) => {
		const {findLastImport, previewUndo, undoRun} = await import('../../keys/undo-run.ts');
		const registry = {origin: originOf(context), product: await context.product()};
		const request = {run: run ?? (await findLastImport(registry, context)), overwrite, ...registry};
		const ports = await createKeysPorts(context, parallelRequests);
		if (context.globals.dryRun) return presentPreview(await previewUndo(request, ports));
		return presentSummary(await undoRun(request, ports), context.globals);
	},
});
