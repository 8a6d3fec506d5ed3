import {CliError} from '../errors.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import type {Column, Dataset} from '../output/dataset.ts';
import type {KeysPorts} from './keys-ports.ts';
import {withRegistryLocks} from './registry/registry-lock.ts';
import {findRunFolder, listRunFolders, readRun} from './run/find-run.ts';
import {readBadRows, readLeftOut} from './run/left-rows.ts';
import {type Run, removeRuns, sizeOfRun} from './run/run-folder.ts';
import {type ListedRun, summarize} from './run/run-summary.ts';

/** Every run of this machine, the newest first. `onDamage` gets the errors of journals that cannot be read. */
export async function listRuns(
	stateDir: string,
	onDamage: (error: CliError) => unknown,
): Promise<readonly ListedRun[]> {
	const runs: (Run & {readonly bytes: number})[] = [];
	for (const folder of await listRunFolders(stateDir)) {
		try {
			runs.push({...(await readRun(folder)), bytes: await sizeOfRun(folder)});
		} catch (error) {
			if (!(error instanceof CliError)) throw error;
			onDamage(error);
		}
	}
	// The names have no fractions of a second.
	runs.sort((one, other) => other.state.header.started.localeCompare(one.state.header.started));
	const undone = new Set(runs.map(({state}) => (state.end === 'finished' ? state.header.undoes : undefined)));
	return runs.map(run => ({...run, summary: summarize(run.state, undone.has(run.state.header.run))}));
}

const rowColumns: readonly Column[] = [
	{key: 'line', title: 'Line', kind: 'number'},
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'verdict', title: 'Verdict', kind: 'text', layout: {priority: 1}},
	{key: 'reason', title: 'Reason', kind: 'text', layout: {...sentenceLayout, priority: 1, minWidth: 28}},
];

/** The rows of a run that were not simply accepted, with what became of each. Throws CliError usage: no such run. */
export async function listRows(stateDir: string, name: string): Promise<Dataset> {
	const folder = await findRunFolder(stateDir, name);
	const run = await readRun(folder);
	const blocks = async function* () {
		for await (const rows of readLeftOut(folder)) {
			yield rows.map(({line, reason, row}) => [line, String(row.licenseKey ?? ''), 'left out', reason] as const);
		}
		for await (const rows of readBadRows(run)) {
			yield rows.map(({line, update, verdict, reason}) => [line, update.licenseKey, verdict, reason] as const);
		}
	};
	return {columns: rowColumns, blocks: blocks()};
}

export type ForgetParts = Pick<KeysPorts, 'stateDir' | 'clock' | 'signal'> & {
	/** Gets the errors of journals that cannot be read; their runs are kept. */
	readonly onDamage: (error: CliError) => unknown;
	/** Asks if these runs are to be removed. */
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
