import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {createPrinter} from '../../src/client/print-request.ts';
import {RequestPrinted} from '../../src/client/request-printed.ts';
import {endpoints} from '../../src/contract/operations/endpoints.ts';
import type {CallOptions} from '../../src/ports.ts';
import {noSessions} from '../../src/session/session-store.ts';
import {resolveSettings} from '../../src/session/settings.ts';
import {noSettings} from '../../src/session/stored-settings.ts';

const secrets = {USAGECTL_PASSWORD: 'canary-password', USAGECTL_SESSION_ID: 'canary-session'};
const printed = async (form: 'json' | 'curl', options: CallOptions = {}, flags = {}) => {
	let text = '';
	const settings = resolveSettings({
		flags: {'base-url': ['https://api.service.example'], ...flags},
		env: {USAGECTL_USER: "o'hara@example.test", ...secrets},
		stored: noSettings,
	});
	const write = async (chunk: string) => {
		text += chunk;
	};
	const client = await createPrinter({settings, sessions: noSessions, form, write});
	const call = client.call(endpoints.meta.propertyValues, {property: "it's"}, {product: 7, ...options});
	await expect(call).rejects.toBeInstanceOf(RequestPrinted);
	return text;
};

test('prints a call as JSON', async () => {
	expect(JSON.parse(await printed('json'))).toEqual({
		method: 'POST',
		url: 'https://api.service.example/meta/propertyValues',
		headers: {accept: 'application/json, text/javascript', 'content-type': 'application/json'},
		body: {user: "o'hara@example.test", sessionId: '********', productId: 7, property: "it's"},
	});
});

test('prints a call that a shell reads correctly', async () => {
	const text = await printed('curl');
	expect(text).toMatchInlineSnapshot(`
		"curl -X POST 'https://api.service.example/meta/propertyValues' \\
		  -H 'accept: application/json, text/javascript' \\
		  -H 'content-type: application/json' \\
		  --data-raw '{"user":"o'\\''hara@example.test","sessionId":"********","productId":7,"property":"it'\\''s"}'
		"
	`);
	const words = execFileSync('bash', ['-c', text.replace(/^curl/, "printf '%s\\n'")], {encoding: 'utf8'}).split('\n');
	expect(JSON.parse(words.at(-2) ?? '')).toMatchObject({property: "it's"});
});

test.each([
	['by GET', {get: true}, {}],
	['by cookie', {}, {cookies: ['true']}],
])('shows no secret %s', async (_, options, flags) => {
	for (const form of ['json', 'curl'] as const) {
		const text = await printed(form, options, flags);
		expect(text).not.toContain('canary');
		expect(decodeURIComponent(text)).toContain('********');
	}
});

test('requires an address and a valid request, but no session', async () => {
	const settings = resolveSettings({flags: {}, env: {}, stored: noSettings});
	const client = createPrinter({settings, sessions: noSessions, form: 'json', write: async () => undefined});
	await expect(client).rejects.toMatchObject({kind: 'usage', details: {code: 'no-address'}});
});
