import type {Context} from '../commands/command.ts';
import type {Globals} from '../commands/globals.ts';
import {CliError} from '../errors.ts';
import {printable} from '../output/printable.ts';
import type {Ports} from '../ports.ts';

/** What is written to stderr beside the output. A stderr that is closed or full is no reason to fail. */
export type Messages = Pick<Context, 'note' | 'warn' | 'caveat' | 'detail'> & {
	/** A line as it is. */
	readonly line: (text: string) => Promise<void>;
	readonly caveatCount: () => number;
};

export function createMessages({quiet, strict, verbose, debug}: Globals, {stderr}: Pick<Ports, 'stderr'>): Messages {
	let caveatCount = 0;
	const written = new Set<string>();
	const line = async (text: string) => {
		if (!quiet) await stderr.write(`${printable(text)}\n`).catch(() => {});
	};
	return {
		line,
		caveatCount: () => caveatCount,
		note: text => line(`note: ${text}`),
		warn: async text => {
			if (strict) throw new CliError('usage', text, {hint: 'leave out --strict to go on with a warning'});
			await line(`warning: ${text}`);
		},
		caveat: async text => {
			caveatCount++;
			// A caveat about several products is written once.
			if (!written.has(text)) await line(`note: ${text}`);
			written.add(text);
		},
		detail: async text => {
			if (verbose || debug) await line(text);
		},
	};
}
