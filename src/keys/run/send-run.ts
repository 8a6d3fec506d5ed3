import {CliError, type FailureDetails, isStopped} from '../../errors.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {countPlanned} from '../plan/plan-row.ts';
import {addResult, type BatchResult, type RunState} from './journal.ts';
import {openJournal} from './journal-file.ts';
import {writeRejected} from './left-out-rows.ts';
import {journalPath, type Run} from './run-folder.ts';
import {sendBatches} from './send-batches.ts';

/** A run that has ended, with the file of the rows that were not imported, if there are any. */
export type SentRun = Run & {readonly rejected: string | undefined};

/**
 * Sends the remaining rows of a run, and writes the file of rejected rows and the end of the journal. If it cannot complete the
 * run, the hint of the CliError says how to resume.
 */
export async function sendRun(run: Run, ports: KeysPorts): Promise<SentRun> {
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
			return {...sent, state: {...sent.state, end: 'finished'}, rejected};
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
