import {autocomplete, isCancel, type Option, select} from '@clack/prompts';
import {CliError} from '../errors.ts';

/** At most this many fit on a small screen; if there are more, typing finds them. */
const most = 12;

/**
 * Asks for one of several on the terminal; undefined when the user gave up with Escape. Throws CliError `interrupted` for Ctrl-C,
 * which reaches a terminal that is read key by key as a character.
 */
export async function choose(message: string, options: readonly Option<string>[]): Promise<string | undefined> {
	let isInterrupted = false;
	const watch = (typed: string | undefined) => {
		isInterrupted ||= typed === '\u0003';
	};
	process.stdin.on('keypress', watch);
	try {
		const ask = options.length > most ? autocomplete<string> : select<string>;
		const answer = await ask({message, options: [...options], maxItems: most});
		if (isInterrupted)
			throw new CliError('interrupted', 'cancelled', {hint: 'see usagectl examples for command lines to start from'});
		return isCancel(answer) ? undefined : answer;
	} finally {
		process.stdin.off('keypress', watch);
	}
}
