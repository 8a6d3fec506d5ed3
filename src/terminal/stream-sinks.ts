import type {Writable} from 'node:stream';
import {CliError} from '../errors.ts';
import {toDiskError} from '../files/disk-error.ts';
import {hasCodePages} from '../files/platform.ts';
import type {Sink} from '../ports.ts';

export const defaultColumns = 80;
/** Returns 80 if the terminal reports no width, and at most 1,000. */
const getColumns = (columns: number | undefined): number =>
	columns && columns > 0 ? Math.min(columns, 1000) : defaultColumns;

const readerEnded = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'];

/** Returns a CliError: `brokenPipe` if the reader has closed the stream, else `disk`. `where` names the output. */
function toWriteError(error: unknown, where: string): unknown {
	if (!readerEnded.includes((error as NodeJS.ErrnoException).code ?? '')) return toDiskError(error, 'write', where);
	return new CliError('brokenPipe', 'the reader of the output has exited', {hint: '', cause: error});
}

type TerminalStream = Writable & {isTTY?: boolean; columns?: number; rows?: number; getColorDepth?: () => number};

export const needsStream = hasCodePages;

/** Resolves a write once the stream has accepted it. */
export function createStreamSink(stream: TerminalStream, where: string): Sink {
	// The callback of `write` reports errors; without a listener Node would throw them as well.
	stream.on('error', () => {});
	return {
		isTTY: stream.isTTY === true,
		columns: () => getColumns(stream.columns),
		rows: () => stream.rows,
		colorDepth: () => stream.getColorDepth?.(),
		write: chunk =>
			new Promise((resolve, reject) => {
				stream.write(chunk, error => (error ? reject(toWriteError(error, where)) : resolve()));
			}),
	};
}

/** Blocks until a full pipe may have room again. */
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

type Descriptor = {
	readonly where: string;
	readonly isTTY: boolean;
	/** Returns the stream of the descriptor, which knows the width. */
	readonly stream?: () => TerminalStream;
};

/** Repeats a write for the bytes that the descriptor did not accept. */
export function createDescriptorSink(write: (bytes: Uint8Array) => number, {where, isTTY, stream}: Descriptor): Sink {
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

/**
 * Created on first use, because opening a stream takes time. Calls `clear` before it writes to a terminal, where a spinner would
 * run into the text.
 */
export function createLazySink(create: () => Sink, clear: () => void): Sink {
	let sink: Sink | undefined;
	const get = () => {
		sink ??= create();
		return sink;
	};
	return {
		get isTTY() {
			return get().isTTY;
		},
		columns: () => get().columns(),
		rows: () => get().rows?.(),
		colorDepth: () => get().colorDepth?.(),
		write: chunk => {
			if (get().isTTY) clear();
			return get().write(chunk);
		},
	};
}
