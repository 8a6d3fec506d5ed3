import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {resolve} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {CliError} from '../errors.ts';
import {fileOpener, isOpenerSilent} from '../files/platform.ts';

/** In milliseconds. A program that found no browser has exited by then; one that shows the page may run for hours. */
const patience = 2000;

/**
 * Opens a file in the desktop's default program and does not wait for it to close. Throws CliError (usage) without a desktop or
 * browser.
 */
export async function openPage(path: string): Promise<void> {
	const child = spawn(fileOpener, [resolve(path)], {detached: true, stdio: 'ignore'});
	const hint = `the page is complete: open ${resolve(path)} in a browser`;
	const ended = once(child, 'exit').catch((cause: unknown) => {
		throw new CliError('usage', `--open: the program ${fileOpener} was not found`, {hint, cause});
	});
	const [code] = await Promise.race([ended, setTimeout(patience, [0], {ref: false})]);
	child.unref();
	if (code !== 0 && !isOpenerSilent)
		throw new CliError('usage', `--open: ${fileOpener} could not open the page (it exited with status ${code})`, {
			hint,
		});
}
