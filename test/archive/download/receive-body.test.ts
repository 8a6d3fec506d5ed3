import {open, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {receiveBody, validateDownloadResponse} from '../../../src/archive/download/receive-body.ts';
import type {HttpResponse} from '../../../src/ports.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const answer = (headers: HttpResponse['headers'], texts: readonly string[] = []): HttpResponse => ({
	status: 200,
	headers,
	body: Object.assign(
		(async function* () {
			for (const text of texts) yield Buffer.from(text);
		})(),
		{destroy: () => undefined},
	),
});

test('reports a web page instead of the file as a retryable network error', () => {
	for (const type of ['text/html', 'TEXT/HTML; charset=utf-8'])
		expect(() => validateDownloadResponse(answer({'content-type': type}))).toThrow(
			expect.objectContaining({
				kind: 'network',
				message: 'the download host sent a web page instead of the file',
				details: expect.objectContaining({httpStatus: 200, retryable: true}),
			}),
		);
	for (const headers of [{}, {'content-type': 'application/zip'}, {'content-type': 'application/text/html'}])
		expect(() => validateDownloadResponse(answer(headers))).not.toThrow();
});

const received = async (headers: HttpResponse['headers'], maxBytes = 100) => {
	const path = join(temporaryFolder(), 'file');
	const file = await open(path, 'wx');
	const steps: number[] = [];
	try {
		const options = {maxBytes, advance: (bytes: number) => steps.push(bytes)};
		const {size, sha256} = await receiveBody(answer(headers, ['abc', 'de']), file, options);
		return {size, sha256, steps, text: await readFile(path, 'utf8')};
	} finally {
		await file.close();
	}
};

test.each([
	['of a length that was not said', {}],
	['as long as was said', {'content-length': '5'}],
	['of a length that nobody can read', {'content-length': 'five'}],
	['of a length with more than digits', {'content-length': 'x3'}],
	['packed on its way, which the length counts', {'content-length': '3', 'content-encoding': 'gzip'}],
])('writes, counts and hashes a body %s', async (_, headers) => {
	expect(await received(headers)).toEqual({
		size: 5,
		// printf abcde | sha256sum
		sha256: '36bbe50ed96841d10443bcb670d6554f0a34b761be67ec9c4a8ad2c0c44ca42c',
		steps: [3, 2],
		text: 'abcde',
	});
});

test('rejects a body that ends early or is larger than its listing allows', async () => {
	await expect(received({'content-length': '6'})).rejects.toMatchObject({
		kind: 'network',
		message: 'the transfer ended after 5 of 6 bytes',
	});
	await expect(received({}, 4)).rejects.toThrow('larger than 4 bytes');
	await expect(received({}, 5)).resolves.toMatchObject({size: 5});
});
