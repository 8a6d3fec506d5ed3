import {expect, test} from 'vitest';
import type {Flag} from '../../src/cli/definition/flag.ts';
import {longName, spellingsOf, takesValue} from '../../src/cli/definition/flag.ts';
import {getTakenFlags, globalFlags} from '../../src/cli/definition/globals.ts';
import {commandTree} from '../../src/command-table.ts';
import {suggest} from '../../src/reference/completion/suggest.ts';
import {usagectl} from '../support/program/usagectl.ts';
import {hostileServer, ok} from '../support/service/hostile-server.ts';

/** What each command declares about the global flags, against the parser, the completion and the help. */

const samples: Readonly<Record<string, string>> = {
	product: '1',
	profile: 'default',
	output: 'json',
	limit: '3',
	scale: 'own',
	printRequest: 'json',
	delimiter: ';',
	anyProperty: 'x:text',
	today: '2026-03-01',
	tz: 'UTC',
	timeout: '5s',
	retries: '1',
	maxAnswer: '1MiB',
	color: 'never',
	progress: 'never',
};
const every = Object.entries<Flag>(globalFlags);
const typed = every.map(([name, flag]) => longName(flag) + (takesValue(flag) ? `=${samples[name] ?? 'name'}` : ''));
const commands = commandTree.commands.map(async entry => ({...entry, command: await entry.load()}));
const lookup = {
	profiles: async () => [],
	products: async () => [{text: 'Aurora Viewer', summary: '5000000102'}],
	runs: async () => [],
	questions: async () => [],
	fingerprints: async () => [],
	known: async () => [],
	versions: async () => [],
};

test('rejects each global flag that a command does not declare, and no other, before anything is sent', async () => {
	const {address, met} = await hostileServer(ok({}));
	for (const {path, command} of await Promise.all(commands)) {
		const {stdout, stderr, exitCode} = await usagectl([...path.split(' '), ...typed], {
			env: {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'x'},
		});
		expect({path, stdout, exitCode}).toEqual({path, stdout: '', exitCode: 2});
		const rejected = [...stderr.matchAll(/(--[\w-]+) does not apply to /g)].map(([, name]) => name);
		const taken = getTakenFlags(command.takes);
		const untaken = every.flatMap(([name, flag]) => ((taken[name] ?? command.flags[name]) ? [] : [longName(flag)]));
		expect({path, rejected: [...new Set(rejected)].sort()}).toEqual({path, rejected: untaken.sort()});
	}
	expect(met).toEqual([]);
});

test('completes the flags of a command and the global ones that it declares', async () => {
	for (const {path, command} of await Promise.all(commands)) {
		const offered = await suggest([...path.split(' '), '--'], {tree: commandTree, lookup, today: '2026-03-01'});
		const declared = Object.values({...getTakenFlags(command.takes), ...command.flags}).flatMap(spellingsOf);
		expect({path, offered: offered.map(({text}) => text).sort()}).toEqual({
			path,
			offered: declared.filter(name => name.startsWith('--')).sort(),
		});
	}
});

test('names in the help of a command only global flags that it declares', async () => {
	for (const {path, load} of commandTree.commands.filter(({hidden}) => !hidden)) {
		const command = await load();
		const help = await commandTree.help({entry: {path, summary: '', load}, rest: []});
		const [, lines = ''] = help.split('\nOutput: ');
		const named = [...(lines.split('\nMore: ')[0] ?? '').matchAll(/(?<=^|\s)--?[\w-]+/g)].map(([name]) => name);
		const declared = Object.values(getTakenFlags(command.takes)).flatMap(spellingsOf);
		expect(named.length).toBeGreaterThan(2);
		expect({path, unknown: named.filter(name => !declared.includes(name))}).toEqual({path, unknown: []});
	}
});

test('a default that does not apply to a command is ignored', async () => {
	const env = {USAGECTL_OUTPUT: 'junit', USAGECTL_TZ: 'UTC', USAGECTL_PRODUCT: '1'};
	expect(await usagectl('profile list', {env})).toMatchObject({
		exitCode: 0,
		stdout: expect.stringContaining('Profile'),
	});
	expect(await usagectl('profile list -o junit', {env})).toMatchObject({
		exitCode: 2,
		stderr: 'error: -o junit does not apply to profile list\nhint: use it with usagectl questions run\n',
	});
	expect(await usagectl('keys template', {env: {...env, USAGECTL_OUTPUT: 'xlsx'}})).toMatchObject({exitCode: 0});
});

test('says what the command takes instead', async () => {
	expect((await usagectl('whoami --delimiter ;')).stderr).toBe(
		'error: --delimiter does not apply to whoami\nhint: omit it; whoami takes --out and --fields; see usagectl whoami --help\n',
	);
	expect((await usagectl('login --clamp')).stderr).toBe(
		'error: --clamp does not apply to login\nhint: omit it; see usagectl login --help\n',
	);
	// The value of a flag that does not apply is no argument, and a missing one no other error.
	expect((await usagectl('whoami --limit')).stderr).toMatch(/^error: --limit does not apply to whoami\n/);
});
