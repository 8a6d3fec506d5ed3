import {constants} from 'node:fs';
import {type FileHandle, open, rename, rm, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {Writable} from 'node:stream';
import {CliError} from '../errors.ts';
import type {Sink} from '../ports.ts';

const defaultColumns = 80;
/** A width that is unknown or not sensible (0 columns, or thousands) counts as 80, 1,000 at most. */
export const sensibleColumns = (columns: number | undefined): number =>
	columns && columns > 0 ? Math.min(columns, 1000) : defaultColumns;

/** What a failed write means: the reader went away, or the disk does not take it. */
export function writeFailure(error: unknown, where: string): CliError {
	const {code = '', message} = error as NodeJS.ErrnoException;
	if (code === 'EPIPE' || code === 'ECONNRESET' || code === 'ERR_STREAM_DESTROYED') {
		return new CliError('brokenPipe', 'nobody reads the output any more', {hint: '', cause: error});
	}
	const full = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code);
	return new CliError('disk', `cannot write ${where}: ${full ? 'no space left' : message}`, {
		hint: full ? 'free some space, then run the same command again' : 'check the path and its permissions',
		cause: error,
		code,
	});
}

/** A pipe or terminal: a write is done when the stream has passed it on. */
export function createStreamSink(stream: Writable & {isTTY?: boolean; columns?: number}, where: string): Sink {
	// The callback of each write tells; without a listener Node would throw it a second time.
	stream.on('error', () => {});
	return {
		isTTY: stream.isTTY === true,
		columns: () => sensibleColumns(stream.columns),
		write: chunk =>
			new Promise((resolve, reject) => {
				stream.write(chunk, error => (error ? reject(writeFailure(error, where)) : resolve()));
			}),
	};
}

/** Writes all of it: the system may take a part and say so only by the count, as it does when a disk is full. */
async function writeWhole(file: FileHandle, chunk: string | Uint8Array) {
	const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, null)).bytesWritten;
	}
}

export type FileSink = Sink & {
	/** The file is whole: it gets its name. */
	readonly commit: () => Promise<void>;
	/** It never will be: nothing is left behind. */
	readonly discard: () => Promise<void>;
};

/** Something there that is no regular file (a pipe with a name, /dev/null) is written directly. */
async function isSpecial(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory()) {
		throw new CliError('usage', `--out: ${path} is a folder`, {hint: `name a file in it: ${join(path, 'report.csv')}`});
	}
	return found !== undefined && !found.isFile();
}

/** `--out FILE`: a temporary file beside it, synced and renamed at the end; refuses a folder (reliability.md, S11). */
export async function createFileSink(path: string, tag: string): Promise<FileSink> {
	const direct = await isSpecial(path);
	const target = direct ? path : join(dirname(path), `.${basename(path)}.${tag}.part`);
	const attempt = async <T>(action: () => Promise<T>) => {
		try {
			return await action();
		} catch (error) {
			throw writeFailure(error, path);
		}
	};
	const flags = direct ? constants.O_WRONLY : constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
	const file = await attempt(() => open(target, flags, 0o666));
	return {
		isTTY: false,
		columns: () => defaultColumns,
		write: chunk => attempt(() => writeWhole(file, chunk)),
		commit: () =>
			attempt(async () => {
				if (!direct) await file.sync();
				await file.close();
				if (!direct) await rename(target, path);
			}),
		discard: async () => {
			await file.close().catch(() => {});
			if (!direct) await rm(target, {force: true}).catch(() => {});
		},
	};
}

/** An open descriptor of a file or device: a short count is followed by another write, never taken for success. */
export const createDescriptorSink = (write: (bytes: Uint8Array) => number, where: string): Sink => ({
	isTTY: false,
	columns: () => defaultColumns,
	write: async chunk => {
		const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
		try {
			for (let done = 0; done < bytes.length; ) done += write(bytes.subarray(done));
		} catch (error) {
			throw writeFailure(error, where);
		}
	},
});
