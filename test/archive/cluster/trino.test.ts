import {expect, test} from 'vitest';
import {readAllRows} from '../../../src/archive/cluster/engine-rows.ts';
import {connectTrino} from '../../../src/archive/cluster/trino.ts';
import {exchange} from '../../../src/client/http/retrying-exchange.ts';
import {createTransport} from '../../../src/client/http/transport.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {hostileServer, type Reply, reply, type Served} from '../../support/service/hostile-server.ts';

/** The protocol of Trino: pages that name the next one, on the same server, until the query is over. */

const transport = createTransport();
const connect = ({address: server}: Served, password?: string) =>
	connectTrino({
		address: {engine: 'trino', server, user: 'ada', catalog: 'c', schema: 's'},
		password,
		transport,
		maxAnswerBytes: 2 ** 20,
		exchange: (request, signal) =>
			exchange(request, 'read', {
				...{transport, signal, clock: fakeClock(), random: () => 0},
				...{timeoutMs: 5000, retries: 3, maxAnswerBytes: 2 ** 20, trace: () => undefined},
			}),
	});
const signal = new AbortController().signal;
const ask = async (served: Served, password?: string) => {
	const answer = await connect(served, password)('SELECT x', {signal});
	return {columns: answer.columns.map(({key}) => key), rows: await readAllRows(answer)};
};

const columns = [
	{name: 'x', type: 'bigint'},
	{name: 'at', type: 'timestamp(3) with time zone'},
];
/** A page that names the next one, by default on the server that it comes from. */
const page =
	(members: object, next?: (host: string) => string): Reply =>
	(response, met) =>
		reply({
			id: '1',
			stats: {state: next ? 'RUNNING' : 'FINISHED'},
			...(next ? {nextUri: next(String(met.headers.host))} : {}),
			...members,
		})(response, met);
const nextPage = (host: string) => `http://${host}/v1/statement/executing/1`;
const row = (x: unknown) => [x, '2026-10-01 12:00:00.500 UTC'];

test('sends a statement and follows the pages to the last one', async () => {
	const served = await hostileServer(
		page({}, nextPage),
		page({columns}, nextPage),
		page({columns, data: [row(1), row(null)]}, nextPage),
		page({columns, data: [row(2)]}, nextPage),
		page({columns}),
	);
	expect(await ask(served, 'pass')).toEqual({
		columns: ['x', 'at'],
		rows: [
			[1, '2026-10-01T12:00:00.5'],
			[null, '2026-10-01T12:00:00.5'],
			[2, '2026-10-01T12:00:00.5'],
		],
	});
	expect(served.met.map(({method, path}) => `${method} ${path}`)).toEqual([
		'POST /v1/statement',
		...Array(4).fill('GET /v1/statement/executing/1'),
	]);
	const [{body = '', headers} = {headers: {}}] = served.met;
	expect(body).toBe('SELECT x');
	expect(headers).toMatchObject({
		'x-trino-user': 'ada',
		'x-trino-catalog': 'c',
		'x-trino-schema': 's',
		'x-trino-source': 'usagectl',
		'x-trino-time-zone': 'UTC',
	});
	const authorization = `Basic ${Buffer.from('ada:pass').toString('base64')}`;
	expect(served.met.every(met => met.headers.authorization === authorization)).toBe(true);
});

test('returns the columns of a result without rows', async () => {
	expect(await ask(await hostileServer(page({}, nextPage), page({columns})))).toEqual({columns: ['x', 'at'], rows: []});
});

test.each([429, 502, 503, 504])('requests a page again that comes with HTTP %i', async status => {
	const busy = reply('busy', {status});
	const served = await hostileServer(busy, page({}, nextPage), busy, busy, page({columns, data: [row(1)]}));
	expect((await ask(served)).rows).toHaveLength(1);
	expect(served.met.map(({method}) => method)).toEqual(['POST', 'POST', 'GET', 'GET', 'GET']);
});

test.each([
	['another host', (host: string) => `http://localhost:${host.split(':')[1]}/v1/statement/1`],
	['another port', () => 'http://127.0.0.1:1/v1/statement/1'],
	['another scheme', (host: string) => `https://${host}/v1/statement/1`],
	['a file', () => 'file:///etc/passwd'],
	['nowhere', () => 'http://'],
])('does not send the password to a next page at %s', async (_, next) => {
	const served = await hostileServer(page({}, next));
	await expect(ask(served, 'pass')).rejects.toMatchObject({category: 'protocol', message: /not at http:\/\/127/});
	expect(served.met).toHaveLength(1);
});

test('does not follow a redirect', async () => {
	const elsewhere = await hostileServer(page({columns}));
	const served = await hostileServer(
		page({}, nextPage),
		reply('', {status: 307, headers: {location: `${elsewhere.address}/v1/statement/1`}}),
	);
	await expect(ask(served, 'pass')).rejects.toMatchObject({category: 'protocol', message: /HTTP 307/});
	expect(elsewhere.met).toEqual([]);
});

const cutOff: readonly (readonly [what: string, last: Reply, error: object])[] = [
	['without columns', page({}), {category: 'protocol', message: /ends before/}],
	['of a running query', page({columns, stats: {state: 'RUNNING'}}), {category: 'protocol', message: /ends before/}],
	[
		'cut off in the middle of JSON',
		reply('{"stats":{"state":"FINI'),
		{category: 'protocol', message: /not from Trino/},
	],
	[
		'cut off by the connection',
		response => {
			response.writeHead(200, {'content-length': 1000});
			response.write('{"stats"');
			setImmediate(() => response.destroy());
		},
		{category: 'connection', message: /closed the connection/},
	],
	['over the size limit', page({columns, data: [['x'.repeat(2 ** 20)]]}), {details: {code: 'too-large'}}],
];
test.each(cutOff)('reports an incomplete result: %s', async (_, last, error) => {
	const served = await hostileServer(page({}, nextPage), page({columns, data: [row(1)]}, nextPage), last);
	await expect(ask(served)).rejects.toMatchObject(error);
});

test('cancels a query that is not read to its end', async () => {
	const served = await hostileServer(page({columns, data: [row(1)]}, nextPage));
	const {blocks} = await connect(served)('SELECT x', {signal});
	for await (const _ of blocks) break;
	const cancelled = () => served.met.filter(({method}) => method === 'DELETE').map(({path}) => path);
	expect(cancelled()).toEqual(['/v1/statement/executing/1']);
	const stop = new AbortController();
	const stopped = await connect(served)('SELECT x', {signal: stop.signal});
	stop.abort(new Error('stopped'));
	await expect(readAllRows(stopped)).rejects.toThrow('stopped');
	expect(cancelled()).toHaveLength(2);
});
