import {CliError} from '../errors.ts';

/** What people call the errors that a disk gives, and what they can do (exit 10). */
const causes: Readonly<Record<string, readonly [what: string, hint: string]>> = {
	ENOSPC: ['the disk is full', 'free some space and run the same command again'],
	EDQUOT: ['your quota on that disk is used up', 'free some space and run the same command again'],
	EFBIG: ['the file would be larger than allowed here', 'see `ulimit -f`, or use another folder'],
	EACCES: ['no permission', 'choose another folder, or mend the permissions'],
	EPERM: ['no permission', 'choose another folder, or mend the permissions'],
	EROFS: ['the disk is read-only', 'choose another folder'],
	ENOTDIR: ['a part of the path is not a folder', 'choose another folder'],
	EISDIR: ['a folder is in the way', 'move it away, or choose another folder'],
	ENAMETOOLONG: ['the path is too long', 'choose another folder'],
	EMFILE: ['too many files are open', 'lower --concurrency'],
};

/** A system error as what it means for `path`; anything else unchanged. */
export const asDiskError = (error: unknown, path: string): unknown => {
	if (!(error instanceof Error) || error instanceof CliError || !('code' in error) || !('syscall' in error))
		return error;
	const [what, hint] = causes[String(error.code)] ?? [
		String(error.code),
		'look after the disk, then run the same command again',
	];
	return new CliError('disk', `${path}: ${what}`, {hint, cause: error, code: String(error.code)});
};
