import {CliError} from '../errors.ts';
import type {Ports, Terminal} from '../ports.ts';

export type Manners = {
	/** False with `--no-input`: nobody may be asked. */
	readonly input: boolean;
	/** `-y`: confirmations are given. */
	readonly yes: boolean;
};

const isYes = (answer: string) => /^(y|yes)$/i.test(answer.trim());

/** A person at a keyboard, if there is one: both ends are terminals, and neither CI nor `--no-input` speaks against it. */
export function createTerminal(
	{
		env,
		stdout,
		stderr,
		stdin,
		prompt,
		signal,
	}: Pick<Ports, 'env' | 'stdout' | 'stderr' | 'stdin' | 'prompt' | 'signal'>,
	{input, yes}: Manners,
): Terminal {
	// Asked for late: what standard input is costs 4 of the 150 ms of a call to find out.
	const mayAsk = () => input && !env.CI && stdin.isTTY && stdout.isTTY;
	const refuse = (what: string, flag: string) =>
		new CliError('usage', `${what}: nobody can be asked`, {hint: `give ${flag}`});
	return {
		stdout,
		stderr,
		stdin,
		ask: async ({text, secret = false, flag}) => {
			if (!mayAsk()) throw refuse(text, flag);
			return prompt(`${text}: `, {secret, signal});
		},
		confirm: async ({text, flag}) => {
			if (yes) return true;
			if (!mayAsk()) throw refuse(text, flag);
			return isYes(await prompt(`${text} [y/N] `, {secret: false, signal}));
		},
	};
}
