import {counted} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import type {RunState} from './journal.ts';
import {countLeftOut} from './left-out-rows.ts';
import {type Summary, summarizeRun} from './run-summary.ts';
import type {SentRun} from './send-run.ts';

/** Tells what became of the keys and how to undo it, and returns the summary. */
export async function summarizeSent(
	run: SentRun,
	{note, keysLine}: Pick<KeysPorts, 'note' | 'keysLine'>,
): Promise<Summary> {
	const {totals, header} = run.state;
	const uncounted = totals.accepted - totals.inserted - totals.updated;
	if (uncounted > 0) {
		await note(
			`unknown whether ${counted(uncounted, 'key')} ${uncounted === 1 ? 'was' : 'were'} inserted or updated: a response was lost`,
		);
	}
	if (totals.altered > 0) {
		await note(
			`the service changed the values of ${counted(totals.altered, 'key')}; to list them: usagectl keys runs ${header.run}`,
		);
	}
	if (run.rejected)
		await note(`${counted(countLeftOut(run), 'row')} not imported; see ${run.rejected} for the reasons`);
	if (header.compared && header.command !== 'undo' && totals.accepted > 0) {
		await note(`${describeUndo(run.state)}: ${keysLine('undo', header.run)}`);
	}
	return summarizeRun(run.state);
}

/** The service cannot delete keys, so an undo restores only those that were changed. */
function describeUndo({header: {command, counts}, totals: {accepted, inserted, updated}}: RunState): string {
	const hasInserted = counts.insert > 0 && accepted > updated;
	const hasChanged = counts.change > 0 && accepted > inserted;
	if (!hasInserted) return `to undo this ${command === 'set' ? 'change' : 'import'}`;
	const blacklist = 'write a file that blacklists the inserted keys';
	return hasChanged ? `to restore the changed keys and ${blacklist}` : `to ${blacklist}`;
}
