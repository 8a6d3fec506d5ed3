import type {PlanRow} from '../plan/plan-row.ts';
import {parseLines, readLines} from '../store/spool.ts';
import type {RunHeader} from './journal.ts';

export type Batch = {readonly number: number; readonly rows: readonly PlanRow[]};

export const defaultBatchSize = 1000;

/** The maximum length of the JSON in one request: a thousand keys may have a megabyte of notes each. */
const maxLength = 4 * 1024 * 1024;

/** Divides lines into batches by number and size. The result depends only on the lines, so that a run can be resumed. */
async function* cutLines(
	blocks: AsyncIterable<readonly string[]>,
	batchSize: number,
): AsyncGenerator<readonly string[]> {
	let batch: string[] = [];
	let size = 0;
	for await (const lines of blocks) {
		for (const line of lines) {
			if (batch.length > 0 && (batch.length === batchSize || size + line.length > maxLength)) {
				yield batch;
				batch = [];
				size = 0;
			}
			batch.push(line);
			size += line.length;
		}
	}
	if (batch.length > 0) yield batch;
}

export async function* readBatches(
	path: string,
	{batchSize}: Pick<RunHeader, 'batchSize'>,
	wanted: (number: number) => boolean,
): AsyncGenerator<Batch> {
	let number = 0;
	for await (const lines of cutLines(readLines(path), batchSize)) {
		if (wanted(number)) yield {number, rows: parseLines<PlanRow>(lines)};
		number++;
	}
}
