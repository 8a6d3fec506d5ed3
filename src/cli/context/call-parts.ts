import type {SignInParts} from '../../client/sign-in.ts';
import {printable} from '../../output/printable.ts';
import type {Context} from '../definition/command.ts';

export function getCallParts(
	context: Pick<Context, 'globals' | 'transport' | 'clock' | 'signal' | 'terminal' | 'mask' | 'note' | 'progress'>,
): Omit<SignInParts, 'address' | 'cookies'> {
	const {globals, transport, clock, signal, terminal, mask, note, progress} = context;
	return {
		transport,
		clock,
		signal,
		timeoutMs: globals.timeout,
		retries: globals.retries,
		maxAnswerBytes: globals.maxAnswer,
		random: Math.random,
		wait: progress.wait,
		note: text => void note(text),
		trace: line => {
			if (globals.debug) terminal.stderr.write(`${printable(mask.text(line))}\n`).catch(() => undefined);
		},
	};
}
