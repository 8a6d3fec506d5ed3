import {chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commandTree} from '../../src/command-table.ts';
import {topics} from '../../src/reference/topics.ts';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * Every line that help shows, as it stands there: each example of each command, each line of each topic that no command has
 * as its example. They run in a folder that holds the files they name, against a sandbox whose answers come over a socket.
 */

// Files of few days: each of them is zipped to be listed.
const sandbox = await started({assume: ['file-days=9']});
const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'examples-'));
const env = {
	USAGECTL_CONFIG_DIR: join(folder, 'config'),
	...sandbox.env,
	PATH: `${folder}:${process.env.PATH}`,
};

/** Where something is asked, somebody answers. */
function terminalOf(line: string) {
	if (line.startsWith('usagectl login')) return {columns: 80, answers: [sandbox.admin.password]};
	return line.startsWith('usagectl keys u') ? {columns: 80, answers: ['yes']} : {};
}

/** Runs a line; a server is stopped as soon as it says that it is ready. */
async function type(line: string) {
	const stop = new AbortController();
	const {stdout, stderr, exitCode} = await usagectl(line, {
		env,
		// The doctor compares this clock with the service's, which is at the end of its last day.
		clock: fakeClock(line.includes('doctor') ? '2026-06-30T23:59:59Z' : '2026-06-30T12:00:00Z'),
		signal: stop.signal,
		...(line.includes('sandbox serve') ? {onOutput: () => stop.abort()} : {}),
		...terminalOf(line),
	});
	return {stdout, exitCode, errors: stderr.match(/^error.*\n.*$/gm) ?? []};
}

const keys = 'licenseKey,installQuota\nAAAA-BBBB,5\nCCCC-DDDD,5\n';

let crash = '';
beforeAll(async () => {
	process.chdir(folder);
	// The topic says to make it.
	mkdirSync('.claude/skills/usagectl', {recursive: true});
	writeFileSync('keys.csv', keys);
	writeFileSync('sales.csv', keys.replace('licenseKey', 'Serial').replace(/$/gm, ',x').replace(/,x$/, ''));
	writeFileSync('export.csv', 'AAAA-BBBB,purchased,0,0,1,0,,5,\n');
	writeFileSync('faults.json', '{"rules": []}');
	writeFileSync('pass', `#!/bin/sh\necho ${sandbox.admin.password}\n`);
	chmodSync('pass', 0o755);
	for (const line of [
		'usagectl keys update keys.csv -y',
		'usagectl profile set work --base-url https://service.example',
		'usagectl exceptions sync crashes',
		'usagectl events sync event-archive',
		'usagectl sandbox reset --size 60',
		'usagectl report current --from -3d --record recorded.ndjson',
	])
		expect({line, ...(await type(line))}).toMatchObject({line, exitCode: 0});
	crash = await firstOf('usagectl exceptions top crashes -o csv --no-header --fields fingerprint');
});
afterAll(() => {
	process.chdir(home);
	rmSync(folder, {recursive: true, force: true});
});

const firstOf = async (line: string) => (await type(line)).stdout.split('\n')[0] ?? '';
/** What nobody can know before: an id, a fingerprint, an address; no port is taken that others may have. */
async function known(line: string): Promise<string> {
	const run = line.includes('keys undo') ? await firstOf('usagectl keys runs -o csv --no-header --fields run') : '';
	return (
		line
			.replace(/20261121-164500-3f2a/, run)
			.replace(/ 1f0c\b/, ` ${crash.slice(0, 6)}`)
			.replace('https://service.example', sandbox.baseUrl)
			.replace('ada@example.com', sandbox.admin.user)
			.replace('-p 12345 ', `-p ${sandbox.product} `)
			.replace('--port 8080', '--port 0')
			// Data takes as long to make as it is large.
			.replace(/ --size \w+/, '')
			.replace(/^usagectl sandbox (reset|serve)(?!.* --replay)/, '$& --size 60')
			// Every property takes reports of its own: test/commands/report/why.test.ts.
			.replace(/^usagectl report why \S+(?!.* --over)/, '$& --over prodEdition')
			// One line runs every question; the others differ in where the rows go.
			.replace(/^usagectl questions run (?=-)/, '$&active ')
	);
}

/** What has to be so before the examples of a command. */
const before: Readonly<Record<string, readonly string[]>> = {
	whoami: ['usagectl login'],
	'profile set': ['usagectl profile use default'],
	'profile remove': ['usagectl profile set default --unset output', 'usagectl profile set work --lost-after 30'],
	'keys undo': ['usagectl keys update keys.csv -y --restart'],
	'sandbox import': ['usagectl sandbox export tables'],
	'questions run': ['usagectl questions init'],
	'history list': ['usagectl questions init', 'usagectl questions run active'],
	'history show': ['usagectl questions run active'],
	'history diff': ['usagectl questions run active'],
	'questions digest': ['usagectl questions run active'],
};
const examples = (
	await Promise.all(
		commandTree.commands.map(async ({path, hidden, load}) => {
			const lines = (await load()).examples.map(({line}) => line);
			// What explore asks is answered in terminal/pty.test.ts.
			return hidden || path === 'explore' ? [] : [{path, lines}];
		}),
	)
).flat();

test.each(examples)('$path --help', async ({path, lines}) => {
	expect(lines.length).toBeGreaterThan(0);
	writeFileSync('keys.csv', keys);
	rmSync('tables', {recursive: true, force: true});
	if (['questions init', 'questions add'].includes(path)) rmSync('usagectl.yaml', {force: true});
	for (const line of before[path] ?? []) await type(line);
	for (const line of lines) {
		if (path === 'sandbox export') rmSync('tables', {recursive: true, force: true});
		expect(line).toMatch(new RegExp(`^usagectl (--sandbox )?${path.split(' ')[0]}`));
		const {exitCode, errors, stdout} = await type(await known(line));
		// This gate says with 7 that there are such rows.
		const gated = line.includes(' --fail-on ') && stdout ? {exitCode: 7} : {exitCode: 0, errors: []};
		// The few crashes of this data do not decide a release.
		const expected = path === 'release check' ? {exitCode: 12, errors: []} : gated;
		expect({line, exitCode, errors}).toMatchObject({line, ...expected});
		if (path.startsWith('report ') && !line.includes(' --html '))
			expect(stdout.trim().split('\n').length, line).toBeGreaterThan(1);
	}
});

/** Lines that the examples of commands have typed; without `init` the others of a topic have no questions. */
const typed = new Set(examples.flatMap(({lines}) => lines).filter(line => line !== 'usagectl questions init'));

/** A flag alone belongs to a command that takes it. */
const commandsOfFlags: readonly (readonly [flag: RegExp, line: string])[] = [
	[/^--filter (?!@)/, 'report current --from -30d'],
	[/^--segment-by /, 'report churn --from -90d --lost-after 30'],
	[/^--level /, 'report current --from -30d'],
	[/^--event /, 'report events frequency --from -30d'],
	[/^--from /, 'report events'],
];
/** The lines to type in a topic: those of the program whole, as they are pasted, and flags without the remarks behind them. */
const linesOf = (text: string): readonly string[] =>
	[...text.matchAll(/^ {2}(?:call )?(?:(?=usagectl (.+)$)|(?=--))(usagectl|--\w[\w-]*) (.+?)(?= {2,}|$)/gm)].flatMap(
		([, whole, word = '', rest = '']) => {
			const typed = `${word} ${whole ?? rest}`;
			if (word === 'usagectl') return [typed.replace(/ (\|\||<NUL) .*/, '')];
			const command = commandsOfFlags.find(([flag]) => flag.test(typed))?.[1];
			return command ? [`usagectl ${command} ${typed}`] : [];
		},
	);

/** The lines of a report that prints rows to the terminal. */
const hasRows = (line: string) =>
	/^usagectl report /.test(line) && !/ (-o|--\w*html|--chart|--compare|--wide|--raw|--print-request)\b/.test(line);
/** The labels that a line gives to segments and events. */
const labelsOf = (line: string) => [...line.matchAll(/([\w ]+) = /g)].map(([, label = '']) => label.trim());

/** An example that finds nothing teaches nothing: some figure is above 0, and each label of the line has a row. */
async function lookAtRows(line: string) {
	const {stdout} = await type(`${await known(line)} -o json`);
	const rows = JSON.parse(stdout) as readonly Readonly<Record<string, unknown>>[];
	const found = rows.filter(row => Object.values(row).some(value => typeof value === 'number' && value > 0));
	expect({line, found: found.length > 0}).toEqual({line, found: true});
	const words = new Set(found.flatMap(row => Object.values(row)));
	expect({line, missing: labelsOf(line).filter(label => !words.has(label))}).toEqual({line, missing: []});
}

/** The command lines of a page; DIR stands for a folder of the reader. */
const linesOfPage = (name: string): readonly string[] =>
	[...readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)]
		.flatMap(([, block = '']) => block.split('\n'))
		.filter(line => line.startsWith('usagectl ') && !line.includes('DIR') && !typed.has(line));

// Other tests type those of README, query.md, questions.md, assistants.md and take-everything.md; why.md and release.md have only
// examples of commands.
test.each(['lines.md', 'reports.md'])('docs/%s', async name => {
	const lines = linesOfPage(name);
	expect(lines.length).toBeGreaterThan(0);
	for (const line of lines) {
		const {exitCode, errors} = await type(
			await known(line.includes(' top --from -7d --engine ') ? `${line} --dry-run` : line),
		);
		expect({line, exitCode, errors}).toEqual({line, exitCode: 0, errors: []});
	}
});

test.each(Object.entries(topics))('help %s', async (name, text) => {
	const lines = linesOf(text());
	rmSync('usagectl.yaml', {force: true});
	expect(lines.length > 0 || name === 'properties').toBe(true);
	rmSync('tables', {recursive: true, force: true});
	writeFileSync('keys.csv', keys);
	for (const line of lines) {
		if (hasRows(line)) {
			await lookAtRows(line);
			continue;
		}
		if (typed.has(line)) continue;
		// No test asks a cluster of this name.
		const {exitCode, errors} = await type(await known(line.includes(' --engine ') ? `${line} --dry-run` : line));
		expect({line, exitCode, errors}).toEqual({line, exitCode: 0, errors: []});
	}
});
