import pMap from 'p-map';
import type {KeysClient, KeysPorts} from '../keys-ports.ts';
import {type Batch, readBatches} from './batches.ts';
import type {BatchResult} from './journal.ts';
import type {Journal} from './journal-file.ts';
import {planOf, type Run} from './run-folder.ts';
import {type SendOptions, sendUntilResolved} from './send-until-resolved.ts';

type SendParts = Pick<KeysPorts, 'concurrency' | 'signal' | 'retries'> & {
	readonly client: KeysClient;
	readonly journal: Journal;
	/** Called when the journal has the result of a batch, with its number of keys. */
	readonly onResult: (result: BatchResult, keys: number) => void;
};

/**
 * Sends the batches of a run that have no result yet. Each is entered in the journal before it is sent and after its answer.
 * Throws the first failure once no batch is being sent any more; the run can then be resumed. Batches that an earlier
 * process may have sent are looked up in the registry first.
 */
export async function sendBatches({folder, state}: Run, parts: SendParts): Promise<void> {
	const {header, done, doubtful} = state;
	const {client, journal, signal, concurrency, retries, onResult} = parts;
	const options: SendOptions = {
		client,
		retries,
		verify: header.verify,
		tally: {accepted: state.totals.accepted, refused: 0},
	};
	const failures: unknown[] = [];
	const batches = async function* () {
		try {
			for await (const batch of readBatches(planOf(folder), header, number => !done.has(number))) {
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
			const result = await sendUntilResolved(rows, options, doubtful.has(number));
			await journal.append({entry: 'done', batch: number, ...result});
			onResult(result, rows.length);
		} catch (error) {
			failures.push(error);
		}
	};
	await pMap(batches(), sendBatch, {concurrency});
	if (failures.length > 0) throw failures[0];
}
