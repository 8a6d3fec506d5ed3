import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {parseForgetBefore} from '../../cli/definition/shared-flags.ts';
import {CliError} from '../../errors.ts';
import type {ListedRun} from '../../keys/run/run-summary.ts';
import {dataset} from '../../output/dataset.ts';
import {counted} from '../../text/wording.ts';

const forgetBefore = optional({
	flags: '--forget-before <date>',
	summary:
		'Delete the records of imports that started before this day (-90d, 2026-03-01); those imports can no longer be undone',
	parse: text,
});

const describeRecords = (runs: readonly ListedRun[], before: string) =>
	`the records of ${counted(runs.length, 'import')} from before ${before}`;

async function noteRemoval(runs: readonly ListedRun[], before: string, {note, globals}: Context): Promise<void> {
	if (runs.length === 0) return note(`nothing to delete: no completed import started before ${before}`);
	const {sizeText} = await import('../../terminal/progress-text.ts');
	const size = sizeText(runs.reduce((sum, {bytes}) => sum + bytes, 0));
	const what = describeRecords(runs, before);
	await note(
		globals.dryRun
			? `would delete ${what} and free ${size}`
			: `deleting ${what} frees ${size}; afterwards these imports cannot be undone`,
	);
}

/** Deletes old imports, or only finds them with --dry-run, and returns them. */
async function forget(before: string, context: Context, onDamage: (error: CliError) => void) {
	const {findRemovable, listRuns, removeOldRuns} = await import('../../keys/past-runs.ts');
	if (context.globals.dryRun) {
		const found = findRemovable(await listRuns(context.stateDir, onDamage), before);
		await noteRemoval(found, before, context);
		return found;
	}
	const confirmRemoval = async (found: readonly ListedRun[]) => {
		await noteRemoval(found, before, context);
		if (found.length === 0 || (await context.terminal.confirm({text: 'Delete them?', flag: '--yes'}))) return true;
		await context.note('nothing was deleted');
		return false;
	};
	const removed = await removeOldRuns(before, {...context, onDamage, confirmRemoval});
	if (removed.length > 0) await context.note(`deleted ${describeRecords(removed, before)}`);
	return removed;
}

export const command = defineCommand({
	description:
		'Lists the imports made on this machine, newest first, including those of `keys set` and `keys undo`. With an import ID, ' +
		'lists the keys that were left out, rejected, or changed by the service, with the reason. `keys undo` needs these records; ' +
		'they are kept until --forget-before deletes them. Unfinished imports are never deleted.',
	examples: [
		{line: 'usagectl keys runs', caption: 'all imports made on this machine'},
		{
			line: 'usagectl keys runs -o json --fields run,state,rejected',
			caption: 'state and number of rejected keys of each import, for a script',
		},
		{
			line: 'usagectl keys runs --forget-before -90d -y',
			caption: 'delete records older than 90 days',
		},
	],
	takes: ['today', 'tz', 'rows', 'dryRun', 'yes'],
	flags: {forgetBefore},
	args: [{name: '[import]', summary: 'ID of an import', complete: 'run'}],
	run: async ({forgetBefore: word}, [name], context) => {
		if (word !== undefined && name !== undefined)
			throw new CliError('usage', '--forget-before cannot be combined with an import ID', {
				hint: `leave out ${name} or --forget-before`,
			});
		const before = word === undefined ? undefined : parseForgetBefore(word, context.today);
		const {listRows, listRuns} = await import('../../keys/past-runs.ts');
		if (name !== undefined) return {dataset: await listRows(context.stateDir, name)};
		const {runColumns, toRunRow} = await import('../../keys/run/run-summary.ts');
		const damaged: string[] = [];
		const onDamage = (error: CliError) => damaged.push(error.message);
		const found = await (before === undefined
			? listRuns(context.stateDir, onDamage)
			: forget(before, context, onDamage));
		for (const message of damaged) await context.footnote(message);
		return {dataset: dataset(runColumns, found.map(toRunRow), {title: 'Imports made on this machine'})};
	},
});
