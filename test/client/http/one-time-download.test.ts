import {expect, test} from 'vitest';
import {downloadOnce} from '../../../src/client/http/one-time-download.ts';
import {validateAddress, validateDownload} from '../../../src/client/http/trusted-address.ts';
import {CliError} from '../../../src/errors.ts';
import type {Transport} from '../../../src/ports.ts';
import {userAgent} from '../../../src/version.ts';
import {connected, sessionId} from '../../support/program/connected.ts';
import {hostileServer, redirect, reply} from '../../support/service/hostile-server.ts';

const service = new URL('https://api.service.example');
const zip = reply('PK', {headers: {'content-type': 'application/zip', 'set-cookie': 'host=1'}});
const fetched = async (address: string) => {
	const {client, traced} = await connected(address);
	const response = await client.download(`${address}/file?token=canary-token`);
	const chunks: Uint8Array[] = [];
	for await (const chunk of response.body) chunks.push(chunk);
	return {text: Buffer.concat(chunks).toString(), traced};
};

test('fetches the address once, without the session', async () => {
	const server = await hostileServer(zip);
	const {text, traced} = await fetched(server.address);
	expect(text).toBe('PK');
	expect(server.met).toHaveLength(1);
	expect(server.met[0]).toMatchObject({method: 'GET', path: '/file'});
	expect(JSON.stringify(server.met[0])).not.toContain(sessionId);
	expect(server.met[0]?.headers.cookie).toBeUndefined();
	expect(traced.join()).not.toContain('canary-token');
});

test('follows a few redirects without cookies', async () => {
	const host = await hostileServer(
		redirect('/b'),
		reply('', {status: 307, headers: {location: 'c', 'set-cookie': 'a=1'}}),
		zip,
	);
	expect((await fetched(host.address)).text).toBe('PK');
	expect(host.met.map(({path, headers}) => [path, headers.cookie])).toEqual([
		['/file', undefined],
		['/b', undefined],
		['/c', undefined],
	]);
	const loop = await hostileServer(redirect('/again'));
	await expect(fetched(loop.address)).rejects.toMatchObject({kind: 'network'});
	expect(loop.met).toHaveLength(6);
});

test('sends nothing of the session to another host', async () => {
	const other = await hostileServer(zip);
	const host = await hostileServer(redirect(`${other.address}/moved?part=1`));
	const {text, traced} = await fetched(host.address);
	expect(text).toBe('PK');
	expect(other.met.map(({method, path}) => [method, path])).toEqual([['GET', '/moved']]);
	expect(Object.keys(other.met[0]?.headers ?? {}).sort()).toEqual([
		'accept',
		'accept-encoding',
		'connection',
		'host',
		'user-agent',
	]);
	expect(other.met[0]?.headers['user-agent']).toBe(userAgent);
	expect(JSON.stringify([other.met, traced])).not.toContain('canary');
});

test.each([
	['plain http', 'https://api.example', 'http://files.example/1.zip', 'with http: instead of https:'],
	[
		'plain http, of a service that is asked so itself',
		'http://api.example',
		'http://files.example/1.zip',
		'with http:',
	],
	['a private network', 'https://api.example', 'https://10.0.0.1/1.zip', 'inside a private network'],
	['one, of a service inside it', 'https://10.0.0.9', 'https://10.0.0.1/1.zip', 'inside a private network'],
	['this machine', 'https://api.example', 'http://127.0.0.1/1.zip', 'inside a private network'],
	['a user name', 'https://api.example', 'https://me@files.example/1.zip', 'that contains a user name'],
	['a file', 'https://api.example', 'file:///etc/passwd', 'with file: instead of https:'],
])('does not follow a redirect from https to %s', async (_, service, location, what) => {
	const asked: string[] = [];
	const transport: Transport = async ({url}) => {
		asked.push(url.href);
		const body = Object.assign((async function* () {})(), {destroy: () => undefined});
		return {status: 302, headers: {location}, body};
	};
	const parts = {transport, trace: () => undefined, address: service};
	await expect(downloadOnce('https://files.example/0.zip', parts)).rejects.toMatchObject({
		kind: 'refused',
		message: expect.stringContaining(what),
	});
	expect(asked).toEqual(['https://files.example/0.zip']);
});

test.each([
	[403, 'address-used'],
	[404, 'address-used'],
	[410, 'address-used'],
	[500, 'download'],
	[206, 'download'],
])('reports a %i as %s, and leaves the retry to the next run', async (status, code) => {
	const server = await hostileServer(reply('', {status}));
	await expect(fetched(server.address)).rejects.toMatchObject({kind: 'network', details: {code, retryable: true}});
	expect(server.met).toHaveLength(1);
});

test.each<readonly [string, string, string]>([
	['no address', 'files/1.zip', 'that is not a URL'],
	['plain http', 'http://files.example/1.zip', 'with http: instead of https:'],
	['a file', 'file:///etc/passwd', 'with file: instead of https:'],
	['data', 'data:application/zip,PK', 'with data: instead of https:'],
	['a scheme without end', `${'x'.repeat(300)}://files.example`, `with ${'x'.repeat(20)} instead of https:`],
	['a user name', 'https://me@files.example/1.zip', 'that contains a user name'],
	['a password', 'https://:pw@files.example/1.zip', 'that contains a user name'],
	...[
		['this machine', 'https://localhost/1.zip'],
		['this machine with a dot', 'https://localhost./1.zip'],
		['a name below this machine', 'https://any.localhost/1.zip'],
		['this machine by number', 'https://127.1.2.3/1.zip'],
		['this machine by long numbers', 'https://127.100.200.254/1.zip'],
		['this machine by IPv6', 'https://[::1]/1.zip'],
		['no machine', 'https://[::]/1.zip'],
		['no machine by number', 'https://0.0.0.0/1.zip'],
		['this machine inside IPv6', 'https://[::ffff:127.0.0.1]/1.zip'],
		['this machine translated', 'https://[64:ff9b::7f00:1]/1.zip'],
		['a private network', 'https://10.0.0.1/1.zip'],
		['a private network written as one number', 'https://167772161/1.zip'],
		['the middle private networks', 'https://172.16.0.1/1.zip'],
		['the middle private networks, later', 'https://172.25.0.1/1.zip'],
		['the middle private networks, last', 'https://172.31.0.1/1.zip'],
		['a network at home', 'https://192.168.1.1/1.zip'],
		...[64, 69, 70, 89, 99, 100, 109, 111, 119, 120, 127].map(at => [
			`a carrier’s inner network, ${at}`,
			`https://100.${at}.0.1/1.zip`,
		]),
		['a cloud’s inner address', 'https://169.254.169.254/latest'],
		['a private network by IPv6', 'https://[fd00::1]/1.zip'],
		['another private network by IPv6', 'https://[fc00::1]/1.zip'],
		['a link by IPv6', 'https://[fe80::1]/1.zip'],
		['the last link by IPv6', 'https://[febf::1]/1.zip'],
	].map(([what = '', address = '']) => [what, address, 'inside a private network'] as const),
	['http of this machine', 'http://127.0.0.1/1.zip', 'inside a private network'],
])('refuses %s as a download address of a public service', (_, address, what) => {
	const check = () => validateDownload(address, service);
	expect(check).toThrow(CliError);
	expect(check).toThrow(
		expect.objectContaining({
			kind: 'refused',
			message: `the service gave a download address ${what}`,
			details: {code: 'download-address', hint: expect.stringContaining('request the address again')},
		}),
	);
});

test.each([
	'https://files.example:8443/1.zip?x=1',
	'https://files.10.example/1.zip',
	'https://10.0.0.1.example/1.zip',
	'https://100.63.0.1/1.zip',
	'https://172.15.0.1/1.zip',
	'https://172.32.0.1/1.zip',
	'https://110.0.0.1/1.zip',
	'https://192.169.1.1/1.zip',
	'https://100.128.0.1/1.zip',
	'https://[2001:db8::1]/1.zip',
	'https://[fec0::1]/1.zip',
	'https://notlocalhost/1.zip',
	'https://a127.0.0.1.example/1.zip',
])('accepts %s', address => {
	expect(validateDownload(address, service).href).toBe(address);
});

test('accepts private addresses from a service in a private network', () => {
	expect(validateDownload('http://127.0.0.1:9/1.zip', new URL('http://127.0.0.1:8')).port).toBe('9');
	expect(validateDownload('http://127.0.0.1:9/1.zip', new URL('https://localhost:8')).port).toBe('9');
	expect(validateDownload('https://10.0.0.2/1.zip', new URL('https://10.0.0.1')).hostname).toBe('10.0.0.2');
	expect(validateDownload('http://10.0.0.2/1.zip', new URL('http://10.0.0.1')).hostname).toBe('10.0.0.2');
	expect(() => validateDownload('http://10.0.0.2/1.zip', new URL('https://10.0.0.1'))).toThrow('with http:');
	expect(() => validateDownload('ftp://10.0.0.2/1.zip', new URL('http://10.0.0.1'))).toThrow('with ftp:');
});

test.each([
	['https://api.service.example', false, true],
	['http://127.0.0.1:8080', false, true],
	['http://127.9.9.9', false, true],
	['http://localhost:1', false, true],
	['http://[::1]:1', false, true],
	['http://api.service.example', false, false],
	['http://localhost.evil.example', false, false],
	['http://127.0.0.1.nip.example', false, false],
	['http://127.0.0.1.nip.example/127.0.0.1', false, false],
	['http://a.127.0.0.1.nip.example', false, false],
	['http://127.100.200.254', false, true],
	['http://localhost.', false, true],
	['http://10.0.0.1', false, false],
	['http://api.service.example', true, true],
])('checks %s with --insecure-http %s: %s', (address, insecure, fine) => {
	const check = () => validateAddress(address, insecure);
	if (fine) expect(check().href).toContain('http');
	else
		expect(check).toThrow(
			expect.objectContaining({
				kind: 'usage',
				message: expect.stringContaining('is plain http'),
				details: {code: 'plain-http', hint: expect.stringContaining('--insecure-http')},
			}),
		);
});
