import {autocomplete, isCancel, type Option, select} from '@clack/prompts';
import {CliError} from '../errors.ts';

/** The number of options that fit on a small screen; typing narrows the list. */
const maxShown = 12;

/**
 * Returns undefined if the user presses Escape. Throws CliError (interrupted) for Ctrl-C, which arrives as a character because
 * the terminal is in raw mode.
 */
export async function choose(message: string, options: readonly Option<string>[]): Promise<string | undefined> {
	let isInterrupted = false;
	const watch = (typed: string | undefined) => {
		isInterrupted ||= typed === '\u0003';
	};
	process.stdin.on('keypress', watch);
	try {
		const ask = options.length > maxShown ? autocomplete<string> : select<string>;
		const answer = await ask({message, options: [...options], maxItems: maxShown});
		if (isInterrupted)
			throw new CliError('interrupted', 'canceled', {
				hint: 'see usagectl help examples for command lines to start from',
			});
		return isCancel(answer) ? undefined : answer;
	} finally {
		process.stdin.off('keypress', watch);
	}
}
