import {type CsvRecord, positionOfCell, readCsv} from '../../../src/keys/read/csv-reader.ts';
import type {Source} from '../../../src/keys/read/upload-source.ts';
import type {InputError} from '../../../src/keys/rows/input-error.ts';

/** A file of these bytes, read in chunks of these sizes, repeated as often as necessary. */
export const createSource = (bytes: Buffer, sizes: readonly number[] = [65_536]): Source => ({
	name: 'keys.csv',
	size: bytes.length,
	bytes: () => [bytes] as never,
	text: async function* () {
		for (let at = 0, turn = 0; at < bytes.length; turn++) {
			const end = at + (sizes[turn % sizes.length] ?? 1);
			yield bytes.subarray(at, end);
			at = end;
		}
	},
	positionOf: async byte => {
		const lines = bytes.subarray(0, byte).toString().split('\n');
		return {line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1};
	},
	digest: async () => '',
	close: async () => {},
});

/** Reads all records of a CSV file, with the position of each cell. */
export async function readWhole(source: Source, delimiter: string, lineEnd: '\n' | '\r' = '\n') {
	const dialect = {delimiter, lineEnd};
	const records: CsvRecord[] = [];
	const problems: InputError[] = [];
	for await (const block of readCsv(source, dialect)) {
		for (const read of block) {
			if ('message' in read) problems.push(read);
			else records.push(read);
		}
		if (problems.at(-1)?.fatal) break;
	}
	const rows = records.map(record => ({
		line: record.line,
		cells: record.cells,
		positions: record.cells.map((_, cell) => positionOfCell(record, cell, dialect)),
	}));
	return {rows, problems};
}
