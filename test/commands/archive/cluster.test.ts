import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** Clusters that answer wrongly, or not at all: the exit code, one line, and what to do. */

type Reply = (sql: string, response: ServerResponse, request: IncomingMessage) => void;

/** A server on loopback that answers each text that is posted; its port. */
async function serve(reply: Reply): Promise<number> {
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk);
		reply(Buffer.concat(chunks).toString(), response, request);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return (server.address() as AddressInfo).port;
}

const secret = 'pass-2f4c-word';
const run = async (line: string, {answers = [], password}: {answers?: readonly string[]; password?: string} = {}) => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder(), ...(password ? {USAGECTL_ENGINE_PASSWORD: password} : {})};
	const {exitCode, stdout, stderr} = await usagectl(line, {
		env,
		clock: fakeClock(),
		...(answers.length > 0 ? {columns: 80, answers} : {}),
	});
	expect(stdout + stderr).not.toContain(secret);
	return {exitCode, stdout, said: stderr.match(/^(?:error|hint): .*$/gm)};
};

/** Trino as far as it is needed: a page that says where the answer is, and the answer. */
const trino = (answers: (sql: string) => object | 'dies'): Reply => {
	let asked = '';
	return (sql, response, {method, headers}) => {
		if (method === 'POST') asked = sql;
		const found = answers(asked);
		if (method !== 'POST' && found === 'dies') return void response.destroy();
		const next = {nextUri: `http://${headers.host}/v1/statement/1`};
		response.setHeader('content-type', 'application/json');
		response.end(
			JSON.stringify({id: '1', stats: {state: 'FINISHED'}, ...(method === 'POST' || found === 'dies' ? next : found)}),
		);
	};
};
const one = {columns: [{name: 'x', type: 'integer'}], data: [[1]]};
const fails = (errorName: string, errorType: string) => ({
	error: {message: `line 1:2: it is ${errorName}`, errorName, errorType},
});
const onlyFirst = (then: object | 'dies') => trino(sql => (sql === 'SELECT 1' ? one : then));
const status =
	(code: number, text = 'nothing'): Reply =>
	(_, response) => {
		response.writeHead(code);
		response.end(text);
	};

const redirect: Reply = (_, response) => void response.writeHead(307, {location: '/v1/statement'}).end();

const trinos: readonly (readonly [what: string, reply: Reply, exitCode: number, says: RegExp, hint: RegExp])[] = [
	[
		'no table',
		onlyFirst(fails('TABLE_NOT_FOUND', 'USER_ERROR')),
		4,
		/\(c\.s\): it is TABLE_NOT_FOUND/,
		/engine-setup LOCATION/,
	],
	['an old layout', onlyFirst(fails('COLUMN_NOT_FOUND', 'USER_ERROR')), 4, /it is COLUMN_NOT_FOUND/, /outdated layout/],
	[
		'SQL it does not know',
		onlyFirst(fails('SYNTAX_ERROR', 'USER_ERROR')),
		4,
		/it is SYNTAX_ERROR/,
		/version of the engine/,
	],
	[
		'too little memory',
		onlyFirst(fails('EXCEEDED_LOCAL_MEMORY_LIMIT', 'INSUFFICIENT_RESOURCES')),
		4,
		/MEMORY/,
		/request less/,
	],
	['no rights', onlyFirst(fails('PERMISSION_DENIED', 'USER_ERROR')), 3, /PERMISSION_DENIED/, /read access/],
	[
		'a failure of its own',
		onlyFirst(fails('GENERIC_INTERNAL_ERROR', 'INTERNAL_ERROR')),
		5,
		/GENERIC/,
		/try again later/,
	],
	['death in the middle', onlyFirst('dies'), 5, /closed the connection|socket hang up/, /check --engine/],
	['a page of something else', status(200, '<html>'), 4, /not from Trino/, /engine and the port/],
	['rows that are none', onlyFirst({...one, data: [1]}), 4, /not from Trino/, /engine and the port/],
	[
		'an answer that is cut off',
		onlyFirst({...one, stats: {state: 'RUNNING'}}),
		4,
		/ends before/,
		/engine and the port/,
	],
	['an answer without columns', onlyFirst({}), 4, /ends before/, /engine and the port/],
	[
		'a next page elsewhere',
		onlyFirst({nextUri: 'http://127.0.0.2:1/'}),
		4,
		/not at http:.*127\.0\.0\.1/,
		/engine and the port/,
	],
	[
		'an answer without an end',
		onlyFirst({...one, stats: {state: 'x'.repeat(2 ** 20)}}),
		4,
		/larger than/,
		/--max-answer/,
	],
	['HTTP 404', status(404), 4, /HTTP 404/, /engine and the port/],
	['HTTP 403', status(403), 3, /over plain HTTP; try trinos:\/\//, /read access/],
	['HTTP 503', status(503), 5, /HTTP 503/, /check --engine/],
	['a redirect', redirect, 4, /HTTP 307/, /engine and the port/],
];
test.each(trinos)('Trino with %s', async (_, reply, exitCode, says, hint) => {
	const found = await run(`exceptions top --engine trino://ada@127.0.0.1:${await serve(reply)}/c/s --max-answer 1M`);
	expect(found.said).toEqual([expect.stringMatching(says), expect.stringMatching(hint)]);
	expect(found.exitCode).toBe(exitCode);
});

const code =
	(number: number): Reply =>
	(sql, response) => {
		if (/SELECT 1\b/.test(sql)) return void response.end('["1"]\n["UInt8"]\n[1]\n');
		response.writeHead(500, {'x-clickhouse-exception-code': number});
		response.end(`Code: ${number}. DB::Exception: it is ${number}. (SOME_NAME) (version 26.7)`);
	};
const dies: Reply = (sql, response) => {
	if (/SELECT 1\b/.test(sql)) return void response.end('["1"]\n["UInt8"]\n[1]\n');
	response.writeHead(200, {'transfer-encoding': 'chunked'});
	response.write('["a"]\n["UInt8"]\n');
	setImmediate(() => response.destroy());
};
const clickHouses: typeof trinos = [
	['no table', code(60), 4, /\(d\): it is 60/, /engine-setup LOCATION/],
	['an old layout', code(47), 4, /it is 47/, /outdated layout/],
	['too little memory', code(241), 4, /it is 241/, /request less/],
	['no rights', code(497), 3, /it is 497/, /read access/],
	['death in the middle', dies, 5, /closed the connection|aborted|socket/, /check --engine/],
	['a page of something else', status(200, '<html>'), 4, /not from ClickHouse/, /engine and the port/],
	['rows that are none', status(200, '1\n2\n3\n'), 4, /not from ClickHouse/, /engine and the port/],
	['HTTP 404', status(404), 4, /not from ClickHouse/, /engine and the port/],
	['a redirect', redirect, 4, /not from ClickHouse/, /engine and the port/],
];
test.each(clickHouses)('ClickHouse with %s', async (_, reply, exitCode, says, hint) => {
	const found = await run(`exceptions top --engine clickhouse://ada@127.0.0.1:${await serve(reply)}/d`);
	expect(found.said).toEqual([expect.stringMatching(says), expect.stringMatching(hint)]);
	expect(found.exitCode).toBe(exitCode);
});

test.each(['trino://ada@127.0.0.1:1/c/s', 'clickhouse://ada@127.0.0.1:1/d'])(
	'reports a network error if nothing listens at %s',
	async engine => {
		const {exitCode, said} = await run(`events top --engine ${engine}`);
		expect({exitCode, said}).toEqual({
			exitCode: 5,
			said: [expect.stringContaining('127.0.0.1:1 refused the connection'), expect.stringContaining('check --engine')],
		});
	},
);

const wanting =
	(reply: Reply): Reply =>
	(sql, response, request) => {
		const given = `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}`;
		if (request.headers.authorization === given) return reply(sql, response, request);
		response.writeHead(401, {'x-clickhouse-exception-code': 516});
		response.end('Code: 516. DB::Exception: ada: Authentication failed. (AUTHENTICATION_FAILED)');
	};
const engines = [
	['trino', 'c/s', trino(() => one)],
	['clickhouse', 'd', ((_, response) => void response.end('["x"]\n["UInt8"]\n[1]\n')) as Reply],
] as const;
test.each(engines)(
	'the password of %s is asked for, or in the environment, and in no message',
	async (name, path, reply) => {
		const line = `query --engine ${name}://ada@127.0.0.1:${await serve(wanting(reply))}/${path} VALUES(1) -o csv`;
		expect(await run(line, {password: secret})).toMatchObject({exitCode: 0, stdout: 'x\n1\n'});
		expect(await run(line, {answers: [secret]})).toMatchObject({exitCode: 0, stdout: expect.stringContaining('x')});
		expect(await run(line)).toMatchObject({
			exitCode: 2,
			said: [
				expect.stringContaining('but the terminal is not interactive'),
				expect.stringContaining('USAGECTL_ENGINE_PASSWORD'),
			],
		});
		expect(await run(line, {password: `${secret}x`})).toMatchObject({
			exitCode: 3,
			said: [expect.anything(), expect.stringContaining('the password')],
		});
	},
);

test('reports rejected SQL of the user as a usage error, and does not send SQL that writes', async () => {
	let sent = 0;
	const reply = trino(sql => (sql === 'SELECT 1' ? one : fails('SYNTAX_ERROR', 'USER_ERROR')));
	const port = await serve((...all) => {
		sent++;
		reply(...all);
	});
	const ask = (sql: string) => run(`query --engine trino://ada@127.0.0.1:${port}/c/s ${sql}`);
	expect(await ask('SELECT(1')).toMatchObject({
		exitCode: 2,
		said: [expect.stringContaining('line 1:2: it is SYNTAX_ERROR'), expect.anything()],
	});
	const before = sent;
	expect(await ask('DROP')).toMatchObject({exitCode: 2});
	expect(sent).toBe(before);
});

test('reports rejected SQL of usagectl as an outdated layout', async () => {
	const fail = (number: number, message: string) => (response: ServerResponse) => {
		response.writeHead(500, {'x-clickhouse-exception-code': number});
		response.end(`Code: ${number}. DB::Exception: ${message}. (SOME_NAME) (version 26.7)`);
	};
	const port = await serve((sql, response) => {
		if (/FORMAT/.test(sql)) response.setHeader('x-clickhouse-format', 'CSV');
		if (/SELECT 1\b/.test(sql)) response.end('["1"]\n["UInt8"]\n[1]\n');
		else if (/WHERE/.test(sql))
			fail(62, 'Syntax error: failed at position 15 (end of query): . Expected one of: x, y')(response);
		else fail(47, 'Unknown expression identifier `fingerprint` in scope SELECT')(response);
	});
	const ask = (words: string) => run(`${words} --engine clickhouse://ada@127.0.0.1:${port}/d`);
	expect(await ask('query SELECT(1)WHERE')).toMatchObject({
		exitCode: 2,
		said: [expect.stringMatching(/\(d\): Syntax error: failed at position 15 \(end of query\)$/), expect.anything()],
	});
	expect(await ask('query "SELECT 1 FORMAT CSV"')).toMatchObject({
		exitCode: 2,
		said: [expect.stringMatching(/\(d\): the query must not have a FORMAT clause$/), expect.anything()],
	});
	expect(await ask('exceptions top --where ram>1')).toMatchObject({
		exitCode: 4,
		said: [
			expect.stringMatching(/\(d\): Unknown expression identifier `fingerprint`$/),
			expect.stringContaining('outdated layout'),
		],
	});
});

test.each(['--dry-run', 'a path', '--print-request json'])('sends nothing with %s', async flags => {
	let sent = 0;
	const port = await serve(() => void sent++);
	const line = `exceptions top --engine trino://ada@127.0.0.1:${port}/c/s ${flags}`;
	expect(await run(line)).toMatchObject({exitCode: flags === '--dry-run' ? 0 : 2});
	expect(await run(`exceptions show zz --engine trino://ada@127.0.0.1:${port}/c/s`)).toMatchObject({exitCode: 2});
	expect(sent).toBe(0);
});
