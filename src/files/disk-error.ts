import {readdir} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {CliError} from '../errors.ts';
import {nearNames} from '../text/near-names.ts';
import {mayBeInUse} from './platform.ts';

const freeSpaceHint = 'free some space, then run the same command again';
const permissionsHint = 'check the owner and permissions of the file and its folder';

/** The code for what is neither a regular file nor a folder. */
export const notAFile = 'NOT_A_FILE';

const errorMeanings: Readonly<Record<string, {readonly message: string; readonly hint: string}>> = {
	ENOSPC: {message: 'the disk is full', hint: freeSpaceHint},
	EDQUOT: {message: 'your disk quota is used up', hint: freeSpaceHint},
	EFBIG: {message: 'the file would exceed the limit on file sizes', hint: 'see `ulimit -f`, or use another folder'},
	EACCES: {message: 'permission denied', hint: permissionsHint},
	EPERM: {message: 'operation not permitted', hint: permissionsHint},
	EROFS: {message: 'the disk is read-only', hint: 'use another folder'},
	ENOENT: {message: 'there is no such file or folder', hint: 'check the path'},
	ENOTDIR: {message: 'a part of the path is not a folder', hint: 'use another path'},
	EEXIST: {message: 'there is a file with this name', hint: 'use another name'},
	EISDIR: {message: 'it is a folder', hint: 'use another name'},
	ENAMETOOLONG: {message: 'the path is too long', hint: 'use a shorter path'},
	ELOOP: {message: 'the path is a loop of links', hint: 'use another path'},
	EMFILE: {message: 'too many files are open', hint: 'see `ulimit -n`, or lower --concurrency'},
	ERR_ACCESS_DENIED: {
		message: 'Node runs with --permission, which does not allow it',
		hint: 'allow the folder with --allow-fs-read and --allow-fs-write, or use another folder (docs/security.md)',
	},
	[notAFile]: {message: 'it is a device, FIFO or socket', hint: 'replace it with a file'},
	EIO: {message: 'input/output error', hint: 'check the disk, then run the same command again'},
};

/** On Windows, the code is the same for an open file and for missing permissions. */
const openElsewhere = {
	message: 'another program has it open, or you are not permitted to change it',
	hint: 'close it there (Excel, for example) or check its permissions, then run the same command again',
};

export const getDiskMessage = (code: string | undefined): string | undefined => errorMeanings[code ?? '']?.message;

/** Reports that the file is shorter than its content although the disk reported success. */
export const createShortWriteError = (action: string, path: string): CliError =>
	new CliError('disk', `cannot ${action} ${path}: the disk did not store all of it`, {
		hint: freeSpaceHint,
		code: 'ENOSPC',
	});

/**
 * Turns a system error of a file operation into CliError (disk) (exit status 10): "cannot write PATH: the disk is
 * full". Returns everything else unchanged, such as a CliError, an abort or a bug.
 */
export function toDiskError(error: unknown, action: string, path: string): unknown {
	if (!(error instanceof Error) || error instanceof CliError || !('code' in error)) return error;
	const code = String(error.code);
	if (!('syscall' in error) && code !== 'ERR_ACCESS_DENIED') return error;
	const {message, hint} = (mayBeInUse(code) ? openElsewhere : errorMeanings[code]) ?? {
		message: error.message,
		hint: 'check the path and its disk, then run the same command again',
	};
	return new CliError('disk', `cannot ${action} ${path}: ${message}`, {hint, code, cause: error});
}

export async function withDiskErrors<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw toDiskError(error, action, path);
	}
}

export async function findSimilarFiles(path: string): Promise<readonly string[]> {
	const folder = dirname(path);
	const names = await readdir(folder).catch(() => []);
	return nearNames(basename(path), names).map(name => (folder === '.' ? name : join(folder, name)));
}
