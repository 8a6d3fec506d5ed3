import {parse} from 'csv-parse';
import {readWholeRows, recordEnds} from './csv-lines.ts';
import {type QuoteFault, walkRecord} from './csv-record.ts';
import type {FindPlain} from './plain-row.ts';
import {type Problem, placeOf} from './problem.ts';

export type CsvRow = {
	readonly line: number;
	readonly cells: readonly string[];
	/** Bytes of the record in its block. */
	readonly start: number;
	readonly end: number;
	/** The hash of its key, if the row is known to be good and was not cut into cells; else 0. */
	readonly plain: number;
};

/** What one chunk of the file completed. */
export type CsvBlock = {
	readonly rows: readonly CsvRow[];
	readonly faults: readonly Problem[];
	readonly bytes: Buffer;
	/** Line and column of a cell; a row with too few cells answers its end. */
	readonly place: (row: CsvRow, cell: number) => {readonly line: number; readonly column: number};
};

/** One record at most: a note may be a megabyte, a quote that is never closed would swallow the file. */
export const longestRecord = 16 * 1024 * 1024;
/** From a longer record on, records are read as they come, and not looked at again with each chunk. */
const longestAtOnce = 128 * 1024;
/** Each fault of a quote costs a new reader; a file with more is not CSV. */
const mostFaults = 2_000;

const messages: Readonly<Record<QuoteFault['kind'] | 'long', string>> = {
	stray: 'a quote in a cell that does not begin with one: put the cell in quotes and double the quotes in it',
	trailing: 'text after the closing quote of a cell: double the quotes in it',
	open: 'this quote is never closed',
	long: `a record of more than ${longestRecord / 1024 ** 2} MiB: is a quote never closed?`,
};

const lineFeed = 10;
const carriageReturn = 13;
/** A carriage return alone ends a line only where it ends the record too. */
const lineEnds = (bytes: Buffer, end: number) => (bytes[end - 1] === carriageReturn ? /\r\n|\r|\n/g : /\n/g);

/** Lines that a record takes. Nearly all take one: then its first line feed is its last byte, and no cell is searched. */
function countLines(bytes: Buffer, start: number, end: number, cells: readonly string[]): number {
	if (bytes.indexOf(lineFeed, start) === end - 1) return 1;
	const pattern = lineEnds(bytes, end);
	return cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 1);
}

/** csv-parse behind two functions: hand in bytes, get records with their ends. Its errors end it. */
function createParser(delimiter: string, onRow: (cells: readonly string[], end: number) => void) {
	const parser = parse({
		delimiter,
		record_delimiter: recordEnds,
		relax_column_count: true,
		max_record_size: longestRecord,
	});
	const failed = new Promise<Error>(resolve => parser.on('error', resolve));
	parser.on('data', (cells: string[]) => onRow(cells, parser.info.bytes));
	const settle = (send: (done: (error?: Error | null) => void) => void) =>
		Promise.race([failed, new Promise<undefined>(resolve => send(error => (error ? undefined : resolve(undefined))))]);
	return {
		/** Until it has taken its first step, a stream keeps its records back. */
		ready: () => new Promise(resolve => setImmediate(resolve)),
		write: (bytes: Buffer) => settle(done => parser.write(bytes, done)),
		end: () => settle(done => parser.end(done)),
	};
}

/**
 * Reads the records of a CSV file in blocks, in flat memory. A fault of its quotes is reported, and the reading goes on
 * with the next line, so that all mistakes are found at once. Empty lines are passed over.
 * @param chunks UTF-8 without a byte order mark.
 * @param findPlain what knows good rows by now: nothing, before the header has been taken.
 */
export async function* readCsv(
	chunks: AsyncIterable<Buffer>,
	delimiter: string,
	findPlain: () => FindPlain | undefined = () => undefined,
): AsyncGenerator<CsvBlock> {
	const reader = new CsvReader(delimiter, findPlain);
	for await (const chunk of chunks) yield await reader.take(chunk);
	yield await reader.finish();
}

type Parser = ReturnType<typeof createParser>;

class CsvReader {
	readonly #delimiter: string;
	readonly #findPlain: () => FindPlain | undefined;
	/** Bytes from the begin of the first record that is not complete. */
	#kept: Buffer = Buffer.alloc(0);
	#line = 1;
	/** From the first oddity on the parser reads record by record; until then lines are read in blocks. */
	#careful = false;
	#parser: Parser | undefined;
	/** How far into `#kept` the parser's records go, and the byte of `#kept` that was its first. */
	#done = 0;
	#base = 0;
	#rows: CsvRow[] = [];
	#faults: Problem[] = [];
	#faultCount = 0;
	/** After a fault: everything up to the end of the line is passed over. */
	#skipping = false;

	constructor(delimiter: string, findPlain: () => FindPlain | undefined) {
		this.#delimiter = delimiter;
		this.#findPlain = findPlain;
	}

	async take(chunk: Buffer): Promise<CsvBlock> {
		const fresh = this.#kept.length;
		this.#kept = fresh > 0 ? Buffer.concat([this.#kept, chunk]) : chunk;
		if (!this.#careful) this.#takeLines();
		if (this.#careful) await this.#feed(chunk, fresh);
		return this.#block();
	}

	#takeLines(): void {
		const read = readWholeRows(this.#kept, this.#line, {
			delimiter: this.#delimiter,
			findPlain: this.#findPlain(),
		});
		this.#careful = read === undefined || this.#kept.length - read.end > longestAtOnce;
		if (read === undefined) return;
		this.#rows = read.rows;
		this.#line = read.line;
		this.#done = read.end;
	}

	async finish(): Promise<CsvBlock> {
		if (!this.#careful) await this.#feed(this.#kept, 0);
		for (;;) {
			const error = await this.#parser?.end();
			if (!error) return this.#block();
			this.#recover(error);
			await this.#feed(this.#kept.subarray(this.#done), this.#done);
		}
	}

	/** Gives bytes to the parser; `from` is where they stand in `#kept`. */
	async #feed(bytes: Buffer, from: number): Promise<void> {
		let [rest, at] = [bytes, from];
		while (this.#faultCount < mostFaults) {
			if (this.#skipping && !this.#skipLine()) return;
			if (this.#parser === undefined) {
				[rest, at] = [this.#kept.subarray(this.#done), this.#done];
				this.#parser = createParser(this.#delimiter, (cells, end) => this.#push(cells, end));
				this.#base = at;
				await this.#parser.ready();
			}
			const error = await this.#parser.write(rest);
			if (!error) return;
			this.#recover(error);
		}
		this.#done = this.#kept.length;
	}

	#push(cells: readonly string[], parserEnd: number): void {
		const [start, end] = [this.#done, this.#base + parserEnd];
		const lines = countLines(this.#kept, start, end, cells);
		if (cells.length > 1 || cells[0] !== '') this.#rows.push({line: this.#line, cells, start, end, plain: 0});
		this.#line += lines;
		this.#done = end;
	}

	/** Names the fault of the record that the parser could not read, and goes to the line after it. */
	#recover(error: Error): void {
		const text = this.#kept.subarray(this.#done).toString();
		const long = (error as {code?: string}).code === 'CSV_MAX_RECORD_SIZE';
		const fault = walkRecord(text, this.#delimiter).fault ?? {kind: 'open' as const, at: 0, opened: 0};
		const place = placeOf(text, long ? fault.opened : fault.at, this.#line);
		const opened = placeOf(text, fault.opened, this.#line);
		const where = fault.kind === 'trailing' ? ` (it was opened at ${opened.line}:${opened.column})` : '';
		this.#faults.push({...place, field: null, message: `${messages[long ? 'long' : fault.kind]}${where}`});
		if (++this.#faultCount === mostFaults) {
			this.#faults.push({
				...place,
				field: null,
				message: `the ${mostFaults}th fault of a quote; the rest was not read`,
			});
		}
		const restart = fault.kind === 'stray' ? fault.at : fault.opened;
		this.#line = placeOf(text, restart, this.#line).line;
		this.#done += Buffer.byteLength(text.slice(0, restart));
		this.#parser = undefined;
		this.#skipping = true;
	}

	/** Moves to the line after a fault; false while its end has not been read. */
	#skipLine(): boolean {
		const [feed, back] = [lineFeed, carriageReturn].map(byte => this.#kept.indexOf(byte, this.#done)) as [
			number,
			number,
		];
		// A carriage return at the very end may be half of a line end.
		const alone = back !== -1 && back < this.#kept.length - 1 && (feed === -1 || back < feed - 1);
		const end = alone ? back : feed;
		if (end === -1) {
			// What is passed over is not kept: the line may be as long as the file.
			this.#done = Math.max(this.#done, this.#kept.length - 1);
			return false;
		}
		this.#done = end + 1;
		this.#line++;
		this.#skipping = false;
		return true;
	}

	#block(): CsvBlock {
		const bytes = this.#kept;
		const block = {
			rows: this.#rows,
			faults: this.#faults,
			bytes,
			place: (row: CsvRow, cell: number) => {
				const text = bytes.toString('utf8', row.start, row.end).replace(/\r?\n$|\r$/, '');
				const index = walkRecord(text, this.#delimiter).starts[cell] ?? text.length;
				return placeOf(text, index, row.line, lineEnds(bytes, row.end));
			},
		};
		this.#kept = bytes.subarray(this.#done);
		this.#base -= this.#done;
		this.#done = 0;
		this.#rows = [];
		this.#faults = [];
		return block;
	}
}
