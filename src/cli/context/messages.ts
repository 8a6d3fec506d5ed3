import {CliError} from '../../errors.ts';
import {keepSandbox} from '../../lines/line-words.ts';
import type {Footnote, FootnoteKind} from '../../output/footnotes.ts';
import {printable} from '../../output/printable.ts';
import type {Ports} from '../../ports.ts';
import type {Context} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';

type SourceKind = 'synthetic' | 'imported';

/** The messages on stderr. A command does not fail because stderr is closed or full. */
export type Messages = Pick<Context, 'note' | 'warn' | 'caveat' | 'incomplete' | 'footnote' | 'detail'> & {
	/** Writes nothing if `isNeeded` is false (default: without `--quiet`). */
	readonly line: (text: string, isNeeded?: boolean) => Promise<void>;
	/** Keeps what kind of data the sandbox has, for the title of a table, or else for stderr before the first note. */
	readonly nameSource: (kind: SourceKind) => void;
	/** Returns the kind of data, which then is not written to stderr. */
	readonly takeSource: () => SourceKind | undefined;
	readonly caveatCount: () => number;
	readonly footnotes: () => readonly Footnote[];
	/** Returns the footnotes so far, which then are not written to stderr. */
	readonly takeFootnotes: () => readonly Footnote[];
	/** Writes what is kept to stderr, and what follows at once. */
	readonly release: () => Promise<void>;
};

export function createMessages(
	{quiet, strict, verbose, debug, sandbox}: Globals,
	{stderr}: Pick<Ports, 'stderr'>,
): Messages {
	let caveatCount = 0;
	let source: SourceKind | undefined;
	let isReleased = false;
	let footnotes: Footnote[] = [];
	const told = new Set<string>();
	const line = async (text: string, isNeeded = !quiet) => {
		if (!isNeeded) return;
		const shown = printable(sandbox ? keepSandbox(text) : text);
		const lines = stderr.isTTY
			? (await import('../../output/wrap-message.ts')).wrapMessage(shown, stderr.columns())
			: shown;
		await stderr.write(`${lines}\n`).catch(() => {});
	};
	const takeSource = () => {
		const taken = source;
		source = undefined;
		return taken;
	};
	const writeSource = async () => {
		const kind = takeSource();
		if (kind !== undefined) await line(`sandbox: ${kind} data`);
	};
	const writeNote = async (text: string, kind?: FootnoteKind) => {
		await writeSource();
		await line(`note: ${text}`, kind === 'partial' || !quiet);
	};
	/** Several products may have the same text. */
	const isNew = (text: string) => told.size < told.add(text).size;
	const footnote: Messages['footnote'] = async (text, kind = 'view') => {
		if (!isNew(text)) return;
		if (isReleased) await writeNote(text, kind);
		else footnotes.push({kind, text});
	};
	const takeFootnotes = () => {
		const taken = footnotes;
		footnotes = [];
		return taken;
	};
	return {
		line,
		nameSource: kind => {
			source = kind;
		},
		takeSource,
		caveatCount: () => caveatCount,
		footnotes: () => footnotes,
		takeFootnotes,
		release: async () => {
			isReleased = true;
			await writeSource();
			for (const {kind, text} of takeFootnotes()) await writeNote(text, kind);
		},
		footnote,
		note: async text => {
			if (isNew(text)) await writeNote(text);
		},
		warn: async text => {
			if (strict) throw new CliError('usage', text, {hint: 'omit --strict to continue with a warning'});
			await writeSource();
			await line(`warning: ${text}`);
		},
		caveat: async (text, kind = 'caveat') => {
			caveatCount++;
			await footnote(text, kind);
		},
		incomplete: async text => {
			caveatCount++;
			await footnote(text, 'incomplete');
		},
		detail: async text => {
			if (verbose || debug) await line(text);
		},
	};
}
