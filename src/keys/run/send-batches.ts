import pMap from 'p-map';
import type {KeysClient, KeysPorts} from '../keys-ports.ts';
import {type Batch, readBatches} from './batches.ts';
import type {BatchResult} from './journal.ts';
import type {Journal} from './journal-file.ts';
import {planPath, type Run} from './run-folder.ts';
import {type SendOptions, sendUntilResolved} from './send-until-resolved.ts';

type SendParts = Pick<KeysPorts, 'concurrency' | 'signal' | 'retries'> & {
	readonly client: KeysClient;
	readonly journal: Journal;
	/** Called after the result of a batch is in the journal; `keys` is the size of the batch. */
	readonly onResult: (result: BatchResult, keys: number) => void;
};

/**
 * Sends the batches of a run that have no result yet. The journal gets an entry before each batch is sent and after its
 * response. After a failure it waits for the pending batches, then throws, and the run can be resumed. Batches that an
 * earlier process may have sent are first looked up in the registry.
 */
export async function sendBatches({folder, state}: Run, parts: SendParts): Promise<void> {
	const {header, done, unconfirmed} = state;
	const {client, journal, signal, concurrency, retries, onResult} = parts;
	const options: SendOptions = {
		client,
		retries,
		verify: header.verify,
		tally: {accepted: state.totals.accepted, rejected: 0},
	};
	const failures: unknown[] = [];
	const batches = async function* () {
		try {
			for await (const batch of readBatches(planPath(folder), header, number => !done.has(number))) {
				if (signal.aborted) failures.push(signal.reason);
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
			const result = await sendUntilResolved(rows, options, unconfirmed.has(number));
			await journal.append({entry: 'done', batch: number, ...result});
			onResult(result, rows.length);
		} catch (error) {
			failures.push(error);
		}
	};
	await pMap(batches(), sendBatch, {concurrency});
	if (failures.length > 0) throw failures[0];
}
