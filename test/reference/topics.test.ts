import {expect, test} from 'vitest';
import {pageSummaries, topics} from '../../src/reference/topics.ts';
import {tables} from '../../src/sandbox/store/sandbox-tables.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Lines to be copied, which may not be broken. */
const isCode = (line: string) => /^\s+\S/.test(line);

test.each(Object.keys(topics))('help %s fits a terminal of 80 columns', async name => {
	const {stdout, stderr, exitCode} = await usagectl(`help ${name}`);
	expect({stderr, exitCode}).toEqual({stderr: '', exitCode: 0});
	expect(stdout.split('\n').filter(line => line.length > (isCode(line) ? 110 : 80))).toEqual([]);
});

test('help sandbox describes every column of every table', async () => {
	const {stdout} = await usagectl('help sandbox');
	for (const {name, columns} of tables) {
		const described = stdout.split(`\n  ${name}: `)[1]?.split('\n\n')[0] ?? '';
		for (const column of columns) expect(described).toMatch(new RegExp(`[ :]${column.name} +[A-Z]`));
	}
});

test('help topics lists every topic', async () => {
	expect((await usagectl('--help')).stdout).toContain('Topics: usagectl help topics');
	const {stdout} = await usagectl('help topics');
	const listed = [...stdout.matchAll(/^ {2}([\w-]+) {2}/gm)].map(([, name]) => name);
	expect(listed).toEqual([...Object.keys(topics), ...Object.keys(pageSummaries)]);
});

test('suggests the topic for a misspelled name', async () => {
	expect(await usagectl('help fliters')).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('did you mean usagectl help filters'),
	});
	expect(await usagectl('help constructor')).toMatchObject({exitCode: 2});
});
