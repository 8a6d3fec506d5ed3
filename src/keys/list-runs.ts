import {CliError} from '../errors.ts';
import type {Column, Dataset} from '../output/dataset.ts';
import {readBadRows, readLeftOut} from './run/left-rows.ts';
import {findRunFolder, listRunFolders, type Run, readRun, sizeOfRun} from './run/run-folder.ts';
import {type ListedRun, summarize} from './run/summary.ts';

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

export const rowColumns: readonly Column[] = [
	{key: 'line', title: 'Line', kind: 'number'},
	{key: 'licenseKey', title: 'License key', kind: 'text'},
	{key: 'verdict', title: 'Verdict', kind: 'text'},
	{key: 'reason', title: 'Reason', kind: 'text'},
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
