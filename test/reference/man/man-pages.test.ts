import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {commandTree} from '../../../src/command-table.ts';
import {manPages} from '../../../src/reference/man/man-pages.ts';

const pages = await manPages(commandTree);
const format = (input: string) =>
	spawnSync('groff', ['-man', '-Tutf8', '-ww', '-rLL=200n', '-P-cbou'], {input, encoding: 'utf8'});
const hasGroff = spawnSync('groff', ['--version']).status === 0;

test.runIf(hasGroff)('groff renders every page without a warning, and its output can be copied', () => {
	// A warning names the page that .lf names.
	const {stdout, stderr, status} = format([...pages].map(([name, page]) => `.lf 1 ${name}\n${page}`).join(''));
	expect({stderr, status}).toEqual({stderr: '', status: 0});
	const {stdout: first} = format(pages.get('usagectl.1') ?? '');
	for (const {path, hidden} of commandTree.commands) if (!hidden) expect(first).toContain(`usagectl ${path}`);
	for (const text of [
		`--filter 'prodVersion~^4\\.(9|10)$'`,
		`--level 'os.version: each * limit 5'`,
		'usagectl query --archive crashes "FROM crashes LIMIT 5"',
		'--no-input',
		'USAGECTL_PASSWORD_FILE',
	])
		expect(stdout).toContain(text);
});

test('pages are ASCII, so that any troff reads them', () => {
	for (const [name, page] of pages) expect(page, name).toMatch(/^[\n\x20-\x7e]+$/);
});
