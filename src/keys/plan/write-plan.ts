import {disk} from '../../files/disk.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {type CheckedRows, toLeft} from '../rows/checked-row.ts';
import type {Measure} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import {type CompareOptions, compareKeys} from './compare-keys.ts';
import type {PlanCounts, PlanRow} from './plan-row.ts';

type Parts = Pick<KeysPorts, 'progress' | 'concurrency'> & {readonly workspace: Workspace};

/**
 * Writes the plan of a run, `plan` in the workspace: the rows that will be sent, in the order of the file, each with the
 * values it replaces; without the registry, the checked rows are the plan. Rows that change nothing are not in it; those
 * that somebody edited go to `left`.
 */
export async function writePlan(
	{blocks, count, file, shape, merged, invalid, left}: CheckedRows,
	options: CompareOptions,
	{workspace, progress, concurrency}: Parts,
): Promise<{readonly counts: PlanCounts; readonly plan: Measure}> {
	const kinds = {insert: 0, change: 0, unseen: 0, same: 0, edited: 0};
	const sum = (): PlanCounts => {
		const rows = Object.values(kinds).reduce((all, each) => all + each, merged + invalid);
		return {...kinds, rows, merged, invalid};
	};
	if (!options.readKeys && file) {
		await disk.move(file.path, workspace.path('plan'));
		kinds.unseen = count;
		return {counts: sum(), plan: file.measure};
	}
	const plan = await workspace.spool('plan');
	const what = options.readKeys ? 'comparing with the registry' : 'planning';
	const job = progress.start({what, total: count, unit: 'keys'});
	for await (const rows of compareKeys(blocks, options, concurrency)) {
		for (const {row, comparison, before} of rows) {
			kinds[comparison.kind]++;
			if (comparison.kind === 'edited') left.add(toLeft(row, comparison.reason, shape));
			else if (comparison.kind !== 'same') plan.add({line: row.line, update: row.update, before} satisfies PlanRow);
		}
		job.advance(rows.length);
		await Promise.all([plan.settle(), left.settle()]);
	}
	job.end();
	return {counts: sum(), plan: await plan.close()};
}
