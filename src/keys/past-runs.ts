import {CliError} from '../errors.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import type {Column, Dataset} from '../output/dataset.ts';
import type {KeysPorts} from './keys-ports.ts';
import {withRegistryLocks} from './registry/registry-lock.ts';
import {findRunFolder, listRunFolders, readRun} from './run/find-run.ts';
import {readLeftOut, readUnaccepted} from './run/left-out-rows.ts';
import {getRunBytes, type Run, removeRuns} from './run/run-folder.ts';
import {type ListedRun, summarizeRun} from './run/run-summary.ts';

/** Lists the runs of this machine, newest first. `onDamage` receives the error of each journal that cannot be read. */
export async function listRuns(
	stateDir: string,
	onDamage: (error: CliError) => unknown,
): Promise<readonly ListedRun[]> {
	const runs: (Run & {readonly bytes: number})[] = [];
	for (const folder of await listRunFolders(stateDir)) {
		try {
			runs.push({...(await readRun(folder)), bytes: await getRunBytes(folder)});
		} catch (error) {
			if (!(error instanceof CliError)) throw error;
			onDamage(error);
		}
	}
	// Not by name: names lack fractions of a second.
	runs.sort((one, other) => other.state.header.started.localeCompare(one.state.header.started));
	const undone = new Set(runs.map(({state}) => (state.end === 'finished' ? state.header.undoes : undefined)));
	return runs.map(run => ({...run, summary: summarizeRun(run.state, undone.has(run.state.header.run))}));
}

const rowColumns: readonly Column[] = [
	{key: 'line', title: 'Line', kind: 'number'},
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'verdict', title: 'Verdict', kind: 'text', layout: {priority: 1}},
	{key: 'reason', title: 'Reason', kind: 'text', layout: {...sentenceLayout, priority: 1, minWidth: 28}},
];

/** Lists the rows of a run that were not accepted as sent. Throws CliError (usage) for an unknown run. */
export async function listRows(stateDir: string, name: string): Promise<Dataset> {
	const folder = await findRunFolder(stateDir, name);
	const run = await readRun(folder);
	const blocks = async function* () {
		for await (const rows of readLeftOut(folder)) {
			yield rows.map(({line, reason, row}) => [line, String(row.licenseKey ?? ''), 'left out', reason] as const);
		}
		for await (const rows of readUnaccepted(run)) {
			yield rows.map(({line, update, verdict, reason}) => [line, update.licenseKey, verdict, reason] as const);
		}
	};
	return {columns: rowColumns, blocks: blocks()};
}

export type RemovalOptions = Pick<KeysPorts, 'stateDir' | 'clock' | 'signal'> & {
	/** Receives the error of each journal that cannot be read; such runs are not deleted. */
	readonly onDamage: (error: CliError) => unknown;
	readonly confirmRemoval: (runs: readonly ListedRun[]) => Promise<boolean>;
};

/**
 * Returns the runs that may be deleted: those that have ended and started before the day (`YYYY-MM-DD`, UTC), except runs
 * that an unfinished undo needs.
 */
export function findRemovable(runs: readonly ListedRun[], before: string): readonly ListedRun[] {
	const needed = new Set(runs.map(({state}) => (state.end === undefined ? state.header.undoes : undefined)));
	return runs.filter(
		({state: {header, end}}) => end !== undefined && header.started < before && !needed.has(header.run),
	);
}

/**
 * Deletes the plans and journals of ended runs that started before the day, if `confirmRemoval` returns true. Returns the
 * deleted runs. Throws CliError (locked) and deletes nothing if another process is changing keys of one of their products.
 */
export async function removeOldRuns(before: string, parts: RemovalOptions): Promise<readonly ListedRun[]> {
	const find = async (onDamage: RemovalOptions['onDamage']) =>
		findRemovable(await listRuns(parts.stateDir, onDamage), before);
	const found = await find(parts.onDamage);
	return withRegistryLocks(
		found.map(({state}) => state.header),
		parts,
		async () => {
			// Another process may have deleted some before this one got the locks.
			const names = new Set(found.map(run => run.folder));
			const old = (await find(() => {})).filter(run => names.has(run.folder));
			const removed = (await parts.confirmRemoval(old)) ? old : [];
			await removeRuns(
				parts.stateDir,
				removed.map(run => run.folder),
			);
			return removed;
		},
	);
}
