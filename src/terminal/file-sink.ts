import {constants} from 'node:fs';
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../errors.ts';
import {type AtomicFile, createAtomicFile} from '../files/atomic-file.ts';
import {disk} from '../files/disk.ts';
import {validateTarget} from '../files/trust/foreign-files.ts';
import {isNullDevice} from '../files/windows-names.ts';
import type {Sink} from '../ports.ts';
import {defaultColumns} from './stream-sinks.ts';

export type FileSink = Sink &
	Pick<AtomicFile, 'commit' | 'discard'> & {
		readonly isFile: boolean;
	};

/** True for a device or a named pipe. Throws CliError (usage) for a folder. */
async function isSpecialFile(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory()) {
		throw new CliError('usage', `--out: ${path} is a folder`, {
			hint: `name a file in the folder: ${join(path, 'report.csv')}`,
		});
	}
	return found !== undefined && !found.isFile();
}

/** Devices and named pipes are written directly. */
async function openSpecialFile(path: string): Promise<AtomicFile> {
	const file = await disk.open(path, constants.O_WRONLY);
	return {
		write: async chunk => void (await file.write(chunk)),
		commit: () => file.close(),
		discard: () => file.close().catch(() => undefined),
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

/** Writes a file atomically. Throws CliError: usage for a folder, disk. */
export async function createFileSink(path: string): Promise<FileSink> {
	const more = {isTTY: false, columns: () => defaultColumns};
	if (isNullDevice(path)) return {...more, isFile: false, ...nowhere};
	await validateTarget(path);
	const isFile = !(await isSpecialFile(path));
	const file = isFile ? await createAtomicFile(path, {mode: 0o666}) : await openSpecialFile(path);
	return {...more, isFile, ...file};
}
