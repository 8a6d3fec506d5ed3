import {type SpawnOptions, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';

/** A tmux server in control mode: one process takes all commands, where one process for each would take minutes. */
export type Terminal = {
	/** Runs a command of tmux and returns what it prints. Throws what tmux says is wrong. */
	readonly command: (...words: readonly string[]) => Promise<string>;
	readonly stop: () => Promise<void>;
};

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

type Waiting = {readonly resolve: (text: string) => void; readonly reject: (error: Error) => void};

/** Starts a server of its own at the socket. */
export function startTerminal(socket: string, options: Pick<SpawnOptions, 'env' | 'cwd'>): Terminal {
	const tmux = spawn('tmux', ['-S', socket, '-f', '/dev/null', '-C', 'new-session', '-s', 'control', 'cat'], {
		...options,
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	const waiting: Waiting[] = [];
	const command = (...words: readonly string[]) =>
		new Promise<string>((resolve, reject) => {
			waiting.push({resolve, reject});
			tmux.stdin?.write(`${words.map(quote).join(' ')}\n`);
		});
	// What new-session prints.
	waiting.push({resolve: () => undefined, reject: () => undefined});
	let lines: string[] | undefined;
	// Answers come in order, each between %begin and %end; notices in between are of no interest.
	createInterface({input: tmux.stdout as NonNullable<typeof tmux.stdout>}).on('line', line => {
		if (line.startsWith('%begin ')) {
			lines = [];
		} else if (lines && /^%(end|error) /.test(line)) {
			const text = lines.join('\n');
			const answered = waiting.shift();
			if (line.startsWith('%end')) answered?.resolve(text);
			else answered?.reject(new Error(text));
			lines = undefined;
		} else {
			lines?.push(line);
		}
	});
	const ended = once(tmux, 'close').then(() => {
		for (const {reject} of waiting.splice(0)) reject(new Error('tmux ended'));
	});
	const stop = async () => {
		command('kill-server').catch(() => undefined);
		await ended;
	};
	return {command, stop};
}
