import {CliError} from '../errors.ts';
import type {Ports, Terminal} from '../ports.ts';

export type TerminalOptions = {
	readonly input: boolean;
	/** True with `-y`: every confirmation is given. */
	readonly yes: boolean;
};

const isYes = (answer: string) => /^(y|yes)$/i.test(answer.trim());

/** Prompts only if stdin and stdout are terminals and neither `CI` nor `--no-input` is set. */
export function createTerminal(
	{env, stdout, stderr, stdin, prompt, signal}: Ports,
	{input, yes}: TerminalOptions,
): Terminal {
	// Looked up when needed: opening stdin delays the start of every run.
	const mayAsk = () => input && !env.CI && stdin.isTTY && stdout.isTTY;
	const refuse = (what: string, flag: string) =>
		new CliError('usage', `input needed (${what}), but the terminal is not interactive`, {hint: `give ${flag}`});
	return {
		stdout,
		stderr,
		stdin,
		isInteractive: mayAsk,
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
