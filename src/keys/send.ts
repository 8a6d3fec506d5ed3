import {setImmediate} from 'node:timers/promises';
import type {Clock, ProgressJob} from '../ports.ts';
import {type Batch, readBatches} from './batches.ts';
import {addResult, type RunTotals} from './journal.ts';
import {openJournal} from './journal-file.ts';
import {createReadKeys} from './registry.ts';
import {journalOf, planOf, type Run} from './run-folder.ts';
import {type SettleParts, settleRows} from './settle.ts';

export type SendParts = Pick<SettleParts, 'client' | 'retries'> & {
	/** Batches on their way at the same time. */
	readonly concurrency: number;
	/** Aborts when the user interrupts: no further batch is sent, those on their way are finished. */
	readonly signal: AbortSignal;
	readonly clock: Clock;
	readonly progress: ProgressJob;
};

/**
 * How long batches on their way may take after an interrupt: what is still open then is looked up when the run goes on. The
 * process is ended after a second, and by then it has to have said how to go on.
 */
const graceMs = 500;

/**
 * Sends the batches of a run that have no result yet, and answers the totals of the whole run. Each batch is written into the
 * journal before it is sent and after: before its turn comes, and while the next is on its way already, since at 50 ms a batch
 * waiting for the disk costs a tenth. Throws the first failure, when the other batches on their way have ended; the run can
 * then be resumed. Of the batches that a dead process had sent, or meant to, the rows are looked up first.
 */
export async function sendRun({folder, state}: Run, parts: SendParts): Promise<RunTotals> {
	const {header, done, doubtful} = state;
	const journal = await openJournal(journalOf(folder), state.goodBytes);
	const call = createCallSignal(parts);
	const settleParts: SettleParts = {
		client: parts.client,
		retries: parts.retries,
		readKeys: createReadKeys({...parts, call: call.options}),
		call: call.options,
		verify: header.verify,
		tally: {taken: state.totals.accepted, refused: 0},
	};
	let totals = state.totals;
	const [sending, working] = [new Unsettled(), new Unsettled()];
	const start = ({number, rows}: Batch, announced: Promise<void>) => {
		const sent = announced.then(() => settleRows(rows, settleParts, doubtful.has(number)));
		const recorded = sent.then(async result => {
			await journal.append({entry: 'done', batch: number, ...result});
			totals = addResult(totals, result);
			parts.progress.advance(rows.length);
		});
		sending.add(sent);
		working.add(recorded);
	};
	let complete = true;
	try {
		for await (const batch of readBatches(planOf(folder), header, number => !done.has(number))) {
			const announced = journal.append({entry: 'send', batch: batch.number});
			await sending.fewerThan(parts.concurrency);
			complete = working.failures.length === 0 && !parts.signal.aborted;
			if (!complete) break;
			start(batch, announced);
			// It goes out before the next one is read: in the turn after the one in which it is handed over, since undici looks
			// once more at a connection that was idle.
			await setImmediate();
			await setImmediate();
		}
		await working.end();
		if (working.failures.length > 0) throw working.failures[0];
		if (!complete) throw parts.signal.reason;
		return totals;
	} finally {
		await working.end();
		call.release();
		await journal.close();
	}
}

/** Work that has not ended, and the failures of what has. */
class Unsettled {
	readonly failures: unknown[] = [];
	readonly #open = new Set<Promise<void>>();

	add(work: Promise<unknown>): void {
		const own: Promise<void> = work
			.then(
				() => {},
				error => {
					this.failures.push(error);
				},
			)
			.finally(() => this.#open.delete(own));
		this.#open.add(own);
	}

	async fewerThan(limit: number): Promise<void> {
		while (this.#open.size >= limit) await Promise.race(this.#open);
	}

	async end(): Promise<void> {
		await Promise.all(this.#open);
	}
}

/** Calls that send outlive an interrupt, but not for ever. */
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
