import {CliError} from '../../errors.ts';
import {getParentPid} from '../../files/process-identity.ts';
import {printable} from '../../output/printable.ts';
import type {Ports} from '../../ports.ts';
import {getFolders} from '../../session/folders.ts';
import type {Context} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';
import {keepSandbox} from '../definition/line-words.ts';

/** The messages on stderr. A command does not fail because stderr is closed or full. */
export type Messages = Pick<Context, 'note' | 'warn' | 'caveat' | 'detail'> & {
	readonly line: (text: string) => Promise<void>;
	readonly caveatCount: () => number;
};

/** A terminal shows a long caveat in full once an hour. Other streams, and `--all-notes`, show it in full each time. */
function createShorten({allNotes, quiet}: Globals, ports: Ports): (text: string) => Promise<string> {
	if (!ports.stderr.isTTY || quiet || allNotes) return async text => text;
	return async text => {
		const {createShownNotes} = await import('../../session/shown-notes.ts');
		return createShownNotes({...getFolders(ports), clock: ports.clock, terminal: getParentPid()})(text);
	};
}

export function createMessages(globals: Globals, ports: Ports): Messages {
	const {quiet, strict, verbose, debug, sandbox} = globals;
	const {stderr} = ports;
	const shorten = createShorten(globals, ports);
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
	const remark = async (text: string) => line(`note: ${await shorten(text)}`);
	return {
		line,
		caveatCount: () => caveatCount,
		note: async text => {
			// Several products may have the same note.
			if (!written.has(text)) await line(`note: ${text}`);
			written.add(text);
		},
		warn: async text => {
			if (strict) throw new CliError('usage', text, {hint: 'omit --strict to continue with a warning'});
			await line(`warning: ${text}`);
		},
		caveat: async text => {
			caveatCount++;
			// A caveat about several products is written once.
			if (!written.has(text)) await remark(text);
			written.add(text);
		},
		detail: async text => {
			if (verbose || debug) await line(text);
		},
	};
}
