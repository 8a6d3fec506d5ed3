import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readLines} from '../../../src/commands/filter/compile-batch.ts';
import {usagectl} from '../../support/program/usagectl.ts';

type Case = {
	readonly id: string;
	readonly json?: object;
	readonly canonical?: string;
	readonly warning?: string;
	readonly note?: string;
	readonly error?: {readonly column: number; readonly line?: number; readonly contains: string; readonly code: string};
};
type Result = {
	readonly id: unknown;
	readonly json?: object;
	readonly canonical?: string;
	readonly warnings?: readonly string[];
	readonly notes?: readonly string[];
	readonly error?: {readonly line: number; readonly column: number; readonly code: string; readonly message: string};
};

const batch = async (lines: readonly string[]): Promise<readonly Result[]> => {
	const {stdout, stderr, exitCode} = await usagectl('filter compile --batch --today 2025-03-15', {
		stdin: lines.join('\n'),
	});
	expect({stderr, exitCode}).toEqual({stderr: '', exitCode: 0});
	return stdout
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line));
};

test('compiles every worked case in a batch, in the given order', async () => {
	const text = readFileSync(new URL('../../language/fixtures/cases.json', import.meta.url), 'utf8');
	const cases: readonly Case[] = JSON.parse(text);
	const results = await batch(
		cases.map(({json: _, canonical: _c, warning: _w, note: _n, error: _e, ...request}) => JSON.stringify(request)),
	);
	expect(results.map(({id}) => id)).toEqual(cases.map(({id}) => id));
	for (const [index, {id, json, canonical, warning = '', note = '', error}] of cases.entries()) {
		const result = results[index];
		if (error) {
			const {line = result?.error?.line, column, code, contains} = error;
			expect({id, ...result?.error}).toMatchObject({
				id,
				line,
				column,
				code,
				message: expect.stringContaining(contains),
			});
		} else {
			expect(JSON.stringify(result?.json)).toBe(JSON.stringify(json));
			expect(result?.canonical).toBe(canonical);
			expect(result?.warnings?.join('\n')).toContain(warning);
			expect(result?.notes?.join('\n')).toContain(note);
		}
	}
});

test('returns an error result for a line that is not a request', async () => {
	const lines = [
		'{"id":1,"kind":"filter","expr":"ram=8GB"}',
		'not json',
		'[]',
		'"text"',
		'null',
		'',
		'{"id":{"a":[2]},"kind":"sql","expr":"x"}',
		'{"kind":"filter"}',
		'{"id":4,"kind":"filter","expr":"x","report":"nope"}',
		'{"id":5,"kind":"key","expr":"expiryDate=today","today":"2024-02-29"}',
		'{"id":6,"kind":"filter","expr":"ram=8GB","report":"report churn events","dateSplit":null,"clientStatus":null}',
		'{"id":7,"kind":"filter","expr":"@file"}',
		'{"id":"constructor","kind":"constructor","expr":"x"}',
	];
	expect(await batch(lines)).toMatchObject([
		{id: 1, json: {ram: {type: 'number', value: 8192}}},
		{id: null, error: {line: 1, column: 1, code: 'bad-json', message: 'the line is not JSON'}},
		{id: null, error: {code: 'bad-request'}},
		{id: null, error: {code: 'bad-request'}},
		{id: null, error: {code: 'bad-request'}},
		{id: {a: [2]}, error: {code: 'bad-request', message: expect.stringContaining('filter, segment, level')}},
		{id: null, error: {code: 'bad-request'}},
		{id: 4, error: {code: 'bad-report', message: "there is no report 'nope'"}},
		{id: 5, json: {expiryDate: {type: 'date', value: '2024-02-29'}}},
		{id: 6, canonical: 'ram=8GB'},
		{id: 7, error: {code: 'at-file'}},
		{id: 'constructor', error: {code: 'bad-request'}},
	]);
});

test('returns errors with a message, expected forms or suggestions, and a position', async () => {
	const errors = async (...lines: readonly string[]) =>
		(await batch(lines)).map(({error}) => error && `${error.line}:${error.column} ${error.message}`);
	const noRequest = '1:1 the line is not a JSON object with id, kind and expr';
	expect(await errors('7', 'null', '[]')).toEqual([noRequest, noRequest, noRequest]);
	expect(
		await errors(
			'{"kind":"filter","expr":5}',
			'{"kind":"sql","expr":"x"}',
			'{"kind":"levels","expr":"os.platform"}',
			'{"kind":"keyfilter","expr":"licenseType=a"}',
			'{"kind":"filter","expr":"ram=8GB","report":7}',
			'{"kind":"filter","expr":"prodVersio=4"}',
			'{"kind":"filter","expr":"ram=8GB and\\nram=8 potato"}',
			'{"kind":"filter","expr":"prodVersion="}',
			'{"kind":"level","expr":"prodVersion\\nos.platform","report":null,"today":7,"dateSplit":7}',
			'{"kind":"filter","expr":"dateInstalled=today","today":7}',
			'{"kind":"key","expr":"licenseType=a","report":"report events table"}',
		),
	).toEqual([
		'1:1 expr must be a string',
		...Array.from({length: 3}, () => '1:1 kind must be filter, segment, level, event or key'),
		"1:1 there is no report '7'",
		"1:1 there is no property 'prodVersio'\ndid you mean prodVersion?",
		"2:7 ram has no unit 'potato'\nexpected mb, gb or tb",
		expect.stringMatching(/^1:12 a value is missing after '='\nexpected a value\ncheck for an empty/),
		undefined,
		undefined,
		undefined,
	]);
});

test('reads complete lines wherever the stream is split, with any line ending', async () => {
	const bytes = Buffer.from('{"a":"é"}\r\n\n{"b":"😀"}\nlast');
	async function* cut(size: number) {
		for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
	}
	for (const size of [1, 2, 3, 5, 100]) {
		const lines: string[] = [];
		for await (const some of readLines(cut(size))) lines.push(...some.map(line => line.trim()));
		expect(lines).toEqual(['{"a":"é"}', '', '{"b":"😀"}', 'last']);
	}
});

test('rejects an endless line before it fills the memory', async () => {
	let taken = 0;
	async function* endless() {
		for (const chunk = Buffer.alloc(2 ** 22, 'a'); ; taken++) yield chunk;
	}
	const read = async () => {
		for await (const some of readLines(endless())) expect(some).toEqual([]);
	};
	await expect(read()).rejects.toMatchObject({
		kind: 'usage',
		message: 'a line is longer than 16 MB',
		details: {hint: 'end each JSON object with a line break'},
	});
	expect(taken).toBe(4);
});

test('stops at bytes that are not UTF-8', async () => {
	for (const stdin of [Buffer.from([0x7b, 0xff, 0x0a]), Buffer.from([0xe2, 0x82])]) {
		const {exitCode, stderr} = await usagectl('filter compile --batch', {stdin});
		expect({exitCode, stderr}).toMatchObject({exitCode: 2, stderr: expect.stringContaining('not UTF-8')});
	}
});
