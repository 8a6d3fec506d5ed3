import {expect, test} from 'vitest';
import {gatherRows} from '../../../../src/archive/tables/cluster/engine-rows.ts';
import {connectTrino} from '../../../../src/archive/tables/cluster/trino.ts';
import {exchange} from '../../../../src/client/http/retrying-exchange.ts';
import {createTransport} from '../../../../src/client/http/transport.ts';
import {fakeClock} from '../../../support/laws/clock.ts';
import {hostileServer, type Reply, reply, type Served} from '../../../support/service/hostile-server.ts';

/** The protocol of Trino: pages that name the next one, on the same server, until the query is over. */

const transport = createTransport();
const connect = ({address: server}: Served, password?: string) =>
	connectTrino({
		address: {engine: 'trino', server, user: 'ada', catalog: 'c', schema: 's'},
		password,
		transport,
		exchange: (request, signal) =>
			exchange(request, 'read', {
				...{transport, signal, clock: fakeClock(), random: () => 0},
				...{timeoutMs: 5000, retries: 3, maxAnswerBytes: 2 ** 20, trace: () => undefined},
			}),
	});
const signal = new AbortController().signal;
const ask = async (served: Served, password?: string) => {
	const answer = await connect(served, password)('SELECT x', {signal});
	return {columns: answer.columns.map(({key}) => key), rows: await gatherRows(answer)};
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

test('a statement is posted, and pages are followed until there is no next one', async () => {
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

test('an answer without rows has its columns', async () => {
	expect(await ask(await hostileServer(page({}, nextPage), page({columns})))).toEqual({columns: ['x', 'at'], rows: []});
});

test.each([429, 502, 503, 504])('a page that comes with HTTP %i is asked for again', async status => {
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
])('a next page at %s is not asked for, so that the password stays', async (_, next) => {
	const served = await hostileServer(page({}, next));
	await expect(ask(served, 'pass')).rejects.toMatchObject({fault: 'protocol', message: /not at http:\/\/127/});
	expect(served.met).toHaveLength(1);
});

test('a redirect is not followed', async () => {
	const elsewhere = await hostileServer(page({columns}));
	const served = await hostileServer(
		page({}, nextPage),
		reply('', {status: 307, headers: {location: `${elsewhere.address}/v1/statement/1`}}),
	);
	await expect(ask(served, 'pass')).rejects.toMatchObject({fault: 'protocol', message: /HTTP 307/});
	expect(elsewhere.met).toEqual([]);
});

const cutOff: readonly (readonly [what: string, last: Reply, error: object])[] = [
	['without columns', page({}), {fault: 'protocol', message: /ends before/}],
	['that is still running', page({columns, stats: {state: 'RUNNING'}}), {fault: 'protocol', message: /ends before/}],
	['in the middle of JSON', reply('{"stats":{"state":"FINI'), {fault: 'protocol', message: /not one of Trino/}],
	[
		'by its connection',
		response => {
			response.writeHead(200, {'content-length': 1000});
			response.write('{"stats"');
			setImmediate(() => response.destroy());
		},
		{fault: 'connection', message: /closed the connection/},
	],
	['that is too large', page({columns, data: [['x'.repeat(2 ** 20)]]}), {details: {code: 'too-large'}}],
];
test.each(cutOff)('an answer %s is a failure', async (_, last, error) => {
	const served = await hostileServer(page({}, nextPage), page({columns, data: [row(1)]}, nextPage), last);
	await expect(ask(served)).rejects.toMatchObject(error);
});

test('a query that nobody reads to its end is cancelled', async () => {
	const served = await hostileServer(page({columns, data: [row(1)]}, nextPage));
	const {blocks} = await connect(served)('SELECT x', {signal});
	for await (const _ of blocks) break;
	const cancelled = () => served.met.filter(({method}) => method === 'DELETE').map(({path}) => path);
	expect(cancelled()).toEqual(['/v1/statement/executing/1']);
	const stop = new AbortController();
	const stopped = await connect(served)('SELECT x', {signal: stop.signal});
	stop.abort(new Error('stopped'));
	await expect(gatherRows(stopped)).rejects.toThrow('stopped');
	expect(cancelled()).toHaveLength(2);
});
