import {counted} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import type {CompareOptions} from '../plan/compare-keys.ts';
import {countPlanned, type PlanCounts} from '../plan/plan-row.ts';
import {writePlan} from '../plan/write-plan.ts';
import type {CheckedRows} from '../rows/checked-row.ts';
import type {Workspace} from '../store/workspace.ts';
import {defaultBatchSize} from './batches.ts';
import type {RunIdentity} from './find-run.ts';
import type {RunHeader} from './journal.ts';
import {createRunName, publishRun, type Run} from './run-folder.ts';

export type ConfirmOptions = CompareOptions & {
	readonly identity: RunIdentity;
	readonly ask: boolean;
	readonly verify?: boolean;
	readonly batchSize?: number;
};

/** By default, the product manages flags on the client: the registry only reports them (docs/service.md#help-managed). */
const managedNote =
	'the flags activated, blacklisted, expired and whitelisted take effect only if the product manages them on the server, which is not the default (usagectl keys set --help)';

/** `run` is undefined if there is nothing to send, or the user declined. */
type ConfirmedRun = {readonly run: Run | undefined; readonly counts: PlanCounts};

export async function confirmRun(
	rows: CheckedRows,
	{identity, ask, verify = false, batchSize = defaultBatchSize, ...options}: ConfirmOptions,
	ports: KeysPorts & {readonly workspace: Workspace},
): Promise<ConfirmedRun> {
	const {workspace, stateDir, note, confirm, clock, random} = ports;
	const {counts, plan, changesFlags} = await writePlan(rows, options, ports);
	await rows.leftOut.close();
	if (countPlanned(counts) === 0) {
		await note(
			counts.edited + counts.invalid === 0
				? 'nothing to change'
				: 'nothing to send: the rows with changes were left out',
		);
		return {run: undefined, counts};
	}
	const now = clock.now();
	const header: RunHeader = {
		...identity,
		entry: 'run',
		version: 1,
		run: createRunName(now, random()),
		started: now.toISOString(),
		shape: rows.shape,
		counts,
		planBytes: plan.bytes,
		planCrc: plan.crc,
		batchSize,
		verify,
		compared: options.readKeys !== undefined,
	};
	await note(describePlan(header));
	if (changesFlags && identity.command !== 'undo') await note(managedNote);
	if (counts.insert > 0) {
		await note('inserted keys cannot be deleted later, only blacklisted');
	}
	if (ask && !(await confirm(`Send ${counted(countPlanned(counts), 'key')}?`))) return {run: undefined, counts};
	return {run: await publishRun(workspace.folder, stateDir, header), counts};
}

/** Describes the plan, with the product, because importing into the wrong one is the costliest error. */
function describePlan({counts, product, origin, command}: RunHeader): string {
	const {insert, change, unseen, same, edited, invalid, merged} = counts;
	const parts = [
		insert > 0 && `insert ${counted(insert, 'key')}`,
		change > 0 && `change ${counted(change, 'key')}`,
		unseen > 0 && `send ${counted(unseen, 'key')}`,
		same > 0 && `leave ${counted(same, 'key')} unchanged`,
		merged > 0 && `merge ${counted(merged, 'duplicate row')}`,
		edited > 0 && `leave out ${counted(edited, 'key')} edited after the ${command === 'undo' ? 'import' : 'export'}`,
		invalid > 0 && `leave out ${counted(invalid, 'row')} with errors`,
	].filter(Boolean);
	return `plan for product ${product} at ${origin}: ${parts.join(', ')}`;
}
