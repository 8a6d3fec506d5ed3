import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {recipes} from '../../src/reference/recipes.ts';
import {shell} from '../support/child.ts';

/** The recipes of `usagectl examples` and of README as a person runs them: the shipped program, in a shell, in a folder of their own. */

const folder = mkdtempSync(join(tmpdir(), 'usagectl-'));
const bin = resolve(import.meta.dirname, '../../bin/usagectl.js');
const type = (line: string) =>
	shell(`cd '${folder}'; set -o pipefail; usagectl() { node '${bin}' "$@"; }; ${line}`, {
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
	});

beforeAll(async () => void (await type('usagectl sandbox reset --size 2k --now 2026-06-30')));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

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
	if (/sync crashes --quiet$/.test(line)) return;
	const lines = linesOf(line, stdout);
	// A table and Markdown have a rule below their header.
	const hasRule = /^(─|\| -)/.test(lines[1] ?? '');
	expect(lines.length - header - (hasRule ? 1 : 0)).toBeGreaterThan(0);
});
