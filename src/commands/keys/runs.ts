import {dataset} from '../../output/dataset.ts';
import {defineCommand} from '../command.ts';

/** `keys runs [RUN]`: past bulk runs of this machine, or the rows of one that are not as its file says. */
export const runs = defineCommand({
	description:
		'Lists the bulk runs of this machine, the newest first; with RUN, every row of it that was not simply accepted.',
	examples: [
		{line: 'usagectl keys runs', does: 'what was uploaded from here'},
		{line: 'usagectl keys runs -o json --fields run,state,rejected', does: 'the same for a script'},
	],
	flags: {},
	args: [{name: '[run]', summary: 'one run', complete: 'run'}],
	run: async (_options, [name], context) => {
		const {listRows, listRuns} = await import('../../keys/list-runs.ts');
		if (name !== undefined) return {dataset: await listRows(context.stateDir, name)};
		const {runColumns, toRunRow} = await import('../../keys/summary.ts');
		const damaged: string[] = [];
		const found = await listRuns(context.stateDir, error => damaged.push(error.message));
		for (const message of damaged) await context.note(message);
		return {dataset: dataset(runColumns, found.map(toRunRow))};
	},
});
