import {openJournal} from './journal-file.ts';
import {journalOf, type Run} from './run-folder.ts';

/** Appends the last entry of a run that has none. */
export async function endRun({folder, state}: Run, end: 'finished' | 'dropped', now: Date): Promise<void> {
	if (state.end !== undefined) return;
	const journal = await openJournal(journalOf(folder), state.goodBytes);
	try {
		await journal.append({entry: 'end', at: now.toISOString(), state: end});
	} finally {
		await journal.close();
	}
}
