import type {Client} from '@modelcontextprotocol/client';
import {expect, test} from 'vitest';
import {createTransport} from '../../src/client/http/transport.ts';
import type {HttpRequest, Transport} from '../../src/ports.ts';
import {started} from '../sandbox/support/started.ts';
import {usagectl} from '../support/program/usagectl.ts';
import {connected, eras, parse} from './support/connected.ts';
import {readError} from './support/judge.ts';

/** Writing: only with the flag, only what was planned, and once. */

const sandbox = await started();
const {env} = sandbox;

/** The real service, and the writes that went to it. */
function createWatched() {
	const real = createTransport();
	const writes: HttpRequest[] = [];
	const transport: Transport = (request, options) => {
		if (/\/licenseKeys\/(?!listKeys)/.test(request.url.pathname)) writes.push(request);
		return real(request, options);
	};
	return {transport, writes};
}

const quotaOf = async (key: string): Promise<number | undefined> => {
	const {stdout} = await usagectl(['keys', 'get', key, '-o', 'json', '-q'], {env});
	return JSON.parse(stdout || '[]')[0]?.installQuota;
};

/** A client whose user answers with yes or no. */
const answering = (confirm: boolean, asked: string[]) => ({
	client: {capabilities: {elicitation: {form: {}}}},
	prepare: (client: Client) =>
		client.setRequestHandler('elicitation/create', async ({params}) => {
			asked.push(String(params.message));
			return confirm ? {action: 'accept', content: {confirm: true}} : {action: 'decline'};
		}),
});

test('has no tool that writes without --allow-writes, and calls none', async () => {
	const {client, call} = await connected('mcp', {env});
	expect((await client.listTools()).tools.map(({name}) => name)).not.toContain('keys_plan');
	await expect(call('keys_plan', {changes: [{licenseKey: 'X', installQuota: 1}]})).rejects.toThrow();
	await expect(call('keys_apply', {plan: 'x'})).rejects.toThrow();
});

test.each(eras)('shows a plan, asks for confirmation and applies it once (%s)', async era => {
	const {transport, writes} = createWatched();
	const asked: string[] = [];
	const {client, call} = await connected('mcp --allow-writes', {env, era, transport, ...answering(true, asked)});
	const tools = (await client.listTools()).tools;
	expect(tools.find(({name}) => name === 'keys_apply')?.annotations).toMatchObject({
		readOnlyHint: false,
		destructiveHint: true,
	});
	const key = `PLAN-${era}`;
	const planned = await call('keys_plan', {changes: [{licenseKey: key, licenseType: 'trial', installQuota: 7}]});
	expect(planned.isError, planned.text).toBe(false);
	const {head, rows} = parse(planned.text);
	expect(JSON.parse(rows[0] ?? '')).toMatchObject({licenseKey: key, change: 'insert'});
	expect(head.summary).toContain('insert 1 key');
	expect([writes.length, await quotaOf(key)]).toEqual([0, undefined]);
	const applied = await call('keys_apply', {plan: head.plan});
	expect(applied.isError, applied.text).toBe(false);
	expect(asked).toEqual([expect.stringContaining('insert 1 key')]);
	expect([writes.length > 0, await quotaOf(key)]).toEqual([true, 7]);
	const again = await call('keys_apply', {plan: head.plan});
	expect([again.isError, readError(again.text).message]).toEqual([true, `there is no plan '${head.plan}'`]);
});

test.each(eras)('sends nothing that the user declines (%s)', async era => {
	const {transport, writes} = createWatched();
	const {call} = await connected('mcp --allow-writes', {env, era, transport, ...answering(false, [])});
	const {text} = await call('keys_plan', {changes: [{licenseKey: `NO-${era}`, installQuota: 7}]});
	const declined = await call('keys_apply', {plan: parse(text).head.plan});
	expect([declined.isError, readError(declined.text).message]).toEqual([
		true,
		expect.stringContaining('nothing was sent'),
	]);
	expect(writes).toEqual([]);
});

test('sends nothing if the registry changed since the plan, a row is invalid, or the plan is unknown', async () => {
	const {transport, writes} = createWatched();
	const {call} = await connected('mcp --allow-writes', {env, transport});
	const {text} = await call('keys_plan', {changes: [{licenseKey: 'RACE', installQuota: 3}]});
	await usagectl('keys set RACE --quota 9 --insert -y', {env});
	const stale = await call('keys_apply', {plan: parse(text).head.plan});
	expect(readError(stale.text).message).toBe('the license keys have changed since the plan was created');
	const wrong = await call('keys_plan', {changes: [{licenseKey: 'A', installQuota: 'many', licenseTyp: 'trial'}]});
	expect([wrong.isError, readError(wrong.text).hint.length > 0]).toEqual([true, true]);
	expect((await call('keys_apply', {plan: '../x'})).isError).toBe(true);
	expect((await call('keys_apply', {plan: 'x', changes: []})).isError).toBe(true);
	expect(writes).toEqual([]);
});

test('applies a plan once, however many calls ask for it at the same time', async () => {
	const {transport, writes} = createWatched();
	const {call} = await connected('mcp --allow-writes', {env, transport});
	const {text} = await call('keys_plan', {changes: [{licenseKey: 'ONCE', installQuota: 3}]});
	const {plan} = parse(text).head;
	const answers = await Promise.all(Array.from({length: 12}, () => call('keys_apply', {plan})));
	const rejected = answers.filter(({isError}) => isError);
	expect(rejected.map(({text}) => readError(text).message)).toEqual(Array(11).fill(`there is no plan '${plan}'`));
	expect([writes.length, await quotaOf('ONCE')]).toEqual([1, 3]);
});

test('a canceled call that was sending can be planned and applied again, and the server goes on', async () => {
	const cancel = new AbortController();
	const watched = createWatched();
	const transport: Transport = (request, options) => {
		if (cancel.signal.aborted || !request.url.pathname.endsWith('/updateKeys'))
			return watched.transport(request, options);
		return new Promise((_, reject) => {
			options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
			cancel.abort();
		});
	};
	const {client, call} = await connected('mcp --allow-writes', {env, transport});
	const changes = [{licenseKey: 'CANCEL', installQuota: 5}];
	const {plan} = parse((await call('keys_plan', {changes})).text).head;
	const applying = client.callTool({name: 'keys_apply', arguments: {plan}}, {signal: cancel.signal});
	await expect(applying).rejects.toThrow();
	expect((await call('keys_apply', {plan})).isError).toBe(true);
	expect([watched.writes.length, await quotaOf('CANCEL')]).toEqual([0, undefined]);
	const again = parse((await call('keys_plan', {changes})).text).head;
	expect(await call('keys_apply', {plan: again.plan})).toMatchObject({isError: false});
	expect([watched.writes.length, await quotaOf('CANCEL')]).toEqual([1, 5]);
});

test('made-up plans are rejected without a word about the others, and too many changes as well', async () => {
	const {transport, writes} = createWatched();
	const {call} = await connected('mcp --allow-writes', {env, transport});
	const {text} = await call('keys_plan', {changes: [{licenseKey: 'REAL', installQuota: 3}]});
	const {plan} = parse(text).head;
	const forged = [
		'',
		'../x',
		'__proto__',
		'constructor',
		plan.slice(0, 11),
		`${plan} `,
		plan.toUpperCase(),
		'x'.repeat(1e5),
	];
	for (const id of forged.filter(each => each !== plan)) {
		const answer = await call('keys_apply', {plan: id});
		expect([answer.isError, answer.text.length < 5000], id.slice(0, 20)).toEqual([true, true]);
		if (!id.includes(plan)) expect(answer.text).not.toContain(plan);
	}
	const many = Array.from({length: 1001}, (_, at) => ({licenseKey: `K${at}`, installQuota: 1}));
	expect((await call('keys_plan', {changes: many})).isError).toBe(true);
	const large = await call('keys_plan', {changes: [{licenseKey: 'LARGE', notes: 'x'.repeat(1e6)}]});
	expect(large.text.length).toBeLessThan(200_000);
	expect(writes).toEqual([]);
});
