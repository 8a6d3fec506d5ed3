import type {Writable} from 'node:stream';
import {CliError} from '../errors.ts';
import {toDiskError} from '../files/disk-error.ts';
import type {Sink} from '../ports.ts';

export const defaultColumns = 80;
/** A width that is unknown or not sensible (0 columns, or thousands) counts as 80, 1,000 at most. */
export const sensibleColumns = (columns: number | undefined): number =>
	columns && columns > 0 ? Math.min(columns, 1000) : defaultColumns;

/** Codes of a write to a pipe or socket whose reader has ended. */
const readerEnded = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED'];

/** A failed write to the output `where`: CliError `brokenPipe` when its reader has ended, else `disk`. */
function toWriteError(error: unknown, where: string): unknown {
	if (!readerEnded.includes((error as NodeJS.ErrnoException).code ?? '')) return toDiskError(error, 'write', where);
	return new CliError('brokenPipe', 'the reader of the output has ended', {hint: '', cause: error});
}

type TerminalStream = Writable & {isTTY?: boolean; columns?: number; getColorDepth?: () => number};

/** A pipe or terminal: a write is done when the stream has passed it on. */
export function createStreamSink(stream: TerminalStream, where: string): Sink {
	// The callback of each write tells; without a listener Node would throw it a second time.
	stream.on('error', () => {});
	return {
		isTTY: stream.isTTY === true,
		columns: () => sensibleColumns(stream.columns),
		colorDepth: () => stream.getColorDepth?.() ?? 1,
		write: chunk =>
			new Promise((resolve, reject) => {
				stream.write(chunk, error => (error ? reject(toWriteError(error, where)) : resolve()));
			}),
	};
}

/** A pipe that is full for the moment: there is nothing to do but wait, a few milliseconds at a time. */
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

const roomForText = 128 * 1024;

/** Texts as UTF-8, all in the same place: each is written before the next one comes. A longer one gets a place of its own. */
function createEncoder(): (text: string) => Uint8Array {
	let room: Buffer | undefined;
	return text => {
		if (text.length * 3 > roomForText) return Buffer.from(text);
		room ??= Buffer.allocUnsafeSlow(roomForText);
		return room.subarray(0, room.write(text));
	};
}

/** An open descriptor: a short count is followed by another write, never taken for success. */
export function createDescriptorSink(
	write: (bytes: Uint8Array) => number,
	{where, isTTY}: {readonly where: string; readonly isTTY: boolean},
): Sink {
	const encode = createEncoder();
	return {
		isTTY,
		columns: () => defaultColumns,
		write: async chunk => {
			try {
				writeAll(typeof chunk === 'string' ? encode(chunk) : chunk, write);
			} catch (error) {
				throw toWriteError(error, where);
			}
		},
	};
}

/** Made when it is first used: a run that says nothing there does not pay for it. */
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

/** A sink that makes room on its terminal before each write: what stands in place there would run into the line. */
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
