import {expect, test} from 'vitest';
import {validateAddress, validateDownload} from '../../src/client/address.ts';
import {connected, sessionId} from '../support/connected.ts';
import {hostileServer, redirect, reply} from '../support/hostile-server.ts';

const service = new URL('https://api.service.example');
const zip = reply('PK', {headers: {'content-type': 'application/zip', 'set-cookie': 'host=1'}});
const fetched = async (address: string) => {
	const {client, traced} = await connected(address);
	const response = await client.download(`${address}/file?token=canary-token`);
	const chunks: Uint8Array[] = [];
	for await (const chunk of response.body) chunks.push(chunk);
	return {text: Buffer.concat(chunks).toString(), traced};
};

test('fetches the address once, with nothing of the session', async () => {
	const server = await hostileServer(zip);
	const {text, traced} = await fetched(server.address);
	expect(text).toBe('PK');
	expect(server.met).toHaveLength(1);
	expect(server.met[0]).toMatchObject({method: 'GET', path: '/file'});
	expect(JSON.stringify(server.met[0])).not.toContain(sessionId);
	expect(server.met[0]?.headers.cookie).toBeUndefined();
	expect(traced.join()).not.toContain('canary-token');
});

test('follows the way a file host points, a few times, without cookies', async () => {
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

test.each([
	[403, 'address-used'],
	[404, 'address-used'],
	[410, 'address-used'],
	[500, 'download'],
	[206, 'download'],
])('a %i is told as %s and not tried again', async (status, code) => {
	const server = await hostileServer(reply('', {status}));
	await expect(fetched(server.address)).rejects.toMatchObject({kind: 'network', details: {code}});
	expect(server.met).toHaveLength(1);
});

test.each([
	['no address', 'files/1.zip'],
	['plain http', 'http://files.example/1.zip'],
	['a file', 'file:///etc/passwd'],
	['data', 'data:application/zip,PK'],
	['a user name', 'https://me:pw@files.example/1.zip'],
	['this machine', 'https://localhost/1.zip'],
	['this machine by number', 'https://127.1.2.3/1.zip'],
	['this machine by IPv6', 'https://[::1]/1.zip'],
	['this machine inside IPv6', 'https://[::ffff:127.0.0.1]/1.zip'],
	['a private network', 'https://10.0.0.1/1.zip'],
	['a private network written as one number', 'https://167772161/1.zip'],
	['a cloud’s inner address', 'https://169.254.169.254/latest'],
	['a private network by IPv6', 'https://[fd00::1]/1.zip'],
	['http of this machine', 'http://127.0.0.1/1.zip'],
])('refuses %s as a download address of a public service', (_, address) => {
	expect(() => validateDownload(address, service)).toThrow('download address');
});

test('takes https elsewhere, and what a local service says of itself', () => {
	expect(validateDownload('https://files.example:8443/1.zip?x=1', service).host).toBe('files.example:8443');
	expect(validateDownload('http://127.0.0.1:9/1.zip', new URL('http://127.0.0.1:8')).port).toBe('9');
	expect(validateDownload('https://10.0.0.2/1.zip', new URL('https://10.0.0.1')).hostname).toBe('10.0.0.2');
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
	['http://10.0.0.1', false, false],
	['http://api.service.example', true, true],
])('%s with --insecure-http %s: %s', (address, insecure, fine) => {
	const check = () => validateAddress(address, insecure);
	if (fine) expect(check().href).toContain('http');
	else expect(check).toThrow('plain http');
});
