import type {Dataset, Row} from '../output/dataset.ts';
import type {FieldChange} from './compare.ts';
import {diffColumns} from './diff-columns.ts';
import {type ComparedRow, compareGroups, readGroups} from './plan.ts';
import {openInput, type PrepareOptions, prepareRows} from './prepare.ts';
import {createReadKeys} from './registry.ts';
import type {Surroundings} from './surroundings.ts';
import {openWorkspace} from './workspace.ts';

export type DiffCounts = Record<'insert' | 'change' | 'same' | 'edited' | 'unseen', number>;
export type DiffRequest = PrepareOptions & {
	/** Show also the keys that are as the file says. */
	readonly all: boolean;
};

/** What an upload of the file would do: a row per new key and per field that changes. */
export type Diff = {
	readonly dataset: Dataset;
	/** How many keys of each kind there were; right once the rows have been read. */
	readonly counts: DiffCounts;
	/** Rows that were left out because of mistakes. */
	readonly invalid: number;
};

/**
 * Checks the file, then reads exactly its keys from the registry, a thousand at a time, while the rows are read. Throws
 * CliError usage for mistakes in the file.
 */
export async function diffFile(
	request: DiffRequest,
	parts: Surroundings & {readonly concurrency: number},
): Promise<Diff> {
	const {workspace, close} = await openWorkspace(parts);
	try {
		const source = await openInput(request.file, workspace, parts);
		const openRegistry = async () => createReadKeys({...parts, client: await parts.connect()});
		const prepared = await prepareRows(source, request, {...parts, workspace, openRegistry});
		const counts: DiffCounts = {insert: 0, change: 0, same: 0, edited: 0, unseen: 0};
		const groups = readGroups(prepared);
		const compared = compareGroups(groups, await openRegistry(), parts.concurrency);
		const blocks = async function* (): AsyncGenerator<readonly Row[]> {
			try {
				for await (const rows of compared) {
					for (const {comparison} of rows) counts[comparison.kind]++;
					yield rows.flatMap(row => toRows(row, request.all));
				}
			} finally {
				await close();
			}
		};
		return {
			dataset: {columns: diffColumns, blocks: blocks()},
			counts,
			invalid: prepared.invalid + prepared.marks.wrong,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

function toRows({row: {line, update}, comparison}: ComparedRow, all: boolean): readonly Row[] {
	const {kind} = comparison;
	if (kind === 'same' && !all) return [];
	if (!('changes' in comparison)) return [[line, update.licenseKey, kind, null, null, null]];
	return comparison.changes.map(({field, before, after}: FieldChange) => [
		line,
		update.licenseKey,
		kind,
		field,
		before,
		after,
	]);
}
