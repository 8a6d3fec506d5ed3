import pMap from 'p-map';
import type {Clock, ProgressJob} from '../../ports.ts';
import {createReadKeys} from '../registry/read-keys.ts';
import {type Batch, readBatches} from './batches.ts';
import {openJournal} from './journal-file.ts';
import {journalOf, planOf, type Run} from './run-folder.ts';
import {type SendOptions, sendUntilResolved} from './send-until-resolved.ts';

export type SendParts = Pick<SendOptions, 'client' | 'retries'> & {
	/** Batches that are sent at the same time. */
	readonly concurrency: number;
	/** Aborts when the user interrupts: no further batch is sent, those that are being sent may finish. */
	readonly signal: AbortSignal;
	readonly clock: Clock;
	readonly progress: ProgressJob;
};

/**
 * How long batches may take after an interrupt; those without an answer by then are looked up when the run is resumed. The
 * process is ended after a second, and by then it has to have printed how to resume.
 */
const graceMs = 500;

/**
 * Sends the batches of a run that have no result yet. Each is entered in the journal before it is sent and after its answer.
 * Throws the first failure once no batch is being sent any more; the run can then be resumed. Batches that an earlier
 * process may have sent are looked up in the registry first.
 */
export async function sendRun({folder, state}: Run, parts: SendParts): Promise<void> {
	const {header, done, doubtful} = state;
	const journal = await openJournal(journalOf(folder), state.goodBytes);
	const call = createCallSignal(parts);
	const options: SendOptions = {
		client: parts.client,
		retries: parts.retries,
		readKeys: createReadKeys({...parts, call: call.options}),
		call: call.options,
		verify: header.verify,
		tally: {accepted: state.totals.accepted, refused: 0},
	};
	const failures: unknown[] = [];
	const batches = async function* () {
		try {
			for await (const batch of readBatches(planOf(folder), header, number => !done.has(number))) {
				if (parts.signal.aborted) failures.push(parts.signal.reason);
				if (failures.length > 0) return;
				yield batch;
			}
		} catch (error) {
			failures.push(error);
		}
	};
	const sendBatch = async ({number, rows}: Batch) => {
		try {
			await journal.append({entry: 'send', batch: number});
			const result = await sendUntilResolved(rows, options, doubtful.has(number));
			await journal.append({entry: 'done', batch: number, ...result});
			parts.progress.advance(rows.length);
		} catch (error) {
			failures.push(error);
		}
	};
	try {
		await pMap(batches(), sendBatch, {concurrency: parts.concurrency});
		if (failures.length > 0) throw failures[0];
	} finally {
		call.release();
		await journal.close();
	}
}

/** A signal for calls that send: it aborts a while after the interrupt. */
function createCallSignal({signal, clock}: SendParts) {
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
