import {rename} from 'node:fs/promises';
import {withDiskErrors} from '../files/disk-error.ts';
import type {FileShape} from './check-options.ts';
import {writable} from './columns.ts';
import type {Mark} from './duplicates.ts';
import {type ComparedRow, compareGroups, type PlanCounts, readGroups} from './plan.ts';
import type {PreparedRows} from './prepare.ts';
import type {ReadKeys} from './registry.ts';
import type {CheckedRow, LeftRow} from './row.ts';
import type {Measure} from './spool.ts';
import type {Surroundings} from './surroundings.ts';
import type {Workspace} from './workspace.ts';

export type PlanOptions = {
	/** Undefined: the registry is not looked at, every row is sent. */
	readonly readKeys: ReadKeys | undefined;
	/** Send also what somebody edited meanwhile. */
	readonly overwrite: boolean;
	readonly concurrency: number;
};

export type WrittenPlan = {
	readonly counts: PlanCounts;
	readonly plan: Measure;
	/** How its lines are read. */
	readonly shape: FileShape;
};

/**
 * Writes the plan of a run, `plan` in the workspace: the rows that will be sent, in the order of the file, each with the
 * values it replaces. Rows that change nothing are not in it; those left for a reason go to `left`.
 */
export async function writePlan(
	prepared: PreparedRows,
	{readKeys, overwrite, concurrency}: PlanOptions,
	{workspace, progress}: {readonly workspace: Workspace; readonly progress: Surroundings['progress']},
): Promise<WrittenPlan> {
	// Nobody looks at the registry, and every row is sent: what was checked is the plan. Saves a million rows another trip.
	if (!readKeys && prepared.marks.untouched) return takeRowsAsPlan(prepared, workspace);
	const plan = await workspace.spool('plan');
	const kinds = {insert: 0, change: 0, unseen: 0, same: 0, edited: 0};
	const take = ({row, comparison, before}: ComparedRow) => {
		const kind = comparison.kind === 'edited' && overwrite ? 'change' : comparison.kind;
		kinds[kind]++;
		if (comparison.kind === 'edited' && !overwrite) prepared.left.add(toLeft(row, comparison.reason, prepared));
		else if (kind !== 'same') plan.add({line: row.line, update: row.update, before});
	};
	const groups = readGroups(prepared, (row, mark) => prepared.left.add(toLeft(row, reasons[mark], prepared)));
	const what = readKeys ? 'comparing with the registry' : 'planning';
	const job = progress.start({what, total: prepared.rows, unit: 'keys'});
	for await (const rows of compareGroups(groups, readKeys, concurrency)) {
		rows.forEach(take);
		job.advance(rows.length);
		await Promise.all([plan.settle(), prepared.left.settle()]);
	}
	job.end();
	const {reading: _, ...shape} = prepared.shape;
	return {counts: {...kinds, ...countRows(prepared)}, plan: await plan.close(), shape};
}

async function takeRowsAsPlan(prepared: PreparedRows, {path}: Workspace): Promise<WrittenPlan> {
	await withDiskErrors('write', path('plan'), () => rename(prepared.path, path('plan')));
	const counts = {...countRows(prepared), insert: 0, change: 0, unseen: prepared.rows, same: 0, edited: 0};
	return {counts, plan: prepared.measure, shape: prepared.shape};
}

const countRows = ({marks, rows, invalid}: PreparedRows) => ({
	rows: rows + invalid,
	merged: marks.countOf('merged'),
	invalid: invalid + marks.wrong,
});

const reasons: Readonly<Record<Mark, string>> = {
	sent: '',
	merged: '',
	contradicts: 'the key stands in several rows with different values',
	damaged: 'the key is what a spreadsheet leaves of a key',
};

/** A row as it goes into the file of what was not taken. */
export const toLeft = ({line, update}: CheckedRow, reason: string, {shape}: Pick<PreparedRows, 'shape'>): LeftRow => ({
	line,
	reason,
	row:
		shape.format === 'json' ? update : Object.fromEntries(writable.map(({name, print}) => [name, print(update) ?? ''])),
});
