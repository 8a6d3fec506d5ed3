import {constants} from 'node:fs';
import {open, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {CliError} from '../errors.ts';
import {type AtomicFile, createAtomicFile} from '../files/atomic-file.ts';
import {withDiskErrors} from '../files/disk-error.ts';
import {validateNoForeignLink, validateWay} from '../files/foreign.ts';
import {isNullDevice} from '../files/windows-names.ts';
import {writeAll} from '../files/write.ts';
import type {Sink} from '../ports.ts';
import {defaultColumns} from './sinks.ts';

export type FileSink = Sink &
	Pick<AtomicFile, 'commit' | 'discard'> & {
		/** Not a device or a named pipe. */
		readonly isFile: boolean;
	};

/** Whether the path is a device or a named pipe. Throws CliError `usage` for a folder. */
async function isSpecialFile(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined);
	if (found?.isDirectory()) {
		throw new CliError('usage', `--out: ${path} is a folder`, {hint: `name a file in it: ${join(path, 'report.csv')}`});
	}
	return found !== undefined && !found.isFile();
}

/** A device or a named pipe, which is written directly. */
async function openSpecialFile(path: string): Promise<AtomicFile> {
	const attempt = <T>(work: () => Promise<T>) => withDiskErrors('write', path, work);
	const file = await attempt(() => open(path, constants.O_WRONLY));
	return {
		write: chunk => attempt(async () => void (await writeAll(file, chunk))),
		commit: () => attempt(() => file.close()),
		discard: () => file.close().catch(() => undefined),
	};
}

/** Where nothing is kept. */
const nowhere: AtomicFile = {write: async () => {}, commit: async () => {}, discard: async () => {}};

/** Calls `work` with a sink for a file, which is replaced only when `work` succeeds with a result that is `kept`. */
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

/** The sink of `--out FILE`: the file is whole or as it was before. Throws CliError: usage for a folder, disk. */
export async function createFileSink(path: string): Promise<FileSink> {
	const more = {isTTY: false, columns: () => defaultColumns};
	if (isNullDevice(path)) return {...more, isFile: false, ...nowhere};
	await validateNoForeignLink(path);
	await withDiskErrors('write', path, () => validateWay(dirname(path)));
	const isFile = !(await isSpecialFile(path));
	const file = isFile ? await createAtomicFile(path, {mode: 0o666}) : await openSpecialFile(path);
	return {...more, isFile, ...file};
}
