import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {findPager, runPager} from '../../src/terminal/pager.ts';
import {chooseData} from '../sandbox/support/started.ts';
import {startTerminal, type Terminal} from '../support/program/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'pager-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const {signal} = new AbortController();
const show = (command: string, text = 'row\n'.repeat(100_000)) => runPager(text, {command, env: process.env, signal});

test.each([
	[{}, 'less -FRX'],
	[{PAGER: 'most'}, 'most'],
	[{PAGER: ''}, undefined],
	[{PAGER: 'cat'}, undefined],
	[{PAGER: 'less', TERM: 'dumb'}, undefined],
])('with %j, the pager is %s', (env, command) => {
	expect(findPager(env)).toBe(command);
});

test('passes the whole text to the pager, and what it needs to show colors', async () => {
	const file = join(folder, 'shown');
	expect(await show(`(echo "$LESS"; cat) > '${file}'`, 'a\nb\n')).toBe(true);
	expect(readFileSync(file, 'utf8')).toBe('FRX\na\nb\n');
});

test('a pager that is left early is no failure', async () => {
	expect(await show('head -n 1 > /dev/null')).toBe(true);
	expect(await show('true')).toBe(true);
});

test.each(['no-such-pager', 'no-such-pager | cat; exit 127'])('says that %s cannot be started', async command => {
	expect(await show(command)).toBe(false);
});

test('ends the pager when the run is stopped', async () => {
	const stop = new AbortController();
	const ended = runPager('x', {command: 'sleep 60', env: process.env, signal: stop.signal});
	stop.abort(new Error('stopped'));
	await expect(ended).rejects.toThrow('stopped');
});

const has = (name: string) => spawnSync(name, ['-V'], {stdio: 'ignore'}).status === 0;

/** A real terminal on a busy machine: once more before it counts as broken. */
describe.runIf(has('tmux') && has('less'))('on a terminal', {retry: 1, timeout: 120_000}, () => {
	const settings = {USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const program = resolve(import.meta.dirname, '../../bin/usagectl.js');
	let terminal: Terminal;
	beforeAll(async () => {
		const {CI: _, NO_COLOR: __, PAGER: ___, LESS: ____, ...env} = process.env;
		await chooseData(settings.USAGECTL_CONFIG_DIR);
		terminal = startTerminal(join(folder, 'tmux'), {env: {...env, ...settings, TERM: 'xterm-256color'}, cwd: folder});
	});
	afterAll(() => terminal.stop());

	const screenOf = (session: string) => terminal.command('capture-pane', '-p', '-t', session);
	async function screenWith(session: string, awaited: RegExp): Promise<string> {
		let screen = '';
		for (let tries = 0; tries < 1500; tries++) {
			screen = await screenOf(session);
			if (awaited.test(screen)) return screen;
			await pause(20);
		}
		throw new Error(`the screen never showed ${awaited}:\n${screen}`);
	}
	let sessions = 0;
	/** Runs a line on a terminal of 80 × 12, which then shows its status. */
	async function open(line: string): Promise<string> {
		const session = `s${sessions++}`;
		const run = `${line.replace('usagectl', `'${process.execPath}' '${program}'`)}; echo status $?; cat`;
		await terminal.command('new-session', '-d', '-s', session, '-x', '80', '-y', '12', run);
		return session;
	}
	const press = (session: string, ...keys: readonly string[]) => terminal.command('send-keys', '-t', session, ...keys);

	test('a long table is paged, Ctrl-C stays in the pager, and q ends both with status 0', async () => {
		const session = await open('usagectl --sandbox keys list --limit 60 -q');
		const first = await screenWith(session, /^:/m);
		expect(first).toMatch(/^License key/);
		await press(session, 'C-c');
		await press(session, 'Space');
		expect(await screenWith(session, /^(?!License key)[\s\S]*^:/m)).not.toContain('status');
		await press(session, 'q');
		await screenWith(session, /^status 0$/m);
	});

	test('a short table, --no-pager, and a pager that does not exist print the table', async () => {
		const short = await open('usagectl --sandbox keys list --limit 3 -q');
		expect(await screenWith(short, /^status 0$/m)).toMatch(/^License key/);
		const off = await open('usagectl --sandbox keys list --limit 60 -q --no-pager');
		await screenWith(off, /^status 0$/m);
		const missing = await open('PAGER=no-such-pager usagectl --sandbox keys list --limit 60 -q');
		expect(await screenWith(missing, /^status 0$/m)).not.toContain('not found');
	});

	test('the pager ends with the footnotes of the table', async () => {
		const session = await open('usagectl --sandbox keys list --limit 60');
		await screenWith(session, /^:/m);
		await press(session, 'G');
		await screenWith(session, /--limit[\s\S]*\(END\)/);
		await press(session, 'q');
		await screenWith(session, /^status 0$/m);
	});
});
