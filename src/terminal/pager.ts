import {type SpawnOptions, spawn} from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the command line of the user's pager; undefined if there is to be none. */
export function findPager({PAGER = 'less -FRX', TERM}: Environment): string | undefined {
	const command = PAGER.trim();
	return command === '' || command === 'cat' || TERM === 'dumb' ? undefined : command;
}

/** Statuses of a shell that could not start a program. */
const notStarted: readonly unknown[] = [126, 127];

function start(command: string, env: Environment) {
	// As git does, so that a bare `less` shows colors.
	const options: SpawnOptions = {stdio: ['pipe', 'inherit', 'inherit'], env: {LESS: 'FRX', ...env}};
	const [file = '', ...words] = command.split(/\s+/);
	return /^[\w./ -]+$/.test(command) ? spawn(file, words, options) : spawn(command, {...options, shell: true});
}

/** Shows a text until the user leaves the pager. Resolves with false if the pager cannot be started; the text is not shown then. */
export function runPager(
	text: string,
	{command, env, signal}: {readonly command: string; readonly env: Environment; readonly signal: AbortSignal},
): Promise<boolean> {
	const pager = start(command, env);
	const stop = () => pager.kill('SIGTERM');
	signal.addEventListener('abort', stop);
	// Whoever leaves the pager early has seen enough.
	pager.stdin?.on('error', () => {});
	pager.stdin?.end(text);
	const ended = new Promise<boolean>((resolve, reject) => {
		pager.on('error', () => resolve(false));
		pager.on('close', status => (signal.aborted ? reject(signal.reason) : resolve(!notStarted.includes(status))));
	});
	return ended.finally(() => signal.removeEventListener('abort', stop));
}
