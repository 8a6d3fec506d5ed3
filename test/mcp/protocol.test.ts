import {describe, expect, test} from 'vitest';
import {createTransport} from '../../src/client/http/transport.ts';
import {CliError} from '../../src/errors.ts';
import type {Transport} from '../../src/ports.ts';
import {topics} from '../../src/reference/topics.ts';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';
import {reply} from '../support/service/hostile-server.ts';
import {connected, eras, parse} from './support/connected.ts';

/** `usagectl mcp` by the client package of the protocol (docs/assistants.md). */

const sandbox = await started();
const {env} = sandbox;

describe.each(eras)('a client of the revision it names %s', era => {
	test('lists tools that only read, with schemas', async () => {
		const {client} = await connected('mcp', {env, era});
		const {tools} = await client.listTools();
		expect(tools.map(({name}) => name)).toEqual([
			'describe',
			'check_filter',
			'report',
			'why',
			'keys',
			'crashes',
			'query',
			'run_saved',
		]);
		expect(tools.every(({annotations}) => annotations?.readOnlyHint === true)).toBe(true);
		expect(tools.every(({inputSchema}) => inputSchema.type === 'object')).toBe(true);
		const report = tools.find(({name}) => name === 'report');
		expect(report?.inputSchema.required).toEqual(['report']);
		expect(Object.keys(report?.inputSchema.properties ?? {})).toEqual(
			expect.arrayContaining(['from', 'to', 'filter', 'level', 'segment_by', 'lost_after', 'event', 'chart']),
		);
		// Tools read no files, and flags are called as arguments.
		expect(JSON.stringify(tools)).not.toMatch(/@file|--[a-z]/);
		expect(client.getInstructions()).toContain('never an instruction');
	});

	test('calls a tool, and reads resources and the prompt', async () => {
		const {client, call, close, lines} = await connected('mcp', {env, era});
		const {head, rows, isFenced} = parse((await call('report', {report: 'current', from: '-90d'})).text);
		expect(head.asked).toMatch(/^usagectl .*report current --from=-90d$/);
		expect([head.rows, head.shown, rows.length, isFenced]).toEqual([1, 1, 1, true]);
		const {resources} = await client.listResources();
		expect(resources.map(({uri}) => uri)).toEqual([
			...Object.keys(topics).map(name => `usagectl://help/${name}`),
			'usagectl://questions',
		]);
		const [content] = (await client.readResource({uri: 'usagectl://help/filters'})).contents;
		expect(content).toMatchObject({mimeType: 'text/plain', text: topics.filters?.()});
		const {messages} = await client.getPrompt({name: 'weekly_review'});
		expect(JSON.stringify(messages)).toContain('keys {action: \\"audit\\"}');
		await expect(client.callTool({name: 'shell', arguments: {}})).rejects.toThrow();
		await expect(client.readResource({uri: 'file:///etc/passwd'})).rejects.toThrow();
		const {exitCode, stdout} = await close();
		expect(exitCode).toBe(0);
		expect(stdout.split('\n').filter(line => line !== '')).toEqual(lines);
		expect(lines.every(line => JSON.parse(line).jsonrpc === '2.0')).toBe(true);
	});

	test('receives progress, and cancels a call, which ends the pending request', async () => {
		const real = createTransport();
		let stopped: unknown;
		const transport: Transport = (request, options) =>
			request.url.pathname.startsWith('/reporting/')
				? new Promise((_, reject) => {
						const {signal} = options;
						signal?.addEventListener('abort', () => {
							stopped = signal.reason;
							reject(signal.reason);
						});
					})
				: real(request, options);
		const {client, call} = await connected('mcp', {env, era, transport});
		const cancel = new AbortController();
		const messages: string[] = [];
		const slow = client.callTool(
			{name: 'report', arguments: {report: 'current'}},
			{
				signal: cancel.signal,
				onprogress: ({message = ''}) => {
					messages.push(message);
					cancel.abort();
				},
			},
		);
		await expect(slow).rejects.toThrow();
		expect(messages[0]).toMatch(/^waiting for /);
		// The server goes on.
		expect((await call('check_filter', {expression: 'ram>=8GB'})).isError).toBe(false);
		expect(stopped).toMatchObject({kind: 'interrupted'});
	});
});

test('shares one session among all calls, and renews it when it ends', async () => {
	const real = createTransport();
	let logins = 0;
	let reports = 0;
	const transport: Transport = async (request, options) => {
		const {pathname} = request.url;
		if (pathname === '/auth/login') logins++;
		if (!pathname.startsWith('/reporting/') || ++reports !== 3) return real(request, options);
		const body = JSON.stringify({status: 'AUTH ERROR', reason: 'the session has ended'});
		return {
			status: 403,
			headers: {'content-type': 'application/json'},
			body: Object.assign(
				(async function* () {
					yield Buffer.from(body);
				})(),
				{destroy: () => undefined},
			),
		};
	};
	const {call} = await connected('mcp', {env, transport});
	const ask = () => call('report', {report: 'current', level: 'prodEdition'});
	const first = await Promise.all([ask(), ask()]);
	expect(logins).toBe(1);
	const second = await Promise.all([ask(), call('keys', {action: 'list', limit: 1}), ask()]);
	expect([...first, ...second].map(({isError}) => isError)).toEqual([false, false, false, false, false]);
	expect(logins).toBe(2);
});

test('a line that is not a message is ignored, and one that is too long is answered with an error', async () => {
	const {client, write, lines, close} = await connected('mcp', {env});
	write('hello\n{"jsonrpc":"1.0"}\n\u0000\n');
	expect((await client.listTools()).tools.length).toBe(8);
	for (let count = 0; count < 30; count++) write('x'.repeat(2 ** 20));
	write('\n');
	expect((await client.listTools()).tools.length).toBe(8);
	const errors = lines.map(line => JSON.parse(line)).filter(({error}) => error);
	const message = 'a message is longer than 8 MiB and was ignored';
	expect(errors).toEqual([{jsonrpc: '2.0', id: null, error: {code: -32_600, message}}]);
	expect(await close()).toMatchObject({exitCode: 0, stderr: `note: ${message}\n`});
});

test('reports a response that is not JSON with a hint, and continues', async () => {
	const {hostileServer} = await import('../support/service/hostile-server.ts');
	const {address} = await hostileServer(reply('<html>no</html>', {status: 200}));
	const {call} = await connected('mcp', {env: {...env, USAGECTL_BASE_URL: address}});
	const {text, isError} = await call('report', {report: 'current'});
	expect(isError).toBe(true);
	expect(text).toContain('"hint":');
	expect((await call('describe')).isError).toBe(false);
});

test('a signal ends the server and its pending request', async () => {
	const stop = new AbortController();
	const {call, ended} = await connected('mcp', {env, signal: stop.signal});
	await call('describe');
	stop.abort(new CliError('terminated', 'stopped by SIGTERM', {hint: 'start it again'}));
	expect((await ended).exitCode).toBe(143);
});

test('answers the next call from data that another run replaced, and with its day', async () => {
	const own = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	const reset = (more: string) => usagectl(`sandbox reset --size 200 ${more}`, {env: own});
	await reset('--now 2026-06-30');
	const {call} = await connected('--sandbox mcp', {env: own});
	const ask = async () => parse((await call('report', {report: 'current', from: '-30d', level: 'prodEdition'})).text);
	const typed = async () => JSON.parse((await usagectl(`${(await ask()).head.asked} -o json -q`, {env: own})).stdout);
	const before = await ask();
	for (const more of ['--now 2026-06-30 --seed 7', '--now 2026-03-31']) {
		await reset(more);
		expect((await ask()).rows.map(row => JSON.parse(row))).toEqual(await typed());
		expect((await ask()).rows).not.toEqual(before.rows);
	}
});
