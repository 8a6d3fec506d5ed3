import {existsSync, mkdirSync, readFileSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {parse} from 'yaml';
import {commandTree} from '../../src/command-table.ts';
import {exitCodeRows} from '../../src/reference/exit-code-meanings.ts';
import {recipes} from '../../src/reference/recipes.ts';
import {topics} from '../../src/reference/topics.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';

const home = process.cwd();
afterEach(() => process.chdir(home));
function enter(...folders: readonly string[]) {
	const folder = temporaryFolder();
	for (const name of folders) mkdirSync(join(folder, name));
	process.chdir(folder);
	return (path: string) => join(folder, path);
}

test('the instructions have the head of Agent Skills, and every command, topic, status and example', async () => {
	const {stdout} = await usagectl('skill');
	const [, head = '', ...rest] = stdout.split(/^---$/m);
	const {name, description, ...others} = parse(head);
	expect([name, Object.keys(others)]).toEqual(['usagectl', []]);
	expect(description.length).toBeLessThanOrEqual(1024);
	const body = rest.join('');
	for (const {path, hidden} of commandTree.commands) expect(body.includes(`\`${path}\``)).toBe(!hidden);
	for (const topic of Object.keys(topics)) expect(body).toContain(`| ${topic} |`);
	for (const [code] of exitCodeRows) expect(body).toContain(`| ${code} |`);
	for (const {task} of recipes) expect(body).toContain(`- ${task}: `);
	expect(body).toMatch(/^\| `report current` \|.*\| reads \|$/m);
	expect(body).toMatch(/^\| `keys update` \|.*\| {2}\|$/m);
	// An agent reads it whole: about 6,000 tokens.
	expect(stdout.length).toBeLessThan(24_000);
});

test('--install asks, and writes to where the agents of this folder look', async () => {
	const at = enter('.claude', '.cursor');
	const {stdout} = await usagectl('skill');
	expect((await usagectl('skill --install', {columns: 80, answers: ['n']})).exitCode).toBe(0);
	expect(existsSync(at('.claude/skills'))).toBe(false);
	await usagectl('skill --install', {columns: 80, answers: ['y']});
	for (const folder of ['.claude', '.cursor'])
		expect(readFileSync(at(`${folder}/skills/usagectl/SKILL.md`), 'utf8')).toBe(stdout);
	expect(existsSync(at('.agents'))).toBe(false);
	expect(await usagectl('skill --install')).toMatchObject({exitCode: 2, stderr: expect.stringContaining('--yes')});
	expect((await usagectl('skill --install --for agents,copilot --yes')).stderr).toBe(
		'note: wrote .agents/skills/usagectl/SKILL.md\nnote: wrote .github/skills/usagectl/SKILL.md\n',
	);
	expect((await usagectl('skill --install --dry-run')).stdout).toMatch(
		/^\.agents\/skills.*\n\.claude.*\n\.cursor.*\n$/,
	);
});

test('--install writes nothing through a link of the folder', async () => {
	const at = enter('.claude', 'elsewhere');
	symlinkSync(at('elsewhere'), at('.claude/skills'));
	expect((await usagectl('skill --install --yes')).exitCode).not.toBe(0);
	expect(existsSync(at('elsewhere/usagectl'))).toBe(false);
});
