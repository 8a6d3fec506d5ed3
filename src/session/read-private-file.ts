import {closeSync, constants, fstatSync, openSync, readFileSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {CliError} from '../errors.ts';
import {diskFailure} from './disk-failure.ts';

const posix = typeof process.getuid === 'function';
/** Nothing of ours in these files comes near this; more is damage or an attack. */
const maxBytes = 4 * 1024 * 1024;

const refuse = (message: string, hint: string) => new CliError('disk', message, {hint, code: 'unsafe-file'});

/** What stands at the path must be an ordinary file of ours that nobody else can read. */
function validateOwner(file: number, path: string): void {
	const found = fstatSync(file);
	if (!found.isFile()) throw refuse(`${path} is not an ordinary file`, 'move it away, then run the command again');
	if (found.size > maxBytes)
		throw refuse(`${path} is too large (${found.size} bytes)`, 'move it away, then sign in again');
	if (!posix) return;
	if (found.uid !== process.getuid?.())
		throw refuse(`${path} belongs to another user`, 'set USAGECTL_CONFIG_DIR to a folder of your own');
	if (found.mode & 0o077) throw refuse(`${path} can be read by others`, `chmod 600 '${path}'`);
}

function validateFolder(folder: string): void {
	if (posix && statSync(folder).mode & 0o022)
		throw refuse(`the folder ${folder} can be changed by others`, `chmod 700 '${folder}'`);
}

/**
 * The text of a private file; undefined when there is none. Throws CliError `disk` when others could read or change it.
 * Read at once, since nearly every command begins with it: the library of promises takes 1.4 of its 30 ms to load.
 */
export async function readPrivateFile(path: string): Promise<string | undefined> {
	try {
		// A pipe in the file's place must not hang us.
		const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			validateOwner(file, path);
			validateFolder(dirname(path));
			return readFileSync(file, 'utf8');
		} finally {
			closeSync(file);
		}
	} catch (error) {
		if (error instanceof CliError) throw error;
		if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
		throw diskFailure('cannot read', path, error);
	}
}
