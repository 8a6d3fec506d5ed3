import {expect, test} from 'vitest';
import {globalFlags} from '../../src/cli/definition/globals.ts';
import {commandTree} from '../../src/command-table.ts';
import {exitCodes} from '../../src/errors.ts';
import {topics} from '../../src/reference/topics.ts';
import {usagectl} from '../support/program/usagectl.ts';

test('help --json prints every command with its flags, groups, topics and exit codes', async () => {
	const {stdout, exitCode} = await usagectl('help --json');
	const tree = JSON.parse(stdout);
	expect(exitCode).toBe(0);
	expect(tree.commands.map(({path}: {path: string}) => path)).toEqual(
		commandTree.commands.filter(({hidden}) => !hidden).map(({path}) => path),
	);
	expect(tree.groups).toEqual(commandTree.groups);
	expect(tree.topics).toEqual(Object.keys(topics));
	expect(tree.exitCodes.map(({code}: {code: number}) => code).sort()).toEqual([0, ...Object.values(exitCodes)].sort());
	for (const {path, flags, examples, summary} of tree.commands) {
		expect(summary, path).not.toBe('');
		expect(examples.length, path).toBeGreaterThan(0);
		for (const flag of flags)
			expect(flag, path).toMatchObject({flags: expect.stringMatching(/^-/), summary: expect.stringMatching(/\S/)});
	}
	expect(tree.commands.find(({path}: {path: string}) => path === 'report current').flags).toContainEqual(
		expect.objectContaining({name: 'status', summary: 'Count new, active or lost (default: new,active)'}),
	);
});

test('no flag of a command has the name of a common flag', async () => {
	const taken = await Promise.all(
		commandTree.commands.map(async ({path, load}) =>
			// -p limits local data to a product, and the notes that keys set sets are those of keys.
			Object.keys((await load()).flags).flatMap(name =>
				name in globalFlags && name !== 'product' && `${path} ${name}` !== 'keys set notes' ? [`${path} ${name}`] : [],
			),
		),
	);
	expect(taken.flat()).toEqual([]);
});
