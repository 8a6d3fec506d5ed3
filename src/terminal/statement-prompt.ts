import {createInterface} from 'node:readline';
import {CliError} from '../errors.ts';

const historySize = 500;

export type StatementPrompt = {
	/** The newest first. */
	readonly history: readonly string[];
	/** Returns what the last word of a line may become, and that word. */
	readonly complete: (line: string) => [candidates: string[], word: string];
	readonly isComplete: (text: string) => boolean;
	/** Ctrl-C aborts the signal. */
	readonly run: (statement: string, signal: AbortSignal) => Promise<void>;
	readonly signal: AbortSignal;
};

/**
 * Reads statements of one or more lines and runs each, until Ctrl-D or `exit`. At the prompt, Ctrl-C discards what is
 * typed. Returns the history, with a statement of several lines as one entry.
 */
export async function promptForStatements({
	history,
	complete,
	isComplete,
	run,
	signal,
}: StatementPrompt): Promise<readonly string[]> {
	const {stdin, stderr} = process;
	const reader = createInterface({
		input: stdin,
		output: stderr,
		terminal: true,
		historySize,
		removeHistoryDuplicates: true,
		history: [...history],
		completer: complete,
	});
	/** The reader's own list. */
	let entries: string[] = [...history];
	let finished: readonly string[] = history;
	let lines: readonly string[] = [];
	let running: AbortController | undefined;
	let isLeft = false;
	const prompt = () => {
		reader.setPrompt(lines.length === 0 ? 'query> ' : '  ...> ');
		reader.prompt();
	};
	const discard = () => {
		reader.write(null, {ctrl: true, name: 'e'});
		reader.write(null, {ctrl: true, name: 'u'});
		stderr.write('\n');
		lines = [];
		prompt();
	};
	const interrupt = () => {
		if (running) running.abort(new CliError('interrupted', 'interrupted', {hint: 'type another statement'}));
		else discard();
	};
	const runLines = async (text: string) => {
		// A comment would hide the lines after it.
		if (lines.length > 1 && !text.includes('--')) {
			const entry = lines.join(' ');
			entries.splice(0, entries.length, entry, ...finished.filter(each => each !== entry));
		}
		finished = [...entries];
		running = new AbortController();
		await run(text, running.signal);
		running = undefined;
	};
	const close = () => reader.close();
	reader.on('history', found => {
		entries = found;
	});
	reader.on('SIGINT', interrupt);
	signal.addEventListener('abort', close);
	try {
		prompt();
		for await (const line of reader) {
			lines = [...lines, line];
			const text = lines.join('\n');
			isLeft = /^\s*(?:exit|quit)\s*;?\s*$/i.test(text);
			if (isLeft) break;
			if (isComplete(text)) await runLines(text);
			if (isComplete(text) || text.trim() === '') lines = [];
			signal.throwIfAborted();
			prompt();
		}
	} finally {
		signal.removeEventListener('abort', close);
		reader.close();
	}
	signal.throwIfAborted();
	if (!isLeft) stderr.write('\n');
	return entries;
}
