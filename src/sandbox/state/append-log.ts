import {randomBytes} from 'node:crypto';
import {closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync} from 'node:fs';
import {dirname} from 'node:path';
import {createShortWriteError, toDiskError} from '../../files/disk-error.ts';

/**
 * A file of records that several processes append to and read. The order of the file is the order of events: a writer
 * reads up to its own record before it returns, so no lock is needed. Each record is one write between two line feeds:
 * the rest of a write that was cut off is a line of its own and not JSON.
 */
export type AppendLog<Record, Result> = {
	/** Applies the records that others wrote before, then the record. Throws a CliError of kind disk. */
	readonly append: (record: Record) => Result;
	/** Applies the records of other processes. */
	readonly refresh: () => void;
	readonly close: () => void;
};

const chunkBytes = 1 << 22;
const lineFeed = 10;
const tab = 9;

/** Calls `apply` once for every record, in the order of the file. */
export function createAppendLog<Record, Result>(
	path: string,
	apply: (record: Record) => Result,
): AppendLog<Record, Result> {
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	const file = openSync(path, 'a+', 0o600);
	const writer = randomBytes(6).toString('hex');
	let written = 0;
	let offset = 0;

	/** Returns the result if the line is the record `own`. */
	const applyLine = (line: Buffer, own: string | undefined): Result | undefined => {
		const record = parseLine<Record>(line);
		if (!record) return undefined;
		const result = apply(record.value);
		return record.name === own ? result : undefined;
	};

	/** Applies the complete lines after the offset. Returns the result of the record `own`. */
	const readOn = (own?: string): Result | undefined => {
		let found: Result | undefined;
		for (const line of linesFrom(file, offset)) {
			offset += line.length + 1;
			if (line.length > 0) found = applyLine(line, own) ?? found;
		}
		return found;
	};

	return {
		append: record => {
			const name = `${writer}-${written++}`;
			const bytes = Buffer.from(`\n${name}\t${JSON.stringify(record)}\n`);
			writeRecord(file, bytes, path);
			// No other process wrote in between, so the record need not be read back.
			if (fstatSync(file).size === offset + bytes.length) {
				offset += bytes.length;
				return apply(record);
			}
			return readOn(name) as Result;
		},
		refresh: () => {
			if (fstatSync(file).size > offset) readOn();
		},
		close: () => closeSync(file),
	};
}

function parseLine<Record>(line: Buffer): {readonly name: string; readonly value: Record} | undefined {
	const at = line.indexOf(tab);
	if (at < 0) return undefined;
	try {
		return {name: line.toString('latin1', 0, at), value: JSON.parse(line.toString('utf8', at + 1)) as Record};
	} catch {
		return undefined; // cut off, never acknowledged
	}
}

function* linesFrom(file: number, start: number): Generator<Buffer> {
	const chunk = Buffer.allocUnsafe(chunkBytes);
	let rest: Buffer = Buffer.alloc(0);
	for (let position = start; ; ) {
		const read = readSync(file, chunk, 0, chunkBytes, position);
		if (read === 0) return;
		position += read;
		const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
		let begin = 0;
		for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, begin)) {
			yield bytes.subarray(begin, end);
			begin = end + 1;
		}
		rest = bytes.subarray(begin);
	}
}

/** A short write means that the disk is full. */
function writeRecord(file: number, bytes: Buffer, path: string): void {
	try {
		if (writeSync(file, bytes) < bytes.length) throw createShortWriteError('write', path);
	} catch (error) {
		throw toDiskError(error, 'write', path);
	}
}
