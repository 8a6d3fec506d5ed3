import {constants, open, type Stats} from 'node:fs';
import {readlink} from 'node:fs/promises';
import {Socket} from 'node:net';
import {dirname, join, resolve} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {promisify} from 'node:util';
import {CliError} from '../errors.ts';
import {type AtomicFile, createAtomicFile} from '../files/atomic-file.ts';
import {disk, isDiskError} from '../files/disk.ts';
import {toDiskError} from '../files/disk-error.ts';
import {validateTarget} from '../files/trust/foreign-files.ts';
import {isNullDevice} from '../files/windows-names.ts';
import type {Sink} from '../ports.ts';
import {defaultColumns} from './stream-sinks.ts';

export type FileSink = Sink &
	Pick<AtomicFile, 'commit' | 'discard'> & {
		readonly isFile: boolean;
	};

/** Follows links. Returns undefined if nothing is there, or if it cannot be read. */
const lookAt = (path: string): Promise<Stats | undefined> =>
	disk
		.reportingAs('write', path)
		.stat(path)
		.catch(error => {
			if (isDiskError(error, 'ELOOP')) throw error;
			return undefined;
		});

/**
 * Returns what a link points to, whether or not it exists, as the redirection of a shell does. The links in /proc lead
 * to open files: the path that they name need not exist, and the link itself is opened then.
 */
async function followLinks(path: string): Promise<string> {
	await validateTarget(path);
	const link = await readlink(path).catch(() => undefined);
	if (link === undefined) return path;
	const next = resolve(await disk.realPath(dirname(path)), link);
	return (await lookAt(path)) && !(await lookAt(next)) ? path : followLinks(next);
}

/** Devices are written directly. */
async function openDevice(path: string): Promise<AtomicFile> {
	const file = await disk.open(path, constants.O_WRONLY);
	return {
		write: async chunk => void (await file.write(chunk)),
		commit: () => file.close(),
		discard: () => file.close().catch(() => undefined),
	};
}

const readerWaitMs = 10_000;

/** Waits for a reader. An open that blocks would hold a thread, and with it the end of the process. */
async function openPipe(path: string): Promise<number> {
	for (let waited = 0; ; waited += 50) {
		try {
			return await promisify(open)(path, constants.O_WRONLY | constants.O_NONBLOCK);
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw toDiskError(error, 'write', path);
		}
		if (waited >= readerWaitMs)
			throw new CliError('disk', `cannot write ${path}: no program reads this FIFO`, {
				hint: 'start the program that reads it, then run the same command again',
				code: 'ENXIO',
			});
		await setTimeout(50);
	}
}

/** Writes to a pipe without blocking a thread when its reader is slow. */
async function openFifo(path: string): Promise<AtomicFile> {
	const socket = new Socket({fd: await openPipe(path), readable: false, writable: true});
	const settle = (work: (done: (error?: Error | null) => void) => void) =>
		new Promise<void>((done, fail) => {
			work(error => (error ? fail(toDiskError(error, 'write', path)) : done()));
		});
	// Each write reports its own error.
	socket.on('error', () => undefined);
	return {
		write: chunk => settle(done => socket.write(chunk, done)),
		commit: () => settle(done => socket.once('close', () => done()).end()),
		discard: async () => void socket.destroy(),
	};
}

const nowhere: AtomicFile = {write: async () => {}, commit: async () => {}, discard: async () => {}};

/** Replaces the file only if `work` succeeds with a result that is `kept`. */
export async function withFileSink<T>(
	path: string,
	work: (sink: FileSink) => Promise<T>,
	kept: (result: T) => boolean = () => true,
): Promise<T> {
	const file = await createFileSink(path);
	try {
		const result = await work(file);
		await (kept(result) ? file.commit() : file.discard());
		return result;
	} catch (error) {
		await file.discard();
		throw error;
	}
}

/** Writes a file atomically. Throws CliError (usage) if the path is a folder, and `disk`. */
export async function createFileSink(path: string): Promise<FileSink> {
	const more = {isTTY: false, columns: () => defaultColumns};
	if (isNullDevice(path)) return {...more, isFile: false, ...nowhere};
	const found = await lookAt(path);
	const target = await followLinks(path);
	if (found?.isDirectory())
		throw new CliError('usage', `--out: ${path} is a folder`, {
			hint: `name a file in the folder: ${join(path, 'report.csv')}`,
		});
	const isFile = found?.isFile() ?? true;
	const openSpecial = found?.isFIFO() ? openFifo : openDevice;
	const file = isFile ? await createAtomicFile(target, {mode: 0o666}) : await openSpecial(target);
	return {...more, isFile, ...file};
}
