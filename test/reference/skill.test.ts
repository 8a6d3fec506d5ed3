import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {commandTree} from '../../src/command-table.ts';
import {exitCodeRows} from '../../src/reference/exit-code-meanings.ts';
import {recipes} from '../../src/reference/recipes.ts';
import {topics} from '../../src/reference/topics.ts';
import {usagectl} from '../support/program/usagectl.ts';

test('the instructions have the head of Agent Skills, and every command, topic, status and example', async () => {
	const {stdout} = await usagectl('help skill');
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
