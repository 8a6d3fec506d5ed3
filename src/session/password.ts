import {once} from 'node:events';
import {CliError} from '../errors.ts';
import {openInput} from '../files/file-bytes.ts';
import type {FoundPassword} from './current-session.ts';
import {isSecretVariable} from './setting-table.ts';
import type {Settings} from './settings.ts';

const maxBytes = 4096;
const utf8 = new TextDecoder('utf-8', {fatal: true});

const createPasswordError = (source: string, what: string) =>
	new CliError('usage', `the password from ${source} ${what}`, {
		hint: 'give the password alone, on one line',
		code: 'password',
	});

/**
 * Parses the content of a file or the output of a command: removes one line end and keeps the rest unchanged. Throws CliError
 * (usage) for empty, binary or multi-line content, without repeating it in the message.
 */
export function parsePassword(bytes: Uint8Array, source: string): string {
	if (bytes.length > maxBytes) throw createPasswordError(source, `is longer than ${maxBytes} bytes`);
	const text = decode(bytes, source).replace(/\r?\n$/, '');
	if (text === '') throw createPasswordError(source, 'is empty');
	if (/[\r\n\0]/.test(text)) throw createPasswordError(source, 'has more than one line');
	return text;
}

function decode(bytes: Uint8Array, source: string): string {
	try {
		return utf8.decode(bytes);
	} catch {
		throw createPasswordError(source, 'is not UTF-8 text');
	}
}

export async function readPassword(chunks: AsyncIterable<Uint8Array>, source: string): Promise<string> {
	let read = Buffer.alloc(0);
	for await (const chunk of chunks) {
		read = Buffer.concat([read, chunk]);
		if (read.length > maxBytes) break;
	}
	return parsePassword(read, source);
}

async function readPasswordFile(path: string, source: string): Promise<string> {
	try {
		return await readPassword(await openInput(path), source);
	} catch (cause) {
		if (cause instanceof CliError) throw cause;
		throw new CliError('usage', `cannot read the password (${source}): ${(cause as Error).message}`, {
			hint: 'give a file that you can read',
			cause,
		});
	}
}

type Env = Readonly<Record<string, string | undefined>>;
type CommandOptions = {
	readonly source: string;
	readonly env: Env;
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
};

const withoutSecrets = (env: Env): Env =>
	Object.fromEntries(Object.entries(env).filter(([name]) => !isSecretVariable(name)));

/**
 * Runs a shell command and returns the password that it prints. It has no stdin and inherits stderr. A command that takes too
 * long gets a signal but is not awaited: it may ignore the signal, or its children may keep its output open.
 */
async function runPasswordCommand(command: string, {source, env, timeoutMs, signal}: CommandOptions): Promise<string> {
	const {spawn} = await import('node:child_process');
	const timeout = AbortSignal.timeout(timeoutMs);
	const child = spawn(command, {
		shell: true,
		env: withoutSecrets(env),
		stdio: ['ignore', 'pipe', 'inherit'],
		signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
		windowsHide: true,
	});
	let printed = Buffer.alloc(0);
	child.stdout.on('data', (chunk: Uint8Array) => {
		printed = Buffer.concat([printed, chunk]);
		if (printed.length > maxBytes) child.stdout.destroy();
	});
	try {
		const [code, by] = await once(child, 'close');
		if (code === 0 || printed.length > maxBytes) return parsePassword(printed, source);
		throw createCommandError(source, by ? `was ended by ${by}` : `exited with status ${code}`);
	} catch (error) {
		if (error instanceof CliError) throw error;
		const what = timeout.aborted ? `did not finish within ${timeoutMs / 1000} s` : (error as Error).message;
		throw createCommandError(source, what);
	} finally {
		child.stdout.destroy();
		child.unref();
	}
}

const createCommandError = (source: string, what: string) =>
	new CliError('auth', `the password command (${source}) ${what}`, {
		hint: 'run the command by itself: it must print the password and exit with status 0',
		code: 'password',
	});

/**
 * Finds a password without asking the user: from the file or command of a flag, the environment, the file or command of the
 * profile, in this order. Returns undefined if none is set. Throws CliError if a source is set but gives no password.
 */
export async function findPassword({
	settings,
	env,
	timeoutMs,
	signal,
}: {
	readonly settings: Settings;
	readonly env: Env;
	readonly timeoutMs: number;
	readonly signal?: AbortSignal | undefined;
}): Promise<FoundPassword | undefined> {
	const {'password-file': file, 'password-command': command} = settings.values;
	const given = settings.sandbox ? undefined : env.USAGECTL_PASSWORD;
	const ranked = [
		{setting: file, read: readPasswordFile},
		{
			setting: command,
			read: (text: string, source: string) => runPasswordCommand(text, {source, env, timeoutMs, signal}),
		},
	].filter(({setting}) => setting !== undefined);
	const typed = ranked.find(({setting}) => setting?.origin === 'flag');
	if (!typed && given) return {password: given, mayStore: false};
	const chosen = typed ?? ranked.find(({setting}) => setting?.origin === 'environment') ?? ranked[0];
	const text = chosen?.setting?.texts.at(-1);
	if (!chosen?.setting || text === undefined) return undefined;
	const {origin, where} = chosen.setting;
	return {password: await chosen.read(text, where), mayStore: origin === 'profile'};
}
