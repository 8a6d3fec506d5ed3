import {CliError, type FailureDetails, isStopped} from '../../errors.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {countPlanned} from '../plan/plan-row.ts';
import {addResult, type BatchResult, type RunState} from './journal.ts';
import {openJournal} from './journal-file.ts';
import {countLeftOut, writeRejected} from './left-out-rows.ts';
import {journalPath, type Run} from './run-folder.ts';
import {type Summary, summarizeRun} from './run-summary.ts';
import {sendBatches} from './send-batches.ts';

/**
 * Sends the remaining rows of a run, writes the file of rejected rows and the end of the journal, and returns the summary. If
 * it cannot complete the run, the hint of the CliError says how to resume.
 */
export async function sendRun(run: Run, ports: KeysPorts): Promise<Summary> {
	const {header, done, validBytes, end} = run.state;
	const total = countPlanned(header.counts);
	const progress = ports.progress.start({what: 'sending', total, unit: 'keys'});
	progress.advance(Math.min(total, done.size * header.batchSize));
	let {totals} = run.state;
	const onResult = (result: BatchResult, keys: number) => {
		totals = addResult(totals, result);
		progress.advance(keys);
	};
	const call = createCallSignal(ports);
	try {
		const client = await ports.connect(call.options);
		const journal = await openJournal(journalPath(run.folder), validBytes);
		try {
			await sendBatches(run, {...ports, client, journal, onResult});
			const sent = {...run, state: {...run.state, totals}};
			const rejected = await writeRejected(sent);
			if (end === undefined) {
				await journal.append({entry: 'end', at: ports.clock.now().toISOString(), state: 'finished'});
			}
			await noteResult(sent, rejected, ports);
			return summarizeRun({...sent.state, end: 'finished'});
		} finally {
			await journal.close();
		}
	} catch (error) {
		throw addResumeHint(error, {...run.state, totals}, ports);
	} finally {
		call.release();
		progress.end();
	}
}

/**
 * The time that batches may take after an interrupt. Those without a response by then are looked up when the run is resumed.
 * The process is killed after a second, and must have printed how to resume by then.
 */
const graceMs = 500;

function createCallSignal({signal, clock}: Pick<KeysPorts, 'signal' | 'clock'>) {
	const end = new AbortController();
	const released = new AbortController();
	const onAbort = () => {
		clock.sleep(graceMs, released.signal).then(
			() => end.abort(signal.reason),
			() => {},
		);
	};
	signal.addEventListener('abort', onAbort, {once: true});
	return {
		options: {signal: end.signal, outlives: true},
		release: () => {
			signal.removeEventListener('abort', onAbort);
			released.abort();
		},
	};
}

async function noteResult(run: Run, rejected: string | undefined, {note, keysLine}: KeysPorts): Promise<void> {
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
	if (rejected) await note(`${counted(countLeftOut(run), 'row')} not imported; see ${rejected} for the reasons`);
	if (header.compared && header.command !== 'undo' && totals.accepted > 0) {
		await note(`${describeUndo(run.state)}: ${keysLine('undo', header.run)}`);
	}
}

/** The service cannot delete keys, so an undo restores only those that were changed. */
function describeUndo({header: {command, counts}, totals: {accepted, inserted, updated}}: RunState): string {
	const hasInserted = counts.insert > 0 && accepted > updated;
	const hasChanged = counts.change > 0 && accepted > inserted;
	if (!hasInserted) return `to undo this ${command === 'set' ? 'change' : 'import'}`;
	const blacklist = 'write a file that blacklists the inserted keys';
	return hasChanged ? `to restore the changed keys and ${blacklist}` : `to ${blacklist}`;
}

function addResumeHint(error: unknown, {header, totals}: RunState, {keysLine}: KeysPorts): unknown {
	if (!(error instanceof CliError)) return error;
	const {accepted, rejected, altered, unknown} = totals;
	const finished = printCount(accepted + rejected + altered + unknown);
	const done = `${finished} of ${counted(countPlanned(header.counts), 'key')} done`;
	const resume = keysLine('update', '--resume', header.run);
	const before = isStopped(error) ? '' : error.details.hint;
	const hint = [before, `to resume, run the same command again, or: ${resume}`].filter(Boolean).join('\n');
	const details: FailureDetails = {...error.details, hint};
	return new CliError(error.kind, `${error.message} (import ${header.run}: ${done})`, details);
}
