import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {commandTree} from '../../src/commands/table.ts';
import {manPage} from '../../src/reference/man.ts';
import {readProjectFile} from '../support/reference.ts';

const format = (page: string) =>
	spawnSync('groff', ['-man', '-Tutf8', '-ww', '-rLL=200n', '-P-cbou'], {input: page, encoding: 'utf8'});
const hasGroff = spawnSync('groff', ['--version']).status === 0;

test.runIf(hasGroff)('groff takes the manual page without a warning, and what it shows can be copied', async () => {
	const {stdout, stderr, status} = format(await manPage(commandTree));
	expect({stderr, status}).toEqual({stderr: '', status: 0});
	for (const {path, hidden} of commandTree.commands) if (!hidden) expect(stdout).toContain(`usagectl ${path}`);
	for (const text of [
		`--filter 'prodVersion~^4\\.(1|2)$'`,
		`--level 'os.version: each * limit 5'`,
		'usagectl exceptions query crashes "FROM lines LIMIT 5"',
		'--no-input',
		'USAGECTL_PASSWORD_FILE',
	])
		expect(stdout).toContain(text);
});

test('is ASCII, so that any troff reads it', async () => {
	expect(await manPage(commandTree)).toMatch(/^[\n\x20-\x7e]+$/);
});

test('is named as npm links it: a list, not a text', () => {
	expect(JSON.parse(readProjectFile('package.json')).man).toEqual(['./man/usagectl.1']);
});
