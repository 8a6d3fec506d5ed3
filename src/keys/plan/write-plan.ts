import {disk} from '../../files/disk.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {type CheckedRows, toLeftOutRow} from '../rows/checked-row.ts';
import type {Checksum} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import {type CompareOptions, compareKeys} from './compare-keys.ts';
import {countPlan, type PlanCounts, type PlanRow} from './plan-row.ts';
import {createTally, type PlanEffects} from './plan-tally.ts';

type PlanPorts = Pick<KeysPorts, 'progress' | 'concurrency' | 'today'> & {readonly workspace: Workspace};

/**
 * Writes the plan of a run, the file `plan` in the workspace: the rows to send, in the order of the file, each with the
 * values that it replaces. Rows that change nothing are not in it, and those of edited keys go to `leftOut`. If the
 * registry is not read, the file of checked rows becomes the plan.
 */
export async function writePlan(
	{blocks, count, file, merged, invalid, leftOut}: CheckedRows,
	options: CompareOptions,
	{workspace, progress, concurrency, today}: PlanPorts,
): Promise<{readonly counts: PlanCounts; readonly plan: Checksum; readonly effects: PlanEffects}> {
	const tally = createTally(today);
	const {kinds} = tally;
	if (!options.readKeys && file) {
		await disk.move(file.path, workspace.path('plan'));
		kinds.unseen = count;
		return {counts: countPlan(kinds, {merged, invalid}), plan: file.checksum, effects: tally.effects()};
	}
	const plan = await workspace.spool('plan');
	const what = options.readKeys ? 'comparing with the registry' : 'planning';
	const job = progress.start({what, total: count, unit: 'keys'});
	for await (const rows of compareKeys(blocks, options, concurrency)) {
		for (const compared of rows) {
			const {row, comparison, before} = compared;
			tally.add(compared);
			if (comparison.kind === 'edited') leftOut.add(toLeftOutRow(row, comparison.reason));
			else if (comparison.kind !== 'same') plan.add({line: row.line, update: row.update, before} satisfies PlanRow);
		}
		job.advance(rows.length);
		await Promise.all([plan.flushIfFull(), leftOut.flushIfFull()]);
	}
	job.end();
	return {counts: countPlan(kinds, {merged, invalid}), plan: await plan.close(), effects: tally.effects()};
}
