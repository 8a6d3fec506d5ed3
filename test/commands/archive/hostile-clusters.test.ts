import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {brotliCompressSync, gzipSync} from 'node:zlib';
import {expect, onTestFinished, test} from 'vitest';
import {createRandom, mutate} from '../../support/data/mutate.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {laws} from '../../support/laws/laws.ts';
import {start} from '../../support/program/child.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** Clusters that accept a user and then misbehave: no run believes them, sends anything elsewhere, or outlives its time limit. */

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
type Engine = 'trino' | 'clickhouse';
type Expected = readonly [exitCode: number, message: RegExp];
type Case = readonly [what: string, answer: Answer, ...Expected];

const first: Readonly<Record<Engine, string>> = {
	trino: JSON.stringify({stats: {state: 'FINISHED'}, columns: [{name: 'x', type: 'integer'}], data: [[1]]}),
	clickhouse: '["1"]\n["UInt8"]\n[1]\n',
};

/** Serves a cluster that answers the first statement well, and others as told; `met` has what it received then. */
async function serveCluster(engine: Engine, answer: Answer) {
	const met: IncomingMessage[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		response.setHeader('set-cookie', 'canary=1');
		if (Buffer.concat(chunks).toString() === 'SELECT 1') return void response.end(first[engine]);
		met.push(request);
		if (request.method === 'DELETE') response.end();
		else answer(response, request);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	return {url: `${engine}://ada@127.0.0.1:${port}/${engine === 'trino' ? 'c/s' : 'd'}`, met};
}

/** A server that nothing may reach; how often something did. */
async function serveElsewhere() {
	let requests = 0;
	const server = createServer((_, response) => void response.end(String(++requests))).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	return {port: (server.address() as AddressInfo).port, count: () => requests};
}

const elsewhere = {port: 0};
const send =
	(body: string | Uint8Array, headers: Record<string, string> = {}, status = 200): Answer =>
	response => {
		response.writeHead(status, headers).end(body);
	};
const endless =
	(chunk: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
	response => {
		if (!response.headersSent) response.writeHead(200, headers);
		const more = () => {
			while (!response.destroyed && response.write(chunk));
		};
		response.on('drain', more);
		more();
	};
const redirect =
	(status: number): Answer =>
	response => {
		response.writeHead(status, {location: `http://127.0.0.1:${elsewhere.port}/v1/statement`}).end();
	};
const onSocket =
	(act: (socket: NonNullable<ServerResponse['socket']>) => void): Answer =>
	({socket}) => {
		if (socket) act(socket);
	};
const late = /took longer than|not complete within/;
const tooLarge = /larger than/;
const closed = /closed the connection/;

const large = Buffer.alloc(2 ** 24, ' ');
const blanks = {gzip: gzipSync(large), brotli: brotliCompressSync(large)};

/** What each engine may do. `not`: the message for a response that is not from this engine. */
const common = (not: RegExp, status: RegExp): readonly Case[] => [
	['never answers', () => undefined, 5, late],
	[
		'sends a byte now and then',
		response => {
			response.writeHead(200);
			const timer = setInterval(() => response.write(' '), 20);
			response.on('close', () => clearInterval(timer));
		},
		5,
		late,
	],
	...[301, 302, 303, 307, 308].map((code): Case => [`redirects with ${code}`, redirect(code), 4, status]),
	['sends a huge header', send('', {x: 'x'.repeat(2 ** 18)}), 4, /not HTTP/],
	['does not speak HTTP', onSocket(socket => socket.end('SSH-2.0-x\r\n')), 4, /not HTTP/],
	['resets the connection', onSocket(socket => socket.resetAndDestroy()), 5, closed],
	[
		'closes the connection in the middle',
		onSocket(socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n[')),
		5,
		closed,
	],
	['sends a web page', send('<!DOCTYPE html><title>Sign in</title>'), 4, not],
	['sends nothing', send(''), 4, not],
	['sends no content', send('', {}, 204), 4, status],
	['sends null', send('null'), 4, not],
	['sends a number', send('1'), 4, not],
	['sends bytes that are not text', send(Buffer.from([0x5b, 0xff, 0xfe, 0x5d])), 4, not],
	[
		'sends a truncated gzip',
		send(gzipSync('[]'.repeat(1000)).subarray(0, 20), {'content-encoding': 'gzip'}),
		4,
		/not HTTP/,
	],
	['sends a gzip that is none', send('[]', {'content-encoding': 'gzip'}), 4, /not HTTP/],
	['uses an encoding that nobody requested', send('[]', {'content-encoding': 'zstd'}), 4, /not HTTP/],
	['sends a bomb of gzip', send(blanks.gzip, {'content-encoding': 'gzip'}), 4, tooLarge],
	['sends a bomb of brotli', send(blanks.brotli, {'content-encoding': 'br'}), 4, tooLarge],
	['sends text without end', endless(' '.repeat(2 ** 16)), 4, tooLarge],
	['sends empty lists without end', endless('[],'.repeat(2 ** 14)), 4, /more than [0-9,]+ values|larger than/],
];

const name = (one: string, type = 'varchar') => ({name: one, type});
/** The columns of the first statement about crashes. */
const columns = [
	...['fingerprint', 'class', 'method', 'message', 'stack'].map(each => name(each)),
	name('lines', 'bigint'),
	name('day'),
];
const row = ['00aa', 'E', 'f', 'm', 's', 1, '2026-10-01'];
const page =
	(members: object, next?: string): Answer =>
	(response, {headers}) => {
		const nextUri = next ?? `http://${headers.host}/v1/statement/1`;
		response.end(
			JSON.stringify({
				stats: {state: next === '' ? 'FINISHED' : 'RUNNING'},
				...(next === '' ? {} : {nextUri}),
				...members,
			}),
		);
	};
const last = (members: object) => page(members, '');
/** The first answer to the POST, and the other one to what follows. */
const pages =
	(one: Answer, other: Answer): Answer =>
	(response, request) =>
		(request.method === 'POST' ? one : other)(response, request);
const unfit = /does not fit the query/;
const data = (...rows: readonly unknown[][]) => ({columns, data: rows});
const changed = (at: number, value: unknown) => row.map((cell, index) => (index === at ? value : cell));
const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;

const trinos: readonly Case[] = [
	...common(/not from Trino/, /HTTP \d+, so it is probably not Trino/),
	['answers with HTTP 500', send('x', {}, 500), 5, /HTTP 500/],
	['names a next page on another host', page({}, 'http://localhost:1/x'), 4, /not at http/],
	['names a next page on another port', page({}, 'http://127.0.0.1:1/x'), 4, /not at http/],
	['names a next page over TLS', page({}, 'https://127.0.0.1/x'), 4, /not at http/],
	['names a next page that is a number', last({nextUri: 1}), 4, /not from Trino/],
	['never finishes', page({}), 5, late],
	['sends pages with rows without end', page(data(changed(4, 'x'.repeat(2 ** 18)))), 4, tooLarge],
	['is still running without a next page', last({columns, stats: {state: 'RUNNING'}}), 4, /ends before/],
	['has failed without an error', last({columns, stats: {state: 'FAILED'}}), 4, /ends before/],
	['sends no columns', last({}), 4, /ends before/],
	['sends columns without types', last({columns: [{name: 'x'}], data: [[1]]}), 4, /not from Trino/],
	[
		'sends rows before it sends columns',
		pages(page({data: [row]}), last(data(row))),
		4,
		/7 values|columns of the result change/,
	],
	[
		'changes the columns between pages',
		pages(page(data(row)), last({columns: columns.toReversed(), data: [row]})),
		4,
		/columns of the result change/,
	],
	['sends a row that is too long', last(data([...row, 'x'])), 4, /7 columns, but a row has 8/],
	['sends a row that is too short', last(data(row.slice(1))), 4, /7 columns, but a row has 6/],
	['sends other columns than the query selects', send(first.trino), 4, unfit],
	[
		'sends NaN',
		send(JSON.stringify({stats: {state: 'FINISHED'}, ...data(changed(5, 0))}).replace('0,"2026', 'NaN,"2026')),
		4,
		/not from Trino/,
	],
	['sends NaN as a count', last(data(changed(5, 'NaN'))), 4, unfit],
	['sends a negative count', last(data(changed(5, -1))), 4, unfit],
	['sends a fraction as a count', last(data(changed(5, 0.5))), 4, unfit],
	[
		'sends a count that JSON cannot hold',
		send(JSON.stringify({stats: {state: 'FINISHED'}, ...data(changed(5, 7e7))}).replace('70000000', '1e999')),
		4,
		/53 bits/,
	],
	['sends a number as text', last(data(changed(1, 7))), 4, unfit],
	['sends a word as a day', last(data(changed(6, 'yesterday'))), 4, unfit],
	[
		'sends lists in lists',
		send(JSON.stringify({stats: {state: 'FINISHED'}, ...data(changed(4, '@'))}).replace('"@"', deep)),
		4,
		/too many levels|unfit|fit the query|more than/,
	],
	[
		'reports an error with control characters',
		last({error: {message: '\u001b[2J\u202ex', errorType: 'INTERNAL_ERROR'}}),
		5,
		/\\u\{1b\}.*\\u\{202e\}x/,
	],
	['reports an error that is an object', last({error: {message: {}, errorType: {}, errorName: []}}), 5, /object/],
	['reports null as its error', last({error: null, columns, data: []}), 4, /not from Trino/],
];

const lines = (...each: readonly unknown[]) =>
	each.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
const head = [columns.map(each => each.name), columns.map(({type}) => (type === 'bigint' ? 'UInt64' : 'String'))];
const failed = (text: string) => send(text, {'x-clickhouse-exception-code': '1'}, 500);
const clickHouses: readonly Case[] = [
	...common(/not from ClickHouse/, /not from ClickHouse/),
	['sends names without types', send(lines(head[0])), 4, /not from ClickHouse/],
	['sends fewer types than names', send(lines(head[0], ['String'])), 4, /not from ClickHouse/],
	['ends in the middle of a row', send(lines(...head, row).slice(0, -5)), 4, /not from ClickHouse/],
	['ends before the end of a line', send(lines(...head, row).slice(0, -1)), 4, /not from ClickHouse/],
	[
		'does not say where its response ends',
		onSocket(socket => socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${lines(...head)}`)),
		4,
		/not from ClickHouse/,
	],
	[
		'reports an error in the middle',
		send(lines(...head, row, 'Code: 241. DB::Exception: memory. (X)')),
		4,
		/not from ClickHouse/,
	],
	['sends a row that is too long', send(lines(...head, [...row, 'x'])), 4, /7 columns, but a row has 8/],
	['sends a row that is too short', send(lines(...head, row.slice(1))), 4, /7 columns, but a row has 6/],
	['sends other columns than the query selects', send(first.clickhouse), 4, unfit],
	['sends NaN', send(lines(...head, JSON.stringify(row).replace('1,', 'NaN,'))), 4, /not from ClickHouse/],
	['sends a negative count', send(lines(...head, changed(5, '-1'))), 4, unfit],
	['sends an infinite count', send(lines(...head, JSON.stringify(row).replace('1,', '1e999,'))), 4, /too large/],
	['sends a word as a day', send(lines(...head, changed(6, 'yesterday'))), 4, unfit],
	[
		'sends lists in lists',
		send(lines(...head, JSON.stringify(changed(4, '@')).replace('"@"', deep))),
		4,
		/too many levels|more than/,
	],
	[
		'reports an error with control characters',
		failed('Code: 1000. DB::Exception: \u001b[2J\u202ex (SOME_NAME)'),
		5,
		/\\u\{1b\}.*\\u\{202e\}x/,
	],
	[
		'reports an error that is slow to read',
		failed('Code: 1. DB::Exception: '.repeat(20_000) + '.'.repeat(400_000)),
		4,
		/not from ClickHouse/,
	],
	[
		'reports an error of many dots',
		failed(`Code: 1000. DB::Exception: ${'.'.repeat(900_000)}x(SOME_NAME)`),
		5,
		/clickhouse at/,
	],
];

const run = async (engine: Engine, answer: Answer, flags: string) => {
	const cluster = await serveCluster(engine, answer);
	const other = await serveElsewhere();
	elsewhere.port = other.port;
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder(), USAGECTL_ENGINE_PASSWORD: 'canary-pass-71'};
	const line = `${flags} --engine ${cluster.url} --retries 0 --max-answer 1MiB --timeout 1s`;
	const ended = await usagectl(line, {env});
	expect(other.count()).toBe(0);
	expect(cluster.met.filter(({headers}) => headers.cookie)).toEqual([]);
	return ended;
};

const both = [
	...trinos.map(each => ['trino', ...each] as const),
	...clickHouses.map(each => ['clickhouse', ...each] as const),
];
test.each(both)('a cluster of %s that %s', async (engine, _, answer, exitCode, message) => {
	const ended = await run(engine, answer, 'exceptions top -o csv');
	expect(ended.stderr.match(/^error: .*$/gm)).toEqual([expect.stringMatching(message)]);
	expect(ended).toMatchObject({stdout: '', exitCode});
});

test('there are forty misbehaviors', () => {
	expect(new Set(both.map(([, what]) => what)).size).toBeGreaterThanOrEqual(40);
});

const good = {
	trino: JSON.stringify({stats: {state: 'FINISHED'}, ...data(row, row, row)}),
	clickhouse: lines(...head, row, row, row),
};
test.each(['trino', 'clickhouse'] as const)(
	'a mutated response of %s is an error or a table, never a bug',
	async engine => {
		const read = (body: string | Buffer) => run(engine, send(body), "query 'SELECT * FROM exceptions' -o csv");
		expect((await read(good[engine])).stdout.split('\n')).toHaveLength(5);
		const random = createRandom(20_261_126);
		for (let count = 0; count < laws(15).numRuns; count++) {
			const body = mutate(Buffer.from(good[engine]), random);
			const {exitCode, stderr} = await read(body);
			expect([0, 4, 5], `${body}\n${stderr}`).toContain(exitCode);
			if (body.length < good[engine].length && good[engine].startsWith(`${body}`)) expect(exitCode, `${body}`).toBe(4);
		}
	},
);

const withoutEnd =
	(beginning: string, status = 200): Answer =>
	(response, request) => {
		response.writeHead(status).write(beginning);
		endless('x'.repeat(2 ** 20), {})(response, request);
	};
/** Members of gzip, one after the other, are one text. */
const bomb = Buffer.concat(Array(32).fill(gzipSync(Buffer.alloc(2 ** 24, 'x'))));
test.each([
	[
		'trino',
		'one cell without end',
		withoutEnd('{"stats":{"state":"FINISHED"},"columns":[{"name":"x","type":"varchar"}],"data":[["'),
	],
	['clickhouse', 'one cell without end', withoutEnd('["x"]\n["String"]\n["')],
	['trino', 'half a gigabyte in gzip', send(bomb, {'content-encoding': 'gzip'})],
	['clickhouse', 'half a gigabyte in gzip', send(bomb, {'content-encoding': 'gzip'})],
	['clickhouse', 'an error without end', withoutEnd('Code: 1. DB::Exception: ', 500)],
] as const)('%s with %s ends in little memory', async (engine, _, answer) => {
	const {url} = await serveCluster(engine, answer);
	const child = start(['exceptions', 'top', '--engine', url], {
		env: {USAGECTL_CONFIG_DIR: temporaryFolder(), USAGECTL_ENGINE_PASSWORD: 'x'},
	});
	const ended = await child.ended;
	expect(ended).toMatchObject({
		code: 4,
		stdout: '',
		stderr: expect.stringMatching(/^error: .* is larger than 8MiB\nhint: /),
	});
});

test('a password is not sent over plain HTTP to another machine, unless --insecure-http allows it', async () => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder(), USAGECTL_ENGINE_PASSWORD: 'canary-pass-71'};
	const ended = await usagectl('exceptions top --engine trino://ada@192.0.2.1/c/s', {env});
	expect(ended).toMatchObject({
		exitCode: 2,
		stderr: expect.stringMatching(/plain http.*\nhint: .*trinos:\/\/.*--insecure-http/),
	});
});
