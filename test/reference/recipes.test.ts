import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {recipes} from '../../src/reference/recipes.ts';
import {chooseData} from '../sandbox/support/started.ts';
import {realClock} from '../support/laws/clock.ts';
import {shell} from '../support/program/child.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** The recipes of `usagectl help examples` and of README as a person types them, in a folder of their own. */

const folder = mkdtempSync(join(tmpdir(), 'usagectl-'));
const bin = resolve(import.meta.dirname, '../../bin/usagectl.js');
const env = {USAGECTL_CONFIG_DIR: join(folder, 'config')};

/** Runs a line: in a shell by the shipped program where the shell has something to do, and else in this process. */
async function type(line: string) {
	if (/[|&]/.test(line))
		return shell(`cd '${folder}'; set -o pipefail; usagectl() { node '${bin}' "$@"; }; ${line}`, env);
	const {exitCode: code, ...texts} = await usagectl(line, {env, clock: realClock});
	return {code, ...texts};
}

const home = process.cwd();
beforeAll(async () => {
	process.chdir(folder);
	await chooseData(env.USAGECTL_CONFIG_DIR);
});
afterAll(() => {
	process.chdir(home);
	rmSync(folder, {recursive: true, force: true});
});

const hasJq = (await shell('command -v jq')).code === 0;

/** The lines of the file that a recipe writes, or else of what it prints. */
function linesOf(line: string, stdout: string): readonly string[] {
	const [, file] = /--(?:out|html) (\w\S*)/.exec(line) ?? [];
	const text = file === undefined ? stdout : readFileSync(join(folder, file), 'utf8');
	return text.trim().split('\n');
}

test.for(recipes.map(({line}) => line))('%s', async (line, {skip}) => {
	skip(line.includes('| jq') && !hasJq, 'jq is not installed');
	const {code, stdout, stderr} = await type(line);
	expect({code, stderr: code === 0 ? '' : stderr}).toEqual({code: 0, stderr: ''});
	const header = /--no-header|--print-request| api /.test(line) ? 0 : 1;
	if (/exceptions sync --quiet$/.test(line)) return;
	const lines = linesOf(line, stdout);
	// A table and Markdown have a rule below their header.
	const hasRule = /^(─|\| -)/.test(lines[1] ?? '');
	expect(lines.length - header - (hasRule ? 1 : 0)).toBeGreaterThan(0);
});
