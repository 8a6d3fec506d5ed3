import {counted, printCount} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {countPlanned} from '../plan/plan-row.ts';
import type {PlanEffects} from '../plan/plan-tally.ts';
import type {RunHeader} from './journal.ts';
import type {RunPlan} from './plan-run.ts';

/** By default, the product manages flags on the client: the registry only reports them (docs/service.md#help-managed). */
const managedNote =
	'the flags activated, blacklisted, expired and whitelisted take effect only if the product manages them on the server, which is not the default (usagectl keys set --help)';

/** The flag is separate from the date (docs/service.md#key-record). */
const clearExpired = {set: 'add --no-expired', update: 'set expired to false in their rows'} as const;

const describeExpired = (count: number) =>
	count === 1
		? '1 of these keys has the flag expired, which a new expiry date does not clear'
		: `${printCount(count)} of these keys have the flag expired, which a new expiry date does not clear`;

type PlanHeader = Pick<RunHeader, 'counts' | 'product' | 'origin' | 'command'>;

/** Describes what would be sent. Returns false if that is nothing. */
export async function notePlan(
	header: PlanHeader,
	{changesFlags, stillExpired}: PlanEffects,
	{note}: Pick<KeysPorts, 'note'>,
): Promise<boolean> {
	const {counts, command} = header;
	if (countPlanned(counts) === 0) {
		const isComplete = counts.edited + counts.invalid === 0;
		await note(isComplete ? 'nothing to change' : 'nothing to send: the rows with changes were left out', 'empty');
		return false;
	}
	await note(describePlan(header));
	if (stillExpired > 0 && command !== 'undo') await note(`${describeExpired(stillExpired)}: ${clearExpired[command]}`);
	if (changesFlags && command !== 'undo') await note(managedNote);
	if (counts.insert > 0) await note('inserted keys cannot be deleted later, only blacklisted');
	return true;
}

/** Describes what would be sent and, if `ask` is true, asks for it. Returns false if there is nothing to send, or the user declined. */
export async function confirmPlan(
	{header, effects}: RunPlan,
	ask: boolean,
	{note, confirm}: Pick<KeysPorts, 'note' | 'confirm'>,
): Promise<boolean> {
	if (!(await notePlan(header, effects, {note}))) return false;
	const verb = header.command === 'undo' ? 'Restore' : 'Send';
	return !ask || confirm(`${verb} ${counted(countPlanned(header.counts), 'key')}?`);
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
