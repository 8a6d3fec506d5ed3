import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {resolve} from 'node:path';
import {CliError} from '../errors.ts';
import {fileOpener} from '../files/platform.ts';

/**
 * Shows a file in the program that the desktop has for it, and does not wait for that program. Throws CliError `usage` where
 * there is no desktop.
 */
export async function openPage(path: string): Promise<void> {
	const child = spawn(fileOpener, [resolve(path)], {detached: true, stdio: 'ignore'});
	try {
		await once(child, 'spawn');
	} catch (cause) {
		throw new CliError('usage', `--open: there is no program ${fileOpener} that opens a page`, {
			hint: `the page is whole: open ${path} in a browser`,
			cause,
		});
	}
	child.unref();
}
