import {expect, test} from 'vitest';
import {findGroup} from '../../src/cli/find/command-tree.ts';
import {commandTree} from '../../src/command-table.ts';
import {usagectl} from '../support/program/usagectl.ts';

const help = async (line: string) => (await usagectl(line)).stdout;
const shown = commandTree.commands.filter(({hidden}) => !hidden);

test('a person finds the commands in at most 75', () => {
	expect(shown.length).toBeLessThanOrEqual(75);
});

test('the help of report current reaches its examples within 30 lines', async () => {
	const [before = ''] = (await help('report current --help')).split('Examples:\n');
	expect(before.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
});

test('a rare flag is in the list of all flags, and in the help of no command', async () => {
	const all = await help('help flags');
	const rare = new Set<string>();
	for (const {load} of shown)
		for (const {flags, rare: isRare} of Object.values((await load()).flags)) if (isRare) rare.add(flags);
	expect(rare.size).toBeGreaterThan(5);
	for (const flags of rare) expect(all).toContain(flags);
	for (const path of ['report current', 'keys update', 'exceptions sync', 'exceptions top', 'sandbox serve'])
		for (const flags of rare) expect(await help(`${path} --help`), path).not.toContain(flags);
});

test('a group lists its advanced commands last', async () => {
	for (const {path, advanced = []} of commandTree.groups) {
		const [, list = ''] = (await help(`${path} --help`)).split('\nAdvanced:\n');
		for (const word of advanced) {
			expect(shown.some(entry => `${entry.path} `.startsWith(`${path} ${word} `))).toBe(true);
			expect(list, path).toContain(`  ${word}`);
		}
	}
	expect(findGroup(commandTree, 'sandbox')?.advanced).toContain('options');
});
