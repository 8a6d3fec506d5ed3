import {CliError} from '../errors.ts';
import {mayBeInUse} from './platform.ts';

const makeRoom = 'free some space, then run the same command again';
const checkRights = 'check the owner and permissions of the file and its folder';

/** Messages and hints for the error codes of the file system. */
const meanings: Readonly<Record<string, {readonly message: string; readonly hint: string}>> = {
	ENOSPC: {message: 'the disk is full', hint: makeRoom},
	EDQUOT: {message: 'your disk quota is used up', hint: makeRoom},
	EFBIG: {message: 'the file would exceed the limit on file sizes', hint: 'see `ulimit -f`, or use another folder'},
	EACCES: {message: 'permission denied', hint: checkRights},
	EPERM: {message: 'operation not permitted', hint: checkRights},
	EROFS: {message: 'the disk is read-only', hint: 'use another folder'},
	ENOENT: {message: 'there is no such file or folder', hint: 'check the path'},
	ENOTDIR: {message: 'a part of the path is not a folder', hint: 'use another path'},
	EISDIR: {message: 'it is a folder', hint: 'use another name'},
	ENAMETOOLONG: {message: 'the path is too long', hint: 'use a shorter path'},
	ELOOP: {message: 'the path is a loop of links', hint: 'use another path'},
	EMFILE: {message: 'too many files are open', hint: 'see `ulimit -n`, or lower --concurrency'},
	ERR_ACCESS_DENIED: {
		message: 'Node runs with --permission, which does not allow it',
		hint: 'allow the folder with --allow-fs-read and --allow-fs-write, or use another folder (docs/security.md)',
	},
	EIO: {message: 'input/output error', hint: 'check the disk, then run the same command again'},
};

/** On Windows nothing tells an open file from one that may not be changed. */
const heldOpen = {
	message: 'another program has it open, or you are not permitted to change it',
	hint: 'close it there (Excel, for example) or check its permissions, then run the same command again',
};

/** The meaning of an error code in words; undefined for codes that are not of the file system. */
export const getDiskMessage = (code: string | undefined): string | undefined => meanings[code ?? '']?.message;

/** A file of ours that did not take what was written, on a disk that reported success. */
export const createShortWriteError = (action: string, path: string): CliError =>
	new CliError('disk', `cannot ${action} ${path}: the disk did not store all of it`, {hint: makeRoom, code: 'ENOSPC'});

/**
 * A system error of a file operation as CliError `disk` (exit 10): "cannot write PATH: the disk is full". Everything else (a
 * CliError, an abort, a bug) is returned as it is.
 */
export function toDiskError(error: unknown, action: string, path: string): unknown {
	if (!(error instanceof Error) || error instanceof CliError || !('code' in error)) return error;
	const code = String(error.code);
	if (!('syscall' in error) && code !== 'ERR_ACCESS_DENIED') return error;
	const {message, hint} = (mayBeInUse(code) ? heldOpen : meanings[code]) ?? {
		message: error.message,
		hint: 'check the path and its disk, then run the same command again',
	};
	return new CliError('disk', `cannot ${action} ${path}: ${message}`, {hint, code, cause: error});
}

/** Runs file operations; their system errors become CliError `disk`, as `toDiskError` words them. */
export async function withDiskErrors<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw toDiskError(error, action, path);
	}
}
