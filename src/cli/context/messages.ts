import {CliError} from '../../errors.ts';
import {keepSandbox} from '../../lines/line-words.ts';
import {printable} from '../../output/printable.ts';
import type {Ports} from '../../ports.ts';
import type {Context} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';

/** The messages on stderr. A command does not fail because stderr is closed or full. */
export type Messages = Pick<Context, 'note' | 'warn' | 'caveat' | 'incomplete' | 'detail'> & {
	readonly line: (text: string) => Promise<void>;
	readonly caveatCount: () => number;
};

export function createMessages(
	{quiet, strict, verbose, debug, sandbox}: Globals,
	{stderr}: Pick<Ports, 'stderr'>,
): Messages {
	let caveatCount = 0;
	const written = new Set<string>();
	const line = async (text: string) => {
		if (quiet) return;
		const shown = printable(sandbox ? keepSandbox(text) : text);
		const lines = stderr.isTTY
			? (await import('../../output/wrap-message.ts')).wrapMessage(shown, stderr.columns())
			: shown;
		await stderr.write(`${lines}\n`).catch(() => {});
	};
	const note = async (text: string) => {
		// Several products may have the same note.
		if (!written.has(text)) await line(`note: ${text}`);
		written.add(text);
	};
	const caveat = async (text: string) => {
		caveatCount++;
		await note(text);
	};
	return {
		line,
		caveatCount: () => caveatCount,
		note,
		warn: async text => {
			if (strict) throw new CliError('usage', text, {hint: 'omit --strict to continue with a warning'});
			await line(`warning: ${text}`);
		},
		caveat,
		incomplete: caveat,
		detail: async text => {
			if (verbose || debug) await line(text);
		},
	};
}
