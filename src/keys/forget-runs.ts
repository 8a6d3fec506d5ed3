import type {CliError} from '../errors.ts';
import {withKeysLocks} from './keys-lock.ts';
import {listRuns} from './list-runs.ts';
import {removeRuns} from './run-folder.ts';
import type {ListedRun} from './summary.ts';
import type {Surroundings} from './surroundings.ts';

export type ForgetParts = Pick<Surroundings, 'stateDir' | 'clock' | 'signal'> & {
	/** Hears of journals that cannot be read; their runs stay. */
	readonly onDamage: (error: CliError) => unknown;
	/** Whether these are to go. */
	readonly agree: (runs: readonly ListedRun[]) => Promise<boolean>;
};

/**
 * The runs that may go: begun before that day (`YYYY-MM-DD`, of UTC like their names) and at their end. Stays also what an
 * undo takes back that is not at its end.
 */
export function findForgettable(runs: readonly ListedRun[], before: string): readonly ListedRun[] {
	const needed = new Set(runs.map(({state}) => (state.end === undefined ? state.header.undoes : undefined)));
	return runs.filter(
		({state: {header, end}}) => end !== undefined && header.started < before && !needed.has(header.run),
	);
}

/**
 * Removes the plans and journals of ended runs that began before that day, once `agree` says so; answers what it removed.
 * Throws CliError: locked while keys of such a run's product are changed, and nothing is removed then; disk.
 */
export async function forgetRuns(before: string, parts: ForgetParts): Promise<readonly ListedRun[]> {
	const find = async (onDamage: ForgetParts['onDamage']) =>
		findForgettable(await listRuns(parts.stateDir, onDamage), before);
	const found = await find(parts.onDamage);
	return withKeysLocks(
		found.map(({state}) => state.header),
		parts,
		async () => {
			// Somebody else may have forgotten some before the locks were ours.
			const names = new Set(found.map(run => run.folder));
			const old = (await find(() => {})).filter(run => names.has(run.folder));
			const going = (await parts.agree(old)) ? old : [];
			await removeRuns(
				parts.stateDir,
				going.map(run => run.folder),
			);
			return going;
		},
	);
}
