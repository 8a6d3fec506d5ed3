import type {RunHeader} from './journal.ts';
import type {PlanRow} from './plan.ts';
import {createParseRows} from './row-lines.ts';
import {readLines} from './spool.ts';

export type Batch = {readonly number: number; readonly rows: readonly PlanRow[]};

/** Of JSON text in one request: a thousand keys may have a megabyte of notes each. */
const mostBytes = 4 * 1024 * 1024;

/** Cuts lines into batches by number and by size. The same lines always give the same batches. */
export async function* cutLines(
	blocks: AsyncIterable<readonly string[]>,
	batchSize: number,
): AsyncGenerator<readonly string[]> {
	let batch: string[] = [];
	let size = 0;
	for await (const lines of blocks) {
		for (const line of lines) {
			if (batch.length > 0 && (batch.length === batchSize || size + line.length > mostBytes)) {
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

/** The batches of a plan that `wanted` asks for, numbered from 0; the others are passed over unread. */
export async function* readBatches(
	path: string,
	{batchSize, shape}: Pick<RunHeader, 'batchSize' | 'shape'>,
	wanted: (number: number) => boolean,
): AsyncGenerator<Batch> {
	const parseRows = createParseRows<PlanRow>(shape);
	let number = 0;
	for await (const lines of cutLines(readLines(path), batchSize)) {
		if (wanted(number)) yield {number, rows: parseRows(lines)};
		number++;
	}
}
