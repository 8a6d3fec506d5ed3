import {counted} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {countPlanned} from '../plan/plan-row.ts';
import type {RunHeader} from './journal.ts';
import type {RunPlan} from './plan-run.ts';

/** By default, the product manages flags on the client: the registry only reports them (docs/service.md#help-managed). */
const managedNote =
	'the flags activated, blacklisted, expired and whitelisted take effect only if the product manages them on the server, which is not the default (usagectl keys set --help)';

type PlanHeader = Pick<RunHeader, 'counts' | 'product' | 'origin' | 'command'>;

/** Describes what would be sent. Returns false if that is nothing. */
export async function notePlan(
	header: PlanHeader,
	changesFlags: boolean,
	{note}: Pick<KeysPorts, 'note'>,
): Promise<boolean> {
	const {counts, command} = header;
	if (countPlanned(counts) === 0) {
		const isComplete = counts.edited + counts.invalid === 0;
		await note(isComplete ? 'nothing to change' : 'nothing to send: the rows with changes were left out');
		return false;
	}
	await note(describePlan(header));
	if (changesFlags && command !== 'undo') await note(managedNote);
	if (counts.insert > 0) await note('inserted keys cannot be deleted later, only blacklisted');
	return true;
}

/** Describes what would be sent and, if `ask` is true, asks for it. Returns false if there is nothing to send, or the user declined. */
export async function confirmPlan(
	{header, changesFlags}: RunPlan,
	ask: boolean,
	{note, confirm}: Pick<KeysPorts, 'note' | 'confirm'>,
): Promise<boolean> {
	if (!(await notePlan(header, changesFlags, {note}))) return false;
	return !ask || confirm(`Send ${counted(countPlanned(header.counts), 'key')}?`);
}

/** Describes the plan, with the product, because importing into the wrong one is the costliest error. */
export function describePlan({counts, product, origin, command}: PlanHeader): string {
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
