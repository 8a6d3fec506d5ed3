import {spawnSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {commandTree} from '../../../src/commands/table.ts';
import {manPages} from '../../../src/reference/man/pages.ts';
import {readProjectFile} from '../../support/reference.ts';

const pages = await manPages(commandTree);
const format = (page: string) =>
	spawnSync('groff', ['-man', '-Tutf8', '-ww', '-rLL=200n', '-P-cbou'], {input: page, encoding: 'utf8'});
const hasGroff = spawnSync('groff', ['--version']).status === 0;

test.runIf(hasGroff)('groff takes every page without a warning, and what it shows can be copied', () => {
	const shown = [...pages].map(([name, page]) => {
		const {stdout, stderr, status} = format(page);
		expect({name, stderr, status}).toEqual({name, stderr: '', status: 0});
		return stdout;
	});
	for (const {path, hidden} of commandTree.commands) if (!hidden) expect(shown[0]).toContain(`usagectl ${path}`);
	const all = shown.join('');
	for (const text of [
		`--filter 'prodVersion~^4\\.(9|10)$'`,
		`--level 'os.version: each * limit 5'`,
		'usagectl exceptions query crashes "FROM lines LIMIT 5"',
		'--no-input',
		'USAGECTL_PASSWORD_FILE',
	])
		expect(all).toContain(text);
});

test('they are ASCII, so that any troff reads them', () => {
	for (const [name, page] of pages) expect(page, name).toMatch(/^[\n\x20-\x7e]+$/);
});

test('package.json lists them all, as npm links them', () => {
	expect(JSON.parse(readProjectFile('package.json')).man).toEqual([...pages.keys()].map(name => `./man/${name}`));
});
