import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {CliError} from '../../../src/errors.ts';
import {readJson} from '../../../src/language/source/read-json.ts';
import {readSources, readTextFile} from '../../../src/reports/request/expression-sources.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const reader = (stdin: string | Uint8Array = '') => ({
	terminal: {
		stdin: {
			isTTY: false,
			chunks: async function* () {
				const bytes = Buffer.from(stdin as string);
				for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
			},
		},
	} as never,
});
const file = async (content: string | Uint8Array) => {
	const path = join(temporaryFolder(), 'eu.txt');
	await writeFile(path, content);
	return path;
};

test('names each text by its origin', async () => {
	const path = await file('country=DE');
	const texts = ['ram=1', `@${path}`, '@-', 'ram=2', '{"a":1}'];
	expect(await readSources('--filter', texts, reader('touchScreen'))).toEqual([
		{name: '--filter', text: 'ram=1'},
		{name: path, text: 'country=DE'},
		{name: 'stdin', text: 'touchScreen'},
		{name: '--filter#4', text: 'ram=2'},
		{name: '--filter#5', text: '{"a":1}', readJson},
	]);
});

describe('reads encodings', () => {
	const text = 'prodEdition=Édition спец';
	test.each([
		['UTF-8', Buffer.from(text)],
		['UTF-8 with a mark', Buffer.from(`\u{feff}${text}`)],
		['UTF-16LE with a mark, as PowerShell 5.1 writes', Buffer.from(`\u{feff}${text}`, 'utf16le')],
	])('%s', async (_name, bytes) => {
		expect((await readTextFile(await file(bytes), reader())).text).toBe(text);
		expect((await readTextFile('-', reader(bytes))).text).toBe(text);
	});

	test.each([
		['Latin-1', Buffer.from(text, 'latin1').fill(0xe9, 12, 13)],
		['UTF-16LE without a mark', Buffer.from('abc', 'utf16le')],
		['an odd half of UTF-16', Buffer.from([0xff, 0xfe, 0x41])],
	])('rejects %s', async (_name, bytes) => {
		await expect(readTextFile(await file(bytes), reader())).rejects.toThrow(CliError);
	});
});

test.each([
	['a file that is not there', (folder: string) => join(folder, 'missing'), 'there is no such file'],
	['a folder', (folder: string) => join(folder, 'folder'), 'it is a folder'],
	['a file of more than 1 MB', (folder: string) => join(folder, 'long'), 'too large'],
])('rejects %s', async (_name, path, reason) => {
	const folder = temporaryFolder();
	await mkdir(join(folder, 'folder'));
	await writeFile(join(folder, 'long'), Buffer.alloc(1024 * 1024 + 1, 'a'));
	await expect(readTextFile(path(folder), reader())).rejects.toThrow(reason);
	await expect(readTextFile(path(folder), reader())).rejects.toMatchObject({kind: 'usage'});
});

test('reads standard input only once', async () => {
	await expect(readSources('--filter', ['@-', '@-'], reader())).rejects.toThrow('only once');
});
