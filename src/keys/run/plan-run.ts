import type {KeysPorts} from '../keys-ports.ts';
import type {CompareOptions} from '../plan/compare-keys.ts';
import type {PlanEffects} from '../plan/plan-tally.ts';
import {writePlan} from '../plan/write-plan.ts';
import type {CheckedRows} from '../rows/checked-row.ts';
import type {Workspace} from '../store/workspace.ts';
import {defaultBatchSize} from './batches.ts';
import type {RunHeader} from './journal.ts';
import {createRunName} from './run-folder.ts';
import type {RunIdentity} from './run-identity.ts';

export type PlanOptions = CompareOptions & {
	readonly identity: RunIdentity;
	readonly verify?: boolean;
	readonly batchSize?: number;
};

/** A run that can be published; its rows are in the workspace. */
export type RunPlan = {readonly header: RunHeader; readonly effects: PlanEffects};

export async function planRun(
	rows: CheckedRows,
	{identity, verify = false, batchSize = defaultBatchSize, ...options}: PlanOptions,
	ports: KeysPorts & {readonly workspace: Workspace},
): Promise<RunPlan> {
	const {counts, plan, effects} = await writePlan(rows, options, ports);
	await rows.leftOut.close();
	const now = ports.clock.now();
	const header: RunHeader = {
		...identity,
		entry: 'run',
		version: 1,
		run: createRunName(now, ports.random()),
		started: now.toISOString(),
		columns: rows.columns,
		form: rows.form,
		counts,
		planBytes: plan.bytes,
		planCrc: plan.crc,
		batchSize,
		verify,
		compared: options.readKeys !== undefined,
	};
	return {header, effects};
}
