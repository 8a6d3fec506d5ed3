import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {shell} from '../support/child.ts';
import {readProjectFile, sectionOf} from '../support/reference.ts';

/** The recipes of the README as a person runs them: the shipped program, in a shell, in a folder of their own. */

const folder = mkdtempSync(join(tmpdir(), 'usagectl-'));
const bin = resolve(import.meta.dirname, '../../bin/usagectl.js');
const type = (line: string) =>
	shell(`cd '${folder}'; set -o pipefail; usagectl() { node '${bin}' "$@"; }; ${line}`, {
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
	});

beforeAll(async () => void (await type('usagectl sandbox reset --size 2k')));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const recipes = sectionOf(readProjectFile('README.md'), 'recipes')
	.split('\n')
	.filter(line => line.startsWith('usagectl '));
const hasJq = (await shell('command -v jq')).code === 0;

test('there are some', () => {
	expect(recipes).not.toEqual([]);
});

test.for(recipes)('%s', async (line, {skip}) => {
	skip(line.includes('| jq') && !hasJq, 'jq is not installed');
	const {code, stderr} = await type(line);
	expect({code, stderr: code === 0 ? '' : stderr}).toEqual({code: 0, stderr: ''});
});
