import {constants} from 'node:fs';
import {type FileHandle, open, rename, rm, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {CliError} from '../errors.ts';
import type {Sink} from '../ports.ts';
import {ownPid} from '../session/lock-owner.ts';
import {trySweep} from '../session/sweep.ts';
import {defaultColumns, writeFailure} from './sinks.ts';

export type FileSink = Sink & {
	/** The file is whole: it gets its name. */
	readonly commit: () => Promise<void>;
	/** It never will be: nothing is left behind. */
	readonly discard: () => Promise<void>;
};

/** Writes all of it: the system may take a part and say so only by the count, as it does when a disk is full. */
async function writeWhole(file: FileHandle, chunk: string | Uint8Array): Promise<void> {
	const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
	for (let done = 0; done < bytes.length; ) {
		done += (await file.write(bytes, done, bytes.length - done, null)).bytesWritten;
	}
}

/** Something there that is no regular file (a pipe with a name, /dev/null) is written directly. */
async function isSpecial(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory()) {
		throw new CliError('usage', `--out: ${path} is a folder`, {hint: `name a file in it: ${join(path, 'report.csv')}`});
	}
	return found !== undefined && !found.isFile();
}

/** `--out FILE`: a temporary file beside it, synced and renamed at the end; refuses a folder (reliability.md, S11). */
export async function createFileSink(path: string): Promise<FileSink> {
	const direct = await isSpecial(path);
	const target = direct ? path : join(dirname(path), `.${basename(path)}.${ownPid}.${crypto.randomUUID()}.part`);
	const attempt = async <T>(action: () => Promise<T>) => {
		try {
			return await action();
		} catch (error) {
			throw writeFailure(error, path);
		}
	};
	const flags = direct ? constants.O_WRONLY : constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
	const file = await attempt(() => open(target, flags, 0o666));
	if (!direct) trySweep(dirname(path), basename(path));
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
