import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {resolve} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {CliError} from '../errors.ts';
import {fileOpener, isOpenerSilent} from '../files/platform.ts';

/** A program that found no browser has ended by then; one that shows the page may go on for hours. In milliseconds. */
const patience = 2000;

/**
 * Shows a file in the program that the desktop has for it, and does not wait until that is closed. Throws CliError `usage` where
 * there is no desktop or no browser.
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
