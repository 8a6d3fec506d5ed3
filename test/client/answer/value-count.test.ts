import {gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import {connected} from '../../support/program/connected.ts';
import {hostileServer, reply} from '../../support/service/hostile-server.ts';

/** Asks for a date in an answer that has the text beside it, packed. 1 MiB may hold 65,536 values. */
async function ask(beside: string) {
	const body = `{"status":"OK","results":"x","oldestDate":"2023-06-30","beside":${beside}}`;
	const server = await hostileServer(reply(gzipSync(body), {headers: {'content-encoding': 'gzip'}}));
	const {client} = await connected(server.address, {maxAnswerBytes: 2 ** 20});
	return client.call(endpoints.meta.oldestReportedDate, {}, {product: 1}).then(
		({oldestDate}) => oldestDate,
		error =>
			`${error.kind} ${error.details.code}: ${error.message.replace(/127.*:\d+/, 'HOST')}, ${error.details.hint}`,
	);
}

const values = (text: string, count: number) => `[${Array(count).fill(text).join()}]`;

test.each([
	['zeros', values('0', 65_529)],
	['blanks', `[${' '.repeat(1_000_000)}]`],
	['a long text', JSON.stringify('x'.repeat(1_000_000))],
])('reads a large but cheap answer: %s', async (_, beside) => {
	expect(await ask(beside)).toBe('2023-06-30');
});

const tooMany =
	'refused too-large: the response of HOST contains more than 65,536 values, narrow the request (a shorter range, fewer levels, a filter), or raise the limit: --max-answer 8MiB';
test.each([
	['zeros', values('0', 65_537)],
	['objects', values('{}', 32_769)],
	['lists', values('[]', 32_769)],
	['labels that begin with a digit', `{${Array.from({length: 65_537}, (_, at) => `"${at}":0`).join()}}`],
	['escapes', `"${'\\\\'.repeat(32_769)}"`],
])('rejects an answer that would take many times its size before parsing it: %s', async (_, beside) => {
	expect(await ask(beside)).toBe(tooMany);
});

test('rejects a larger answer, and says how to accept it', async () => {
	expect(await ask(JSON.stringify('x'.repeat(2 ** 20)))).toMatch(
		/^refused too-large: the response of HOST is larger than 1MiB, .*--max-answer 8MiB$/,
	);
});
