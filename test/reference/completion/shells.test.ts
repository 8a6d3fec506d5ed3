import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, test, vi} from 'vitest';
import {expectPromises} from '../../support/promises.ts';
import {createSurroundings} from '../../support/surroundings.ts';

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

test.each(shells)('%s takes the script', shell => {
	expect(spawnSync(shell, ['-n', project(scripts[shell])], {encoding: 'utf8'})).toMatchObject({status: 0, stderr: ''});
});

const start: Readonly<Record<Shell, string>> = {
	bash: `bash --norc --noprofile -i`,
	zsh: `zsh -f -i`,
	fish: `fish --no-config -i`,
};
const load: Readonly<Record<Shell, string>> = {
	bash: `source ${project(scripts.bash)}`,
	zsh: `autoload -Uz compinit; compinit -u -D; source ${project(scripts.zsh)}`,
	fish: `source ${project(scripts.fish)}`,
};

/** A real terminal on a busy machine: once more before it counts as broken. */
describe.runIf(has('tmux'))('driven on a terminal', {retry: 1}, () => {
	const folder = mkdtempSync(join(tmpdir(), 'shells-'));
	const socket = join(folder, 'tmux');
	/** What every run promises is checked once all have ended. */
	const around = createSurroundings();
	const env = {
		...process.env,
		PATH: `${folder}:${process.env.PATH}`,
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
		HOME: folder,
		TERM: 'xterm-256color',
	};
	const tmux = (...words: string[]) =>
		execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {env, encoding: 'utf8'});

	beforeAll(() => {
		const {NODE_OPTIONS, WITNESS_TO} = around.env;
		const watched = `NODE_OPTIONS='${NODE_OPTIONS}' WITNESS_TO='${WITNESS_TO}'`;
		const program = join(folder, 'usagectl');
		const line = `${watched} exec '${process.execPath}' '${project('bin/usagectl.js')}' "$@" 2>>'${folder}/errors'`;
		writeFileSync(program, `#!/bin/sh\n${line}\n`, {mode: 0o755});
		const known = execFileSync(program, ['--sandbox', 'props', 'values', 'os.version', '-o', 'csv'], {
			env,
			encoding: 'utf8',
		});
		expect(known).toContain('Microsoft Windows 11');
	});
	afterAll(async () => {
		spawnSync('tmux', ['-S', socket, 'kill-server']);
		const stderr = readFileSync(join(folder, 'errors'), 'utf8');
		expectPromises({argv: ['complete'], env, stdout: '', stderr, exitCode: 0, traces: around.look()});
		// A shell that ends still writes its history while its folder goes.
		await vi.waitFor(() => rmSync(folder, {recursive: true, force: true}), {timeout: 20_000, interval: 200});
	});

	/** The screen once it shows what is awaited; else what it shows at the end. */
	async function screen(name: string, awaited: string): Promise<string> {
		for (let tries = 0; tries < 150; tries++) {
			const text = tmux('capture-pane', '-p', '-J', '-t', name);
			if (text.includes(awaited)) return text;
			await pause(100);
		}
		return tmux('capture-pane', '-p', '-J', '-t', name);
	}

	test.each(shells)('%s completes a command, a flag, a property in a filter, and a value', async shell => {
		const session = `${shell}-${process.hrtime.bigint()}`;
		tmux('new-session', '-d', '-s', session, '-x', '180', '-y', '50', start[shell]);
		const type = (text: string) => tmux('send-keys', '-t', session, '-l', text);
		const press = (key: string) => tmux('send-keys', '-t', session, key);
		type(`${load[shell]}; echo rea''dy`);
		press('Enter');
		await screen(session, 'ready');
		for (const [typed, completed] of [
			['usagectl --sandbox rep', 'usagectl --sandbox report '],
			['usagectl --sandbox report current --filter-j', 'report current --filter-json'],
			['usagectl --sandbox report current --filter "touchS', '--filter "touchScreen'],
			['usagectl --sandbox report current --filter "os.version=Ubuntu 22', '--filter "os.version=Ubuntu 22.04'],
		] as const) {
			type(typed);
			press('Tab');
			expect(await screen(session, completed)).toContain(completed);
			press('C-c');
			tmux('send-keys', '-t', session, '-R');
			tmux('clear-history', '-t', session);
		}
	});
});
