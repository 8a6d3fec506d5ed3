import type {CliError} from '../errors.ts';
import {listRuns} from './list-runs.ts';
import type {KeysPorts} from './ports.ts';
import {withRegistryLocks} from './registry/lock.ts';
import {removeRuns} from './run/run-folder.ts';
import type {ListedRun} from './run/summary.ts';

export type ForgetParts = Pick<KeysPorts, 'stateDir' | 'clock' | 'signal'> & {
	/** Gets the errors of journals that cannot be read; their runs are kept. */
	readonly onDamage: (error: CliError) => unknown;
	/** Whether these runs shall be removed. */
	readonly agree: (runs: readonly ListedRun[]) => Promise<boolean>;
};

/**
 * The runs that may be removed: those that have ended and began before that day (`YYYY-MM-DD` in UTC), unless an unfinished
 * undo needs them.
 */
export function findForgettable(runs: readonly ListedRun[], before: string): readonly ListedRun[] {
	const needed = new Set(runs.map(({state}) => (state.end === undefined ? state.header.undoes : undefined)));
	return runs.filter(
		({state: {header, end}}) => end !== undefined && header.started < before && !needed.has(header.run),
	);
}

/**
 * Removes the plans and journals of ended runs that began before that day, once `agree` returns true; returns those it
 * removed. Throws CliError: locked, when keys of the product of such a run are being changed (nothing is removed); disk.
 */
export async function forgetRuns(before: string, parts: ForgetParts): Promise<readonly ListedRun[]> {
	const find = async (onDamage: ForgetParts['onDamage']) =>
		findForgettable(await listRuns(parts.stateDir, onDamage), before);
	const found = await find(parts.onDamage);
	return withRegistryLocks(
		found.map(({state}) => state.header),
		parts,
		async () => {
			// Another process may have removed some before this one had the locks.
			const names = new Set(found.map(run => run.folder));
			const old = (await find(() => {})).filter(run => names.has(run.folder));
			const removed = (await parts.agree(old)) ? old : [];
			await removeRuns(
				parts.stateDir,
				removed.map(run => run.folder),
			);
			return removed;
		},
	);
}
