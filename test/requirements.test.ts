import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {commandTree} from '../src/command-table.ts';

/** The table that says by which command and test each requirement of docs/service.md is met. */

const page = readFileSync(join(import.meta.dirname, '../docs/service.md'), 'utf8');
const table = readFileSync(join(import.meta.dirname, 'requirements.md'), 'utf8');
const rows = table
	.split('\n')
	.filter(line => /^\| (?!Requirement|-)/.test(line))
	.map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '').trim()));
const anchorsIn = (text: string) =>
	[...text.matchAll(/\]\((?:\.\.\/docs\/service\.md)?#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);

test('each requirement names a test that exists', () => {
	const open = rows.flatMap(([requirement = '', , held = '']) => {
		const [, file = '', title = ''] = /^`([^`]+)` (.+)$/.exec(held) ?? [];
		const path = join(import.meta.dirname, file);
		const isThere = title !== '' && existsSync(path) && readFileSync(path, 'utf8').includes(title);
		return isThere ? [] : [`${requirement}: ${held}`];
	});
	expect(open).toEqual([]);
	expect(rows.length).toBeGreaterThan(50);
});

test('each command of the table exists', () => {
	const paths = commandTree.commands.map(({path}) => path);
	const groups = new Set(
		paths.flatMap(path => path.split(' ').map((_, at, words) => words.slice(0, at + 1).join(' '))),
	);
	const words = rows.flatMap(([, command = '']) =>
		[...command.matchAll(/`([a-z][^`]*)`/g)].map(([, line = '']) => line),
	);
	const last = new Set(paths.map(path => path.split(' ').at(-1)));
	const unknown = words.filter(line => {
		const name = line.split(/ (?=[-/])/)[0] ?? '';
		return !groups.has(name) && !last.has(name);
	});
	expect(unknown).toEqual([]);
});

test('each chapter of the page is in the table or listed as omitted', () => {
	const [, index = ''] = /^\*\*Contents\.\*\*\n(.*?)^The test of each/ms.exec(page) ?? [];
	const told = new Set(anchorsIn(table));
	expect(anchorsIn(index).filter(anchor => !told.has(anchor))).toEqual([]);
	expect(anchorsIn(index).length).toBeGreaterThan(50);
});
