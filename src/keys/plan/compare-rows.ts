import {pMapIterable} from 'p-map';
import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import type {Mark} from '../check/row-marks.ts';
import type {ReadKeys} from '../registry/read-keys.ts';
import type {CheckedRow} from '../rows/checked-row.ts';
import {readValues} from '../store/spool.ts';
import {type Comparison, compareRow, valuesOf} from './key-changes.ts';
import type {Before} from './plan-row.ts';
import type {PreparedRows} from './prepare.ts';

/** A row with what it would do to the registry; `unseen`: they were not compared. */
export type ComparedRow = {
	readonly row: CheckedRow;
	readonly comparison: Comparison | {readonly kind: 'unseen'};
	readonly before?: Before;
};

const rowsPerRead = 1000;

/** The checked rows that are to be sent, in groups of a size that one request can read from the registry. */
export async function* readGroups(
	{path, marks}: Pick<PreparedRows, 'path' | 'marks'>,
	onLeftOut: (row: CheckedRow, mark: Mark) => void = () => {},
): AsyncGenerator<readonly CheckedRow[]> {
	let index = 0;
	const isSent = (row: CheckedRow) => {
		const mark = marks.get(index++);
		if (mark === 'contradicts' || mark === 'damaged') onLeftOut(row, mark);
		return mark === 'sent';
	};
	let rest: readonly CheckedRow[] = [];
	for await (const read of readValues<CheckedRow>(path)) {
		const rows = [...rest, ...read.filter(isSent)];
		const end = rows.length - (rows.length % rowsPerRead);
		for (let at = 0; at < end; at += rowsPerRead) yield rows.slice(at, at + rowsPerRead);
		rest = rows.slice(end);
	}
	if (rest.length > 0) yield rest;
}

/**
 * Compares rows with the registry, several groups at a time, in the order of the file. Without `readKeys` they are not
 * compared.
 */
export const compareGroups = (
	groups: AsyncIterable<readonly CheckedRow[]>,
	readKeys: ReadKeys | undefined,
	concurrency: number,
): AsyncIterable<readonly ComparedRow[]> =>
	pMapIterable(
		groups,
		async (rows): Promise<readonly ComparedRow[]> => {
			if (!readKeys) return rows.map(row => ({row, comparison: {kind: 'unseen'}}));
			const records = await readKeys(rows.map(row => row.update.licenseKey));
			return rows.map(row => compareWith(row, records.get(row.update.licenseKey)));
		},
		{concurrency},
	);

function compareWith(row: CheckedRow, record: KeyRecord | undefined): ComparedRow {
	const comparison = compareRow(row, record);
	const changed = 'changes' in comparison ? comparison.changes.map(change => change.field) : [];
	return {row, comparison, before: record ? valuesOf(record, changed) : null};
}
