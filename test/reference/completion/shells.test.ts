import {spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {chooseData} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {startTerminal, type Terminal} from '../../support/program/terminal.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** The real shells, on a real terminal (tmux), with the scripts that ship. Shells that are not installed stand aside. */
const has = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
const project = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const scripts = {
	bash: 'completions/usagectl.bash',
	zsh: 'completions/_usagectl',
	fish: 'completions/usagectl.fish',
} as const;
type Shell = keyof typeof scripts;
const shells = (Object.keys(scripts) as Shell[]).filter(has);

test.each(shells)('%s accepts the script', shell => {
	const env = {...process.env, HOME: temporaryFolder()};
	expect(spawnSync(shell, ['-n', project(scripts[shell])], {encoding: 'utf8', env})).toMatchObject({
		status: 0,
		stderr: '',
	});
});

const bashCompletion = '/usr/share/bash-completion/bash_completion';

/** How a shell starts, and the lines that people have in its own file, with questions about long lists switched off. */
const setups: Readonly<Record<Shell, {readonly start: string; readonly lines: readonly string[]}>> = {
	bash: {
		start: 'bash --norc --noprofile -i',
		lines: [
			...(existsSync(bashCompletion) ? [`source ${bashCompletion}`] : []),
			"bind 'set completion-query-items 0'; bind 'set page-completions off'; bind 'set bell-style none'",
			'source <(usagectl completion bash)',
			"PS1='> '",
		],
	},
	zsh: {
		start: 'zsh -f -i',
		lines: [
			'autoload -Uz compinit; compinit -u -D; LISTMAX=10000',
			'source <(usagectl completion zsh)',
			"PROMPT='> '; RPROMPT=",
		],
	},
	fish: {
		start: 'fish -i',
		lines: [
			'set -g fish_autosuggestion_enabled 0',
			'usagectl completion fish | source',
			"function fish_prompt; echo '> '; end",
		],
	},
};

/** What was typed, and how the line begins after two TABs, in every shell. */
const positions: readonly (readonly [typed: string, becomes: string])[] = [
	['usagectl rep', 'usagectl report '],
	['usagectl --sandbox rep', 'usagectl --sandbox report '],
	['usagectl report chu', 'usagectl report churn '],
	['usagectl report current --fil', 'usagectl report current --filter '],
	['usagectl report current --compa', 'usagectl report current --compa'],
	['usagectl report churn --compa', 'usagectl report churn --compare '],
	['usagectl report current --no-h', 'usagectl report current --no-header '],
	['usagectl report current --st', 'usagectl report current --st'],
	['usagectl report current --status n', 'usagectl report current --status new'],
	['usagectl report current --status new,a', 'usagectl report current --status new,active'],
	['usagectl report current --output=nd', 'usagectl report current --output=ndjson '],
	['usagectl report current -o nd', 'usagectl report current -o ndjson '],
	['usagectl report current --from last-q', 'usagectl report current --from last-quarter '],
	['usagectl report churn days --fields b', 'usagectl report churn days --fields bin'],
	['usagectl report churn days --fields bin,i', 'usagectl report churn days --fields bin,installations'],
	['usagectl keys list --sort overQ', 'usagectl keys list --sort overQuotaCount '],
	['usagectl keys list --sort overQuotaCount:d', 'usagectl keys list --sort overQuotaCount:desc '],
	['usagectl --sandbox report current --filter touchS', 'usagectl --sandbox report current --filter touchScreen'],
	['usagectl --sandbox report current --filter "touchS', 'usagectl --sandbox report current --filter "touchScreen'],
	["usagectl --sandbox report current --filter 'touchS", "usagectl --sandbox report current --filter 'touchScreen"],
	["usagectl --sandbox report current --filter 'ram", "usagectl --sandbox report current --filter 'ram"],
	[
		"usagectl --sandbox report current --filter 'touchScreen=true a",
		"usagectl --sandbox report current --filter 'touchScreen=true and",
	],
	[
		"usagectl --sandbox report current --filter 'prodEdition=",
		"usagectl --sandbox report current --filter 'prodEdition=",
	],
	[
		"usagectl --sandbox report current --filter 'os.version=Ub",
		"usagectl --sandbox report current --filter 'os.version=Ubuntu 2",
	],
	[
		'usagectl --sandbox report current --filter os.version=Ub',
		'usagectl --sandbox report current --filter os.version=Ubuntu\\ 2',
	],
	[
		"usagectl --sandbox report current --filter 'os.version=Ubuntu 22.04'",
		"usagectl --sandbox report current --filter 'os.version=Ubuntu 22.04'",
	],
	[
		"usagectl --sandbox report current --filter 'geography.country=DE'",
		"usagectl --sandbox report current --filter 'geography.country=DE'",
	],
	["usagectl --sandbox report current --filter 'clientI", "usagectl --sandbox report current --filter 'clientId"],
	["usagectl --sandbox report current --level 'prodEd", "usagectl --sandbox report current --level 'prodEdition"],
	['usagectl --sandbox report events timeline --event Fil', 'usagectl --sandbox report events timeline --event Files/'],
	[
		'usagectl --sandbox report events timeline --event Files/Op',
		'usagectl --sandbox report events timeline --event Files/Open',
	],
	['usagectl --sandbox props values cou', 'usagectl --sandbox props values country '],
	['usagectl keys undo ', 'usagectl keys undo 2'],
	['usagectl help filt', 'usagectl help filter'],
	['usagectl help exit', 'usagectl help exit-codes '],
	['usagectl completion po', 'usagectl completion powershell '],
	['usagectl profile use def', 'usagectl profile use default '],
	['usagectl nonsense x', 'usagectl nonsense x'],
	['usagectl keys update licen', 'usagectl keys update licenses\\ of\\ May.csv'],
];

/** What the line is after one TAB: an open quote is closed where the value is complete. */
const quoted: readonly (readonly [typed: string, becomes: string])[] = [
	["usagectl --sandbox report current --filter 'touchS", "usagectl --sandbox report current --filter 'touchScreen"],
	['usagectl --sandbox report current --filter "touchS', 'usagectl --sandbox report current --filter "touchScreen'],
	["usagectl profile use 'def", "usagectl profile use 'default' "],
	['usagectl profile use "def', 'usagectl profile use "default" '],
];

/** What fish lists below the line after one TAB: the sole completion of an open word once, with what may follow it. */
const listed: readonly (readonly [typed: string, list: string])[] = [
	["usagectl --sandbox report current --level 'prodEd", '…odEdition  (Product Edition)  …odEdition:  (colon)'],
	['usagectl --sandbox report current --filter touchS', '…uchScreen  (Touch Screen)  …uchScreen=  (operator)'],
];

/** What fish makes of names of files after one TAB. */
const fishFiles: readonly (readonly [typed: string, becomes: string])[] = [
	['usagectl keys update licenses\\ o', 'usagectl keys update licenses\\ of\\ May.csv '],
	["usagectl keys update 'licenses o", "usagectl keys update 'licenses of May.csv' "],
	['usagectl keys update ~/licen', 'usagectl keys update ~/licenses\\ of\\ May.csv '],
	['usagectl keys update "$HOME/licen', 'usagectl keys update "$HOME/licenses of May.csv" '],
];

/** A real terminal on a busy machine: once more before it counts as broken. */
describe.runIf(has('tmux'))('on a terminal', {retry: 1}, () => {
	const folder = mkdtempSync(join(tmpdir(), 'shells-'));
	const settings = {USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const env = {...process.env, PATH: `${folder}:${process.env.PATH}`, HOME: folder, TERM: 'xterm-256color'};
	let terminal: Terminal;

	/** Runs the command lines that the shells send, a count before their words: hundreds of processes would take minutes. */
	const server = createServer(connection => {
		let sent = '';
		connection.on('data', async chunk => {
			sent += chunk;
			const [count, ...argv] = sent.split('\0').slice(0, -1);
			if (count === undefined || argv.length < Number(count)) return;
			const {stdout} = await usagectl(argv, {env: settings});
			connection.end(stdout);
		});
	});

	beforeAll(async () => {
		await once(server.listen(0, '127.0.0.1'), 'listening');
		await chooseData(settings.USAGECTL_CONFIG_DIR);
		const {port} = server.address() as AddressInfo;
		const program = `#!/usr/bin/env bash
exec 3<>/dev/tcp/127.0.0.1/${port}
printf '%s\\0' "$#" "$@" >&3
while IFS= read -r line <&3; do printf '%s\\n' "$line"; done
`;
		writeFileSync(join(folder, 'usagectl'), program, {mode: 0o755});
		terminal = startTerminal(join(folder, 'tmux'), {env, cwd: folder});
		const keys = join(folder, 'licenses of May.csv');
		writeFileSync(keys, 'licenseKey,notes\nDEMO-1,x\n');
		for (const argv of [
			['props', 'values', 'os.version'],
			['report', 'events', '--from', '-90d'],
			['keys', 'update', keys, '--yes'],
		]) {
			expect(await usagectl(['--sandbox', ...argv], {env: settings})).toMatchObject({exitCode: 0});
		}
	});
	afterAll(async () => {
		await terminal.stop();
		server.close();
		// A shell that ends still writes its history while its folder goes.
		await vi.waitFor(() => rmSync(folder, {recursive: true, force: true}), {timeout: 20_000, interval: 200});
	});

	/** The last line of the screen that has the text, once there is one. */
	async function lineWith(session: string, awaited: string): Promise<string> {
		let screen = '';
		for (let tries = 0; tries < 1000; tries++) {
			screen = await terminal.command('capture-pane', '-p', '-J', '-t', session);
			const found = screen.split('\n').findLast(line => line.includes(awaited));
			if (found !== undefined) return found;
			await pause(20);
		}
		throw new Error(`the screen never showed ${awaited}:\n${screen}`);
	}

	let marks = 0;
	/** The line after keys: shells take one key after the other, so all are done when a mark typed behind them shows. */
	async function lineAfter(session: string, typed: string, keys: readonly string[]): Promise<string> {
		const mark = `@${++marks}@`;
		await terminal.command('send-keys', '-t', session, 'C-u', 'C-l');
		await terminal.command('send-keys', '-t', session, '-l', typed);
		await terminal.command('send-keys', '-t', session, ...keys);
		await terminal.command('send-keys', '-t', session, '-l', mark);
		const line = await lineWith(session, mark);
		return line.slice(0, line.indexOf(mark)).replace(/^> /, '');
	}

	test.concurrent.each(shells)(
		'%s: two TABs add to what was typed and delete nothing of it',
		{timeout: 300_000},
		async shell => {
			const session = `${shell}-${process.hrtime.bigint()}`;
			const {start, lines} = setups[shell];
			await terminal.command('new-session', '-d', '-s', session, '-x', '180', '-y', '60', start);
			for (const line of [...lines, 'echo rea""dy']) {
				await terminal.command('send-keys', '-t', session, '-l', line);
				await terminal.command('send-keys', '-t', session, 'Enter');
			}
			await lineWith(session, 'ready');
			const wrong: string[] = [];
			for (const [typed, becomes] of positions) {
				const line = await lineAfter(session, typed, ['Tab', 'Tab']);
				if (!line.startsWith(becomes.trimEnd())) wrong.push(`${typed} TAB TAB: ${line}`);
			}
			for (const [typed, becomes] of [...quoted, ...(shell === 'fish' ? fishFiles : [])]) {
				const line = await lineAfter(session, typed, ['Tab']);
				if (line !== becomes) wrong.push(`${typed} TAB: ${line}`);
			}
			for (const [typed, list] of shell === 'fish' ? listed : []) {
				for (const keys of [['C-u', 'C-l'], ['-l', typed], ['Tab']])
					await terminal.command('send-keys', '-t', session, ...keys);
				await lineWith(session, list);
				await terminal.command('send-keys', '-t', session, 'Escape');
			}
			expect(wrong).toEqual([]);
		},
	);
});
