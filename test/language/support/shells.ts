import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {temporaryFolder} from '../../support/disk/folders.ts';

/** Runs real shells to see the arguments that they pass to a program. */

/** The POSIX shells on this machine. */
export const shellsHere = ['bash', 'dash', 'zsh'].filter(
	shell => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0,
);

/** Checks if a text can be an argument: NUL cannot, and lone surrogates have no bytes. */
export const isArgument = (text: string): boolean => !text.includes('\0') && Buffer.from(text).toString() === text;

/** Returns the arguments that arrive: one script prints each, followed by a NUL. */
export function received(shell: string, quoted: readonly string[]): readonly string[] {
	const folder = temporaryFolder();
	const script = join(folder, 'script');
	writeFileSync(script, `${quoted.map(argument => `printf '%s\\0' ${argument}`).join('\n')}\n`);
	// No rc files, and no locale that would repair bytes. fish makes folders in HOME.
	const {stdout, stderr, status} = spawnSync(shell, [script], {
		env: {PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: folder},
		maxBuffer: 64 * 1024 * 1024,
	});
	if (status !== 0) throw new Error(`${shell}: ${stderr}`);
	return stdout.toString('utf8').split('\0').slice(0, -1);
}
