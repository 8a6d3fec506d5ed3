import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {temporaryFolder} from '../../support/disk/folders.ts';

/** Real shells: what they hand to a program as one argument. */

/** The rule that each follows; dash is a plain POSIX shell. */
const installed = {bash: 'bash', dash: 'bash', zsh: 'zsh', fish: 'fish'} as const;

/** Shells of this machine, with the name whose quoting they take. */
export const shellsHere = Object.entries(installed).filter(
	([shell]) => spawnSync(shell, ['-c', 'true']).error === undefined,
);

/** Whether a program can be given the text: no argument holds a NUL, and lone surrogates are lost on the way to bytes. */
export const isArgument = (text: string): boolean => !text.includes('\0') && Buffer.from(text).toString() === text;

/** The arguments as they arrive: one script that prints each, ended by a NUL. */
export function received(shell: string, quoted: readonly string[]): readonly string[] {
	const script = join(temporaryFolder(), 'script');
	writeFileSync(script, `${quoted.map(argument => `printf '%s\\0' ${argument}`).join('\n')}\n`);
	// Norc files, no locale that would repair bytes: the text itself is what counts.
	const {stdout, stderr, status} = spawnSync(shell, [script], {
		env: {PATH: process.env.PATH, LC_ALL: 'C.UTF-8', HOME: '/nonexistent'},
		maxBuffer: 64 * 1024 * 1024,
	});
	if (status !== 0) throw new Error(`${shell}: ${stderr}`);
	return stdout.toString('utf8').split('\0').slice(0, -1);
}
