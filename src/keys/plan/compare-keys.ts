import {pMapIterable} from 'p-map';
import type {KeyRecord} from '../../contract/operations/license-keys.ts';
import {maxKeysPerPage} from '../../contract/request-words.ts';
import type {ReadKeys} from '../registry/read-keys.ts';
import type {CheckedRow, CheckedRows} from '../rows/checked-row.ts';
import {type Comparison, compareRow, pickValues} from './key-changes.ts';
import type {Before} from './plan-row.ts';

/** The kind is `unseen` if the row was not compared with the registry. */
export type ComparedRow = {
	readonly row: CheckedRow;
	readonly comparison: Comparison | {readonly kind: 'unseen'};
	readonly before?: Before;
	/** The registry has the flag expired for the key. */
	readonly isExpired?: boolean;
};

export type CompareOptions = {
	readonly readKeys: ReadKeys | undefined;
	/** Changes keys even if they were edited after the file was exported. */
	readonly overwrite: boolean;
};

/** Compares rows with the registry by several parallel requests, and yields them in the order of the file. */
export const compareKeys = (
	blocks: CheckedRows['blocks'],
	{readKeys, overwrite}: CompareOptions,
	concurrency: number,
): AsyncIterable<readonly ComparedRow[]> =>
	pMapIterable(
		groupRows(blocks),
		async (rows): Promise<readonly ComparedRow[]> => {
			if (!readKeys) return rows.map(row => ({row, comparison: {kind: 'unseen'}}));
			const records = await readKeys(rows.map(row => row.update.licenseKey));
			return rows.map(row => compareWith(row, records.get(row.update.licenseKey), overwrite));
		},
		{concurrency},
	);

async function* groupRows(blocks: CheckedRows['blocks']): AsyncGenerator<readonly CheckedRow[]> {
	let rest: readonly CheckedRow[] = [];
	for await (const block of blocks) {
		const rows = [...rest, ...block];
		const end = rows.length - (rows.length % maxKeysPerPage);
		for (let at = 0; at < end; at += maxKeysPerPage) yield rows.slice(at, at + maxKeysPerPage);
		rest = rows.slice(end);
	}
	if (rest.length > 0) yield rest;
}

function compareWith(row: CheckedRow, record: KeyRecord | undefined, overwrite: boolean): ComparedRow {
	const comparison = compareRow(row.update, record, overwrite ? undefined : row.expect);
	const changed = 'changes' in comparison ? comparison.changes.map(change => change.field) : [];
	const before = record ? pickValues(record, changed) : null;
	return {row, comparison, before, isExpired: record?.licenseStatus.expired ?? false};
}
