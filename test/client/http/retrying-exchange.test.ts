import {expect, test} from 'vitest';
import {type ExchangeParts, exchange} from '../../../src/client/http/retrying-exchange.ts';
import {endpoints} from '../../../src/contract/operations/endpoints.ts';
import type {HttpRequest} from '../../../src/ports.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {connected} from '../../support/program/connected.ts';
import {cut, hostileServer, ok, type Reply, reply, reset} from '../../support/service/hostile-server.ts';

const ask = async (...replies: readonly Reply[]) => {
	const server = await hostileServer(...replies);
	const {client, clock} = await connected(server.address);
	const answer = await client.call(endpoints.meta.oldestReportedDate, {}, {product: 1}).then(
		({oldestDate}) => oldestDate,
		error => `${error.kind} ${error.details.code}: ${error.message}`,
	);
	return {answer, tries: server.met.length, slept: clock.slept};
};
const good = ok({oldestDate: '2023-06-30'});
const busy = (headers = {}) => reply('', {status: 429, headers});

test('retries a read after three failures with growing waits', async () => {
	expect(await ask(reset, reply('', {status: 503}), cut('{"stat'), good)).toEqual({
		answer: '2023-06-30',
		tries: 4,
		slept: [250, 500, 1000],
	});
});

test('names what it waits for: a host and a path, or the sandbox in this process', async () => {
	const waits: string[] = [];
	for (const url of ['https://api.example.test:8443/meta/x?a=1', 'http://127.0.0.1:0/meta/x']) {
		const request: HttpRequest = {method: 'GET', url: new URL(url), headers: {}};
		const parts: ExchangeParts = {
			transport: async () => ({
				status: 200,
				headers: {},
				body: {[Symbol.asyncIterator]: async function* () {}, destroy: () => undefined},
			}),
			clock: fakeClock(),
			signal: new AbortController().signal,
			...{timeoutMs: 1000, retries: 0, maxAnswerBytes: 1000, random: () => 0, trace: () => undefined},
			wait: what => {
				waits.push(what);
				return () => undefined;
			},
		};
		await exchange(request, 'read', parts);
	}
	expect(waits).toEqual(['waiting for api.example.test:8443/meta/x', 'waiting for the sandbox']);
});

test('gives up after four tries', async () => {
	const {answer, tries} = await ask(reply({status: 'OK', reason: 'overloaded'}, {status: 503}));
	expect([answer, tries]).toEqual(['network server-error: the service answered 503 (4 tries): overloaded', 4]);
});

test('waits as long as the service asks for, and no longer than a call may last', async () => {
	expect((await ask(busy({'retry-after': '7'}), good)).slept).toEqual([7250]);
	expect(await ask(busy({'retry-after': '3600'}), good)).toMatchObject({tries: 1, slept: []});
	const {client} = await connected((await hostileServer(busy({'retry-after': '3600'}))).address);
	await expect(client.call(endpoints.meta.oldestReportedDate, {}, {product: 1})).rejects.toMatchObject({
		details: {hint: 'retry after 3600 s'},
	});
});

test('does not retry after an answer', async () => {
	for (const shape of [
		reply('', {status: 500}),
		reply('{', {status: 200}),
		reply({status: 'SYNTAX ERROR'}, {status: 400}),
	])
		expect((await ask(shape)).tries).toBe(1);
});

test('says in the failure how often it tried', async () => {
	expect((await ask(reset)).answer).toMatch(/^network reset: .* \(4 tries\)$/);
});

test('does not end a call when the clock jumps', async () => {
	const years = 10 * 365 * 86_400_000;
	for (const leap of [years, -years]) {
		const server = await hostileServer(reset, good);
		let jumped = 0;
		const clock = {
			...fakeClock(),
			now: () => new Date(Date.parse('2026-06-30T12:00:00Z') + leap * jumped++),
		};
		const {client} = await connected(server.address, {clock});
		await expect(client.call(endpoints.meta.oldestReportedDate, {}, {product: 1})).resolves.toBeDefined();
	}
});
