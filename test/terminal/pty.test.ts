import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {stripVTControlCharacters} from 'node:util';
import {afterAll, beforeAll, describe, expect, onTestFinished, test} from 'vitest';
import {chooseData} from '../sandbox/support/started.ts';
import {expectPromises} from '../support/laws/promises.ts';
import {buildProgram} from '../support/program/endless-program.ts';
import {createSurroundings} from '../support/program/surroundings.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** What only a terminal shows, on one that `script` of util-linux makes up; where there is none the tests are left out. */

const hasScript = (() => {
	try {
		return execFileSync('script', ['--version']).includes('util-linux');
	} catch {
		return false;
	}
})();

/** A real terminal on a busy machine: once more before it counts as broken. */
const onceMore = {retry: 1};

const folder = mkdtempSync(join(tmpdir(), 'usagectl-'));
let program: string;
beforeAll(async () => {
	program = `node ${await buildProgram(folder)}`;
});
afterAll(() => rmSync(folder, {recursive: true}));

/** What progress and questions do with the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is meant
const cursorMoves = /\u001b\[(?:\?(?:25|2026)[hl]|\d*[AGK])/g;

type Typed = {readonly when: string; readonly keys: string};

/** Runs a line on a terminal, types the keys when a text has appeared, and gives back all that was shown. */
async function onTerminal(line: string, typed: readonly Typed[] = [], env: Readonly<Record<string, string>> = {}) {
	const around = createSurroundings();
	const began = performance.now();
	const ended = await runOnTerminal(line, typed, {...around.env, ...env});
	const stderr = ended.shown.replaceAll('\r\n', '\n').replace(cursorMoves, '');
	const seen = {argv: line.split(' '), env, stdout: '', stderr, exitCode: ended.code ?? 0};
	expectPromises({...seen, traces: around.look(), milliseconds: performance.now() - began});
	return ended;
}

const runOnTerminal = (line: string, typed: readonly Typed[], env: Readonly<Record<string, string>>) =>
	new Promise<{code: number | null; shown: string}>(resolve => {
		const {CI: _, NO_COLOR: __, ...own} = process.env;
		const child = spawn('script', ['-qec', `stty cols 80; ${line}`, '/dev/null'], {
			env: {...own, TERM: 'xterm', USAGECTL_CONFIG_DIR: join(folder, 'config'), ...env},
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		onTestFinished(() => {
			child.kill();
		});
		const waiting = [...typed];
		let shown = '';
		child.stdout.on('data', chunk => {
			shown += chunk;
			if (waiting[0] && shown.includes(waiting[0].when)) child.stdin.write(waiting.shift()?.keys ?? '');
		});
		child.on('close', code => resolve({code, shown}));
	});

describe.runIf(hasScript)('a question', onceMore, () => {
	const ask = () => `${program} test ask`;

	test('does not echo a secret', async () => {
		const {code, shown} = await onTerminal(ask(), [{when: 'Password: ', keys: 'pässwörd 漢\r'}]);
		expect(code).toBe(0);
		expect(shown.replaceAll('\r\n', '\n')).toBe('Password: \nanswer: pässwörd 漢\n');
	});

	test('can be corrected before it is sent', async () => {
		const {shown} = await onTerminal(ask(), [{when: 'Password: ', keys: 'secrx\u007fet\r'}]);
		expect(shown).toContain('answer: secret');
		expect(shown).not.toContain('secrx');
	});

	test.each([
		['Ctrl-C', 'half\u0003', 130],
		['Ctrl-D', '\u0004', 2],
	])('ends at %s', async (_name, keys, expected) => {
		const {code, shown} = await onTerminal(ask(), [{when: 'Password: ', keys}]);
		expect(code).toBe(expected);
		expect(shown).not.toContain('half');
	});

	test.each([
		['Ctrl-C', 'half\u0003', 130],
		['Ctrl-D', '\u0004', 2],
	])('of a login leaves the terminal as it was and stores nothing at %s', async (_name, keys, expected) => {
		const config = join(folder, 'asked');
		const {shown} = await onTerminal(
			`stty -a >${folder}/before; ${program} login --base-url http://127.0.0.1:1 --user ada; echo "ended $?"; stty -a >${folder}/after; cmp ${folder}/before ${folder}/after && echo same`,
			[{when: 'Password of ada: ', keys}],
			{USAGECTL_CONFIG_DIR: config},
		);
		expect(shown).toMatch(new RegExp(`ended ${expected}\\r?\\nsame`));
		expect(existsSync(config)).toBe(false);
	});
});

describe.runIf(hasScript)('progress', onceMore, () => {
	test('is drawn in place and erased at the end', async () => {
		const {code, shown} = await onTerminal(`${program} test progress`);
		expect(code).toBe(0);
		expect(shown).toMatch(/rows: \d of 10 rows/);
		expect(shown.slice(shown.indexOf('done'))).not.toContain('rows');
	});

	test('ends on terminals of any width, and on one that cannot move the cursor', async () => {
		const settings = ['stty cols 0', 'stty cols 1', 'stty cols 5000', 'export TERM=dumb'];
		const runs = await Promise.all(settings.map(before => onTerminal(`${before}; ${program} test progress`)));
		for (const {code, shown} of runs) expect({code, shown}).toEqual({code: 0, shown: expect.stringContaining('done')});
		expect(runs.at(-1)?.shown).not.toContain('\u001b');
	});

	test.each([
		['stty cols 0', / {2}0 {2}x{60,}…\r?\n {2}1 {2}x{60,}…\r?\n {2}2 {2}x{60,}…/],
		['stty cols 1', /\n0\r?\n1\r?\n2\r?\n/],
	])('shows a table after %s', async (before, rows) => {
		const {code, shown} = await onTerminal(`${before}; ${program} test rows 3`);
		expect(code).toBe(0);
		expect(shown).toMatch(rows);
	});

	test('lets Ctrl-C through and restores the cursor', async () => {
		const {code, shown} = await onTerminal(`${program} test spin`, [{when: 'rows', keys: '\u0003'}]);
		expect(code).toBe(130);
		expect(shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?25l'));
	});

	test('makes room for rows and notes', async () => {
		const {shown} = await onTerminal(`${program} test mixed -o ndjson`);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: what moves the cursor is taken for a new line
		const lines = shown.split(/(?:\r?\n|\u001b\[[\d;?]*[A-Za-z])+/);
		expect(lines).toContain('{"row":0,"text":"a"}');
		expect(lines).toContain('{"row":1,"text":"a"}');
		expect(lines).toContain('note: half way');
	});
});

describe.runIf(hasScript)('explore', onceMore, () => {
	const shipped = `node ${resolve(import.meta.dirname, '../../bin/usagectl.js')}`;
	beforeAll(() => chooseData(join(folder, 'config')));

	test('prints each step as a command, and at the end the complete command', async () => {
		const {code, shown} = await runOnTerminal(
			`stty rows 40; ${shipped} --sandbox explore`,
			[
				{when: 'Which report?', keys: '\r'},
				{when: 'What next?', keys: '\u001b[B\r'},
				{when: 'Which property?', keys: 'country\r'},
				{when: 'Which value of geography.country?', keys: '\r'},
				{when: 'Remove the filter geography.country=', keys: '\u001b[A\r'},
			],
			{},
		);
		expect(code).toBe(0);
		const lines = stripVTControlCharacters(shown).split(/\r*\n/);
		expect(lines).toContain('$ usagectl --sandbox report current --from -90d');
		expect(lines.find(line => line.startsWith('Installations, '))).toMatch(/, sandbox data$/);
		expect(lines).toContain('$ usagectl --sandbox props values geography.country -o json');
		const taken = lines.findLast(line => line.startsWith('usagectl '));
		expect(taken).toMatch(/^usagectl --sandbox report current --from -90d --filter geography\.country=[A-Z]{2}$/);
		expect(lines).toContain(`$ ${taken}`);
	});

	test('shows one event of the actual list', async () => {
		const {code, shown} = await runOnTerminal(
			`stty rows 40; ${shipped} --sandbox explore`,
			[
				{when: 'Which report?', keys: '\u001b[B\u001b[B\r'},
				{when: 'What next?', keys: '\r'},
				{when: 'Which event?', keys: 'PDF\r'},
				{when: 'Count the installations that used it', keys: '\r'},
				{when: 'Break down by a property', keys: '\u001b[A\r'},
			],
			{},
		);
		expect(code).toBe(0);
		const lines = stripVTControlCharacters(shown).split(/\r*\n/);
		expect(lines.findLast(line => line.startsWith('usagectl '))).toBe(
			'usagectl --sandbox report events frequency --from -90d --event Export/PDF',
		);
	});

	test.each([
		['Ctrl-C', '\u0003', 130],
		['Escape', '\u001b', 0],
	])('%s ends it', async (_key, keys, expected) => {
		const steps = [{when: 'Which report?', keys}];
		const {code} = await runOnTerminal(`stty rows 40; ${shipped} --sandbox explore`, steps, {});
		expect(code).toBe(expected);
	});
});

test('explore requires a terminal', async () => {
	expect(await usagectl('--sandbox explore')).toMatchObject({exitCode: 2, stdout: ''});
});

describe.runIf(hasScript)('the prompt of query', onceMore, () => {
	test('runs statements of several lines, completes names, survives errors and Ctrl-C, and ends at Ctrl-D', async () => {
		const shipped = `node ${resolve(import.meta.dirname, '../../bin/usagectl.js')}`;
		const typed = [
			{when: 'query> ', keys: "SELECT 'a;' AS first,\r 2 AS second;\r"},
			{when: 'a;,2', keys: 'SELECT nosuch;\r'},
			{when: 'there is no column', keys: 'half a statement\u0003'},
			{when: 'half a statement', keys: 'DESCRIBE events_c\t'},
			{when: 'events_catalog', keys: ';\r'},
			{when: 'dateFirstSeen,DATE', keys: '\u001b[A\u001b[A\u001b[A\r'},
			{when: 'a;,2', keys: '\u0004'},
		];
		// Not `onTerminal`: the cursor moves while a line is edited.
		const {code, shown} = await runOnTerminal(`${shipped} query -o csv`, typed, createSurroundings().env);
		expect(code).toBe(0);
		expect(shown.match(/a;,2/g)?.length).toBe(2);
		expect(shown).toContain('DESCRIBE events_catalog');
	});
});
