import type {KeyRecord, KeyUpdate} from '../contract/license-keys.ts';
import {type Comparison, compareRow, valuesOf} from './compare.ts';
import type {Mark} from './duplicates.ts';
import type {Fields} from './fields.ts';
import {inOrder} from './in-order.ts';
import type {PreparedRows} from './prepare.ts';
import type {ReadKeys} from './registry.ts';
import type {CheckedRow} from './row.ts';
import {readRows} from './row-lines.ts';

/** A row that will be sent. */
export type PlanRow = {
	readonly line: number;
	readonly update: KeyUpdate;
	/** The values that will be replaced; null: the key is new; absent: nobody looked. */
	readonly before?: Fields | null;
};

/** What a file comes to, in rows. */
export type PlanCounts = {
	readonly rows: number;
	readonly insert: number;
	readonly change: number;
	/** Sent without a look at the registry. */
	readonly unseen: number;
	readonly same: number;
	/** Left out: somebody edited the key meanwhile. */
	readonly edited: number;
	/** Left out: mistakes, with `--skip-invalid`. */
	readonly invalid: number;
	/** Left out: an earlier row says the same. */
	readonly merged: number;
};

/** A row beside what it means for the registry; `unseen`: nobody looked. */
export type ComparedRow = {
	readonly row: CheckedRow;
	readonly comparison: Comparison | {readonly kind: 'unseen'};
	readonly before?: Fields | null;
};

const rowsPerRead = 1000;

/** The checked rows that are to be sent, in groups that one question to the registry can hold. */
export async function* readGroups(
	{path, marks, shape}: Pick<PreparedRows, 'path' | 'marks' | 'shape'>,
	onWrong: (row: CheckedRow, mark: Mark) => void = () => {},
): AsyncGenerator<readonly CheckedRow[]> {
	let index = 0;
	const isSent = (row: CheckedRow) => {
		const mark = marks.get(index++);
		if (mark === 'contradicts' || mark === 'damaged') onWrong(row, mark);
		return mark === 'sent';
	};
	let rest: readonly CheckedRow[] = [];
	for await (const read of readRows<CheckedRow>(path, shape)) {
		const rows = [...rest, ...read.filter(isSent)];
		const whole = rows.length - (rows.length % rowsPerRead);
		for (let at = 0; at < whole; at += rowsPerRead) yield rows.slice(at, at + rowsPerRead);
		rest = rows.slice(whole);
	}
	if (rest.length > 0) yield rest;
}

/**
 * Compares rows with the registry, a group at a time and several groups at once, in the order of the file. Without
 * `readKeys` nobody looks.
 */
export function compareGroups(
	groups: AsyncIterable<readonly CheckedRow[]>,
	readKeys: ReadKeys | undefined,
	concurrency: number,
): AsyncGenerator<readonly ComparedRow[]> {
	return inOrder(groups, concurrency, async rows => {
		if (!readKeys) return rows.map(row => ({row, comparison: {kind: 'unseen'}}));
		const records = await readKeys(rows.map(row => row.update.licenseKey));
		return rows.map(row => compareWith(row, records.get(row.update.licenseKey)));
	});
}

function compareWith(row: CheckedRow, record: KeyRecord | undefined): ComparedRow {
	const comparison = compareRow(row, record);
	const changed = 'changes' in comparison ? comparison.changes.map(change => change.field) : [];
	return {row, comparison, before: record ? valuesOf(record, changed) : null};
}
