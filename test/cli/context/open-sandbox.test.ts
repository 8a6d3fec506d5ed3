import {Server} from 'node:net';
import {expect, inject, onTestFinished, test, vi} from 'vitest';
import {createSandboxTransport} from '../../../src/cli/context/open-sandbox.ts';
import type {TransportOptions} from '../../../src/ports.ts';
import {openSandbox} from '../../../src/sandbox/start.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const request = {
	method: 'POST',
	url: new URL('http://127.0.0.1:0/meta/x?a=1'),
	headers: {Accept: '*/*'},
	body: '{}',
} as const;
const options: TransportOptions = {deadlineMs: 60_000, maxBytes: 1000};

const send = (answer: Parameters<typeof createSandboxTransport>[0], given: Partial<TransportOptions> = {}) =>
	createSandboxTransport(answer)(request, {...options, ...given});

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
	const pieces: Uint8Array[] = [];
	for await (const piece of body) pieces.push(piece);
	return Buffer.concat(pieces).toString();
}

async function* pieces(...texts: readonly string[]) {
	for (const text of texts) yield Buffer.from(text);
}

test('passes method, path, parameters, headers in lower case and body, and returns the answer', async () => {
	const {status, headers, body} = await send(async ({method, path, parameters, headers: sent, body: text}) => ({
		status: 201,
		headers: {'x-a': 'b'},
		body: [method, path, parameters.get('a'), sent.accept, text].join(' '),
	}));
	expect({status, headers}).toMatchObject({status: 201, headers: {'x-a': 'b', date: expect.stringMatching(/GMT$/)}});
	expect(await readAll(body)).toBe('POST /meta/x 1 */* {}');
});

test('ends a call whose answer does not come in time, or that is aborted', async () => {
	const never = () => new Promise<never>(() => undefined);
	await expect(send(never, {deadlineMs: 1})).rejects.toMatchObject({kind: 'network', details: {code: 'timeout'}});
	const reason = new Error('stop');
	await expect(send(never, {signal: AbortSignal.abort(reason)})).rejects.toBe(reason);
	const controller = new AbortController();
	const call = send(never, {signal: controller.signal});
	controller.abort(reason);
	await expect(call).rejects.toBe(reason);
});

test('ends a body at its limit, and when the call is aborted', async () => {
	const large = await send(async () => ({status: 200, headers: {}, body: pieces('a'.repeat(600), 'b'.repeat(600))}));
	await expect(readAll(large.body)).rejects.toMatchObject({kind: 'refused', details: {code: 'too-large'}});
	const controller = new AbortController();
	const {body} = await send(async () => ({status: 200, headers: {}, body: pieces('a', 'b')}), {
		signal: controller.signal,
	});
	const read = body[Symbol.asyncIterator]();
	expect((await read.next()).value).toEqual(Buffer.from('a'));
	controller.abort(new Error('stop'));
	await expect(read.next()).rejects.toThrow('stop');
});

test('reports a failure of the sandbox as a failed call, and stops a body that nobody reads', async () => {
	const failing = send(() => Promise.reject(new Error('broken')));
	await expect(failing).rejects.toMatchObject({kind: 'network'});
	let isStopped = false;
	async function* endless() {
		try {
			for (;;) yield Buffer.from('a');
		} finally {
			isStopped = true;
		}
	}
	const {body} = await send(async () => ({status: 200, headers: {}, body: endless()}));
	await body[Symbol.asyncIterator]().next();
	body.destroy();
	await vi.waitFor(() => expect(isStopped).toBe(true));
});

test('--sandbox opens no port', async () => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	await usagectl('sandbox reset --size 20', {env});
	const listen = vi.spyOn(Server.prototype, 'listen');
	onTestFinished(() => listen.mockRestore());
	const {stdout, exitCode} = await usagectl('--sandbox api /meta/oldestReportedDate', {env});
	expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: expect.stringContaining('2023-')});
	expect(listen).not.toHaveBeenCalled();
});

test('the opened sandbox rejects a body that the served one rejects', async () => {
	const sandbox = await openSandbox({
		...{seed: 7, size: 500, now: '2026-06-30', stateDir: inject('sandboxState')},
		assume: ['request-limit=1'],
	});
	onTestFinished(() => sandbox.close());
	const {status, body} = await sandbox.answer({
		...{method: 'POST', path: '/meta/oldestReportedDate', parameters: new URLSearchParams(), headers: {}},
		body: ' '.repeat(1025),
	});
	expect({status, body}).toEqual({status: 413, body: expect.stringContaining('larger than 1024 bytes')});
});
