import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {parseForgetBefore} from '../../cli/definition/forget-before.ts';
import {CliError} from '../../errors.ts';
import type {ListedRun} from '../../keys/run/run-summary.ts';
import {dataset} from '../../output/dataset.ts';
import {counted} from '../../text/wording.ts';

const forgetBefore = optional({
	flags: '--forget-before <date>',
	summary: 'remove the ended runs that began before that day (-90d, 2026-03-01); keys undo cannot take them back then',
	parse: text,
});

/** Notes what will be removed. */
async function noteRemoval(runs: readonly ListedRun[], before: string, {note, globals}: Context): Promise<void> {
	if (runs.length === 0) return note(`no ended run began before ${before}`);
	const {sizeText} = await import('../../terminal/progress-text.ts');
	const size = sizeText(runs.reduce((sum, {bytes}) => sum + bytes, 0));
	const what = `${counted(runs.length, 'run')} from before ${before}`;
	await note(
		globals.dryRun
			? `would remove ${what} and free ${size}`
			: `removes ${what} and frees ${size}; keys undo cannot take them back then`,
	);
}

/** Removes old runs, or with --dry-run finds them; returns them. */
async function forget(before: string, context: Context, onDamage: (error: CliError) => void) {
	const {findForgettable, forgetRuns} = await import('../../keys/past-runs.ts');
	if (context.globals.dryRun) {
		const {listRuns} = await import('../../keys/past-runs.ts');
		const found = findForgettable(await listRuns(context.stateDir, onDamage), before);
		await noteRemoval(found, before, context);
		return found;
	}
	const agree = async (found: readonly ListedRun[]) => {
		await noteRemoval(found, before, context);
		if (found.length === 0 || (await context.terminal.confirm({text: 'Remove them?', flag: '--yes'}))) return true;
		await context.note('nothing was removed');
		return false;
	};
	return forgetRuns(before, {...context, onDamage, agree});
}

/** `keys runs [RUN]`: past bulk runs of this machine, or the rows of one that were not simply accepted. */
export const command = defineCommand({
	description:
		'Lists the bulk runs of this machine, the newest first; with RUN, every row of it that was not simply accepted. What a ' +
		'run keeps, its plan with the earlier values and its journal, stays until --forget-before removes it; unfinished runs ' +
		'always stay.',
	examples: [
		{line: 'usagectl keys runs', caption: 'what was uploaded from here'},
		{line: 'usagectl keys runs -o json --fields run,state,rejected', caption: 'the same for a script'},
		{
			line: 'usagectl keys runs --forget-before -90d -y',
			caption: 'free the disk of runs of more than 90 days ago',
		},
	],
	flags: {forgetBefore},
	args: [{name: '[run]', summary: 'one run', complete: 'run'}],
	run: async ({forgetBefore: word}, [name], context) => {
		if (word !== undefined && name !== undefined)
			throw new CliError('usage', '--forget-before removes runs by their age and names none', {
				hint: `leave out ${name}, or the flag`,
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
		for (const message of damaged) await context.note(message);
		return {dataset: dataset(runColumns, found.map(toRunRow))};
	},
});
