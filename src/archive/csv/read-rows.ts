import {readHead} from '../../files/encoding.ts';
import {findCsvDialect} from './csv-dialect.ts';
import {type CsvRecord, CsvRecordReader} from './csv-records.ts';
import {type CsvRow, createRowReader} from './csv-rows.ts';
import {joinHead, toText} from './csv-text.ts';
import type {FileTally, Reject} from './file-tally.ts';

/** Longer than any header. */
const headBytes = 2 ** 16;

/** Yields the rows and the rejects of a file, by chunk; `tally` counts them. Each chunk must be read to its end. */
export async function* readRows(
	content: AsyncIterable<Buffer>,
	tally: FileTally,
): AsyncGenerator<Iterable<CsvRow | Reject>> {
	const {head, rest} = await readHead(toText(content), headBytes);
	const dialect = findCsvDialect(head.toString('latin1', 0, headBytes));
	const reader = new CsvRecordReader(dialect);
	const readRow = createRowReader(tally, dialect);
	function* toRows(records: Iterable<CsvRecord>) {
		for (const record of records) {
			const row = readRow(record);
			if (row) yield row;
		}
	}
	for await (const chunk of joinHead(head, rest)) yield toRows(reader.push(chunk));
	yield toRows(reader.end());
}

/** Counts the rows of a file without keeping them. */
export async function countRows(content: AsyncIterable<Buffer>, tally: FileTally): Promise<void> {
	for await (const found of readRows(content, tally)) for (const _ of found);
}
