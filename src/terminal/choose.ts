import {autocomplete, isCancel, type Option, select} from '@clack/prompts';

/** So many fit on a small screen; where there are more, typing finds them. */
const most = 12;

/** Asks for one of several on the terminal; undefined when the user gave up (Escape, Ctrl-C). */
export async function choose(message: string, options: readonly Option<string>[]): Promise<string | undefined> {
	const ask = options.length > most ? autocomplete<string> : select<string>;
	const answer = await ask({message, options: [...options], maxItems: most});
	return isCancel(answer) ? undefined : answer;
}
