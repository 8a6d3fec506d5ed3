import type {Writable} from 'node:stream';
import {CliError} from '../errors.ts';
import {toDiskError} from '../files/disk-error.ts';
import {hasCodePages} from '../files/platform.ts';
import type {Sink} from '../ports.ts';

export const defaultColumns = 80;
/** The width to lay out for: 80 where the terminal reports none, and at most 1,000. */
const getColumns = (columns: number | undefined): number =>
	columns && columns > 0 ? Math.min(columns, 1000) : defaultColumns;

/** Codes of a write to a pipe or socket whose reader has ended. */
const readerEnded = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'];

/** A failed write to the output `where`: CliError `brokenPipe` when its reader has ended, else `disk`. */
function toWriteError(error: unknown, where: string): unknown {
	if (!readerEnded.includes((error as NodeJS.ErrnoException).code ?? '')) return toDiskError(error, 'write', where);
	return new CliError('brokenPipe', 'the reader of the output has exited', {hint: '', cause: error});
}

type TerminalStream = Writable & {isTTY?: boolean; columns?: number; getColorDepth?: () => number};

/** True if a terminal garbles what is written to its descriptor. */
export const needsStream = hasCodePages;

/** A sink for a pipe or a terminal: a write resolves when the stream has passed it on. */
export function createStreamSink(stream: TerminalStream, where: string): Sink {
	// The callback of `write` reports errors; without a listener Node would throw them as well.
	stream.on('error', () => {});
	return {
		isTTY: stream.isTTY === true,
		columns: () => getColumns(stream.columns),
		colorDepth: () => stream.getColorDepth?.() ?? 1,
		write: chunk =>
			new Promise((resolve, reject) => {
				stream.write(chunk, error => (error ? reject(toWriteError(error, where)) : resolve()));
			}),
	};
}

/** Waits until a full pipe may have room again: nothing else can be done meanwhile. */
const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);

function writeAll(bytes: Uint8Array, write: (bytes: Uint8Array) => number): void {
	for (let done = 0; done < bytes.length; ) {
		try {
			done += write(bytes.subarray(done));
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
			pause();
		}
	}
}

/** A sink for an open descriptor: bytes that a write did not take are written again. */
export function createDescriptorSink(
	write: (bytes: Uint8Array) => number,
	{
		where,
		isTTY,
		stream,
	}: {
		readonly where: string;
		readonly isTTY: boolean /** Of the same descriptor: it knows the width. */;
		readonly stream?: () => TerminalStream;
	},
): Sink {
	return {
		isTTY,
		columns: () => getColumns(stream?.().columns),
		write: async chunk => {
			try {
				writeAll(typeof chunk === 'string' ? Buffer.from(chunk) : chunk, write);
			} catch (error) {
				throw toWriteError(error, where);
			}
		},
	};
}

/** A sink that is created when it is first used: opening a stream takes time that a run without output there saves. */
export function createLazySink(create: () => Sink): Sink {
	let made: Sink | undefined;
	const get = () => {
		made ??= create();
		return made;
	};
	return {
		get isTTY() {
			return get().isTTY;
		},
		columns: () => get().columns(),
		write: chunk => get().write(chunk),
	};
}

/** A sink that calls `clear` before it writes to a terminal: a spinner there would run into the text. */
export const createClearingSink = (sink: Sink, clear: () => void): Sink => ({
	get isTTY() {
		return sink.isTTY;
	},
	columns: () => sink.columns(),
	write: chunk => {
		if (sink.isTTY) clear();
		return sink.write(chunk);
	},
});
