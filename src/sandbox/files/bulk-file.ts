import type {Database} from '../store/database.ts';
import {readLastLines} from './log-lines.ts';

const blockBytes = 1 << 20;
const linesOfBlock = 1000;

export type BulkSource = {
	readonly product: number;
	/** Nothing later has happened yet, `YYYY-MM-DDThh:mm:ss`. */
	readonly until: string;
	/** Bytes of CSV, rounded up to whole blocks. */
	readonly bytes: number;
	readonly toRecord: (fields: readonly string[]) => string;
};

/** Exception records of a product, repeated until there are enough of them; only one block is held in memory. */
export async function* repeatRecords(
	database: Database,
	{product, until, bytes, toRecord}: BulkSource,
): AsyncGenerator<string> {
	const range = {kind: 'exceptions', product, from: '1970-01-01', to: until.slice(0, 10), until} as const;
	const records = (await readLastLines(database, range, linesOfBlock)).map(toRecord).join('');
	if (records === '') return;
	const block = records.repeat(Math.ceil(blockBytes / Buffer.byteLength(records)));
	for (let left = bytes; left > 0; left -= Buffer.byteLength(block)) yield block;
}
