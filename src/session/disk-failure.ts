import {CliError} from '../errors.ts';

/** An error of the file system as the failure that a command ends with. */
export const diskFailure = (what: string, path: string, cause: unknown) => {
	const {code, message} = cause as NodeJS.ErrnoException;
	return new CliError('disk', `${what} ${path}: ${message}`, {
		hint: hints[code ?? ''] ?? 'look at the folder and its disk, then run the command again',
		code: code ?? 'disk',
		cause,
	});
};
const hints: Readonly<Record<string, string>> = {
	ENOSPC: 'the disk is full: make room, then run the command again; the old content is untouched',
	EFBIG: 'a limit on file sizes was hit (ulimit -f); the old content is untouched',
	EACCES: 'you may not write there: check the owner and mode of the folder, or set USAGECTL_CONFIG_DIR to another one',
	EROFS: 'the disk is read-only: set USAGECTL_CONFIG_DIR to a folder that can be written',
};
