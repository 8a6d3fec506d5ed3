import {disk} from '../../files/disk.ts';
import type {Mark} from '../check/row-marks.ts';
import type {KeysPorts} from '../keys-ports.ts';
import type {ReadKeys} from '../registry/read-keys.ts';
import type {CheckedRow, FileShape, LeftRow} from '../rows/checked-row.ts';
import {writable} from '../rows/key-columns.ts';
import type {Measure, Spool} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import {type ComparedRow, compareGroups, readGroups} from './compare-rows.ts';
import type {PlanCounts, PlanRow} from './plan-row.ts';
import type {PreparedRows} from './prepare.ts';

export type PlanOptions = {
	/** Undefined: the registry is not read, every row is sent. */
	readonly readKeys: ReadKeys | undefined;
	/** Send also what somebody edited after the file was written. */
	readonly overwrite: boolean;
	readonly concurrency: number;
};

/**
 * Writes the plan of a run, `plan` in the workspace: the rows that will be sent, in the order of the file, each with the
 * values it replaces; without the registry, the checked rows are the plan. Rows that change nothing are not in it; those that are left out go to `prepared.left`.
 */
export async function writePlan(
	prepared: PreparedRows,
	{readKeys, overwrite, concurrency}: PlanOptions,
	{workspace, progress}: {readonly workspace: Workspace; readonly progress: KeysPorts['progress']},
): Promise<{readonly counts: PlanCounts; readonly plan: Measure}> {
	const {left, marks, shape} = prepared;
	const kinds = {insert: 0, change: 0, unseen: 0, same: 0, edited: 0};
	const common = {
		rows: prepared.rows + prepared.invalid,
		merged: marks.countOf('merged'),
		invalid: prepared.invalid + marks.wrong,
	};
	if (!readKeys && marks.isEmpty) {
		await disk.move(prepared.path, workspace.path('plan'));
		return {counts: {...kinds, ...common, unseen: prepared.rows}, plan: prepared.measure};
	}
	const plan = await workspace.spool('plan');
	const groups = readGroups(prepared, (row, mark) => left.add(toLeft(row, reasons[mark], shape)));
	const what = readKeys ? 'comparing with the registry' : 'planning';
	const job = progress.start({what, total: prepared.rows, unit: 'keys'});
	for await (const rows of compareGroups(groups, readKeys, concurrency)) {
		for (const compared of rows) {
			const {kind} = compared.comparison;
			kinds[kind === 'edited' && overwrite ? 'change' : kind]++;
			planRow(compared, {overwrite, shape, plan, left});
		}
		job.advance(rows.length);
		await Promise.all([plan.settle(), left.settle()]);
	}
	job.end();
	return {counts: {...kinds, ...common}, plan: await plan.close()};
}

type Targets = {
	readonly overwrite: boolean;
	readonly shape: FileShape;
	readonly plan: Spool;
	readonly left: Spool;
};

function planRow({row, comparison, before}: ComparedRow, {overwrite, shape, plan, left}: Targets): void {
	if (comparison.kind === 'same') return;
	if (comparison.kind === 'edited' && !overwrite) {
		left.add(toLeft(row, comparison.reason, shape));
	} else {
		const planned: PlanRow = {line: row.line, update: row.update, before};
		plan.add(planned);
	}
}

const reasons: Readonly<Record<Mark, string>> = {
	sent: '',
	merged: '',
	contradicts: 'different values in several rows of the key',
	damaged: 'the key looks damaged by a spreadsheet',
};

/** A row for the file of rejected rows. */
export const toLeft = (
	{line, update}: Pick<CheckedRow, 'line' | 'update'>,
	reason: string,
	{format}: FileShape,
): LeftRow => ({
	line,
	reason,
	row: format === 'json' ? update : Object.fromEntries(writable.map(({name, print}) => [name, print(update) ?? ''])),
});
