import {expect, test} from 'vitest';
import {topics} from '../../src/reference/topics.ts';
import {usagectl, words} from '../support/usagectl.ts';

const names = Object.keys(topics);

test.each(names)('help %s', async name => {
	const {stdout, stderr, exitCode} = await usagectl(`help ${name}`);
	expect({stderr, exitCode}).toEqual({stderr: '', exitCode: 0});
	expect(stdout).toBe(topics[name]?.());
	expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(125);
});

test('the filters of the first screen are right', async () => {
	const examples = [...(topics.filters?.() ?? '').matchAll(/^ {2}--filter (?!@)(.+?)(?: {2,}.*)?$/gm)].map(
		match => match[1] ?? '',
	);
	expect(examples.length).toBeGreaterThan(10);
	for (const example of examples) {
		const [expression = ''] = words(example);
		expect(await usagectl(['filter', 'check', expression])).toMatchObject({exitCode: 0});
	}
});

test('a topic that is misspelt is found', async () => {
	expect(await usagectl('help fliters')).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('did you mean usagectl help filters'),
	});
	expect(await usagectl('help __proto__')).toMatchObject({exitCode: 2});
});
