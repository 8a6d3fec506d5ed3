import {expect, test} from 'vitest';
import {findProxy, getProxy, getProxySecrets} from '../../../src/client/http/proxy-settings.ts';

test.each([
	['nothing is set', {}, {}],
	['an empty one is none', {HTTPS_PROXY: ''}, {}],
	[
		'one for each protocol',
		{HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'https://b:2'},
		{http: {name: 'HTTP_PROXY', value: 'http://a:1'}, https: {name: 'HTTPS_PROXY', value: 'https://b:2'}},
	],
	[
		'the small spelling wins',
		{HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2'},
		{https: {name: 'https_proxy', value: 'http://b:2'}},
	],
	['hosts asked directly', {NO_PROXY: 'a.test,b.test'}, {no: {name: 'NO_PROXY', value: 'a.test,b.test'}}],
])('reads the proxies of the environment: %s', (_, env, proxies) => {
	expect(getProxy(env)).toEqual({http: undefined, https: undefined, no: undefined, ...proxies});
});

test.each([
	['http_proxy', {http_proxy: 'proxy.example:3128'}],
	['HTTPS_PROXY', {HTTPS_PROXY: 'socks5://proxy.example:1080'}],
	['HTTPS_PROXY', {HTTPS_PROXY: 'http://'}],
])('rejects an invalid proxy address and names its variable: %s', (name, env) => {
	expect(() => getProxy(env)).toThrow(
		expect.objectContaining({
			kind: 'usage',
			message: `${name} is not a valid proxy address`,
			details: expect.objectContaining({hint: `use a value such as ${name}=http://proxy.example:3128`}),
		}),
	);
});

test('finds passwords of proxies as written and as decoded', () => {
	expect(getProxySecrets(getProxy({HTTP_PROXY: 'http://ada:p%40ss@a:1', HTTPS_PROXY: 'http://b:2'}))).toEqual([
		'p%40ss',
		'p@ss',
	]);
});

test.each([
	['https://service.example/', '', 'b'],
	['http://service.example/', '', 'a'],
	['http://localhost:1/', '', undefined],
	['http://127.0.0.1:1/', '', undefined],
	['http://service.example/', '*', undefined],
	['http://service.example/', 'other.example, service.example', undefined],
	['http://service.example./', 'service.example', undefined],
	['http://eu.service.example/', '.service.example', undefined],
	['http://eu.service.example/', '*.Service.example', undefined],
	['http://myservice.example/', 'service.example', 'a'],
	['http://service.example:81/', 'service.example:81', undefined],
	['http://service.example:82/', 'service.example:81', 'a'],
	['https://service.example/', 'service.example:443', undefined],
	['http://service.example/', 'service.example:80', undefined],
	['http://service.example/', 'service.example:443', 'a'],
	['https://10.1.2.3/', '10.1.2.3', undefined],
	['https://10.1.2.3:8443/', '10.1.2.3:443', 'b'],
	['https://10.1.2.3/', '10.0.0.0/8', undefined],
	['https://11.1.2.3/', '10.0.0.0/8', 'b'],
	['https://10.1.2.3/', '10.0.0.0/8:443', undefined],
	['https://192.168.7.1/', '192.168.*', undefined],
	['https://192.169.7.1/', '192.168.*', 'b'],
	['https://192.168.example/', '192.168.*', 'b'],
	['https://[fd00::1]/', 'fd00::1', undefined],
	['https://[fd00::1]/', '[fd00:0::1]', undefined],
	['https://[fd00::1]:81/', '[fd00::1]:81', undefined],
	['https://[fd00::1]/', '[fd00::1]:81', 'b'],
	['https://[fd12::1]/', 'fd00::/8', undefined],
	['https://[fe12::1]/', 'fd00::/8', 'b'],
	['https://[::ffff:10.1.2.3]/', '10.0.0.0/8', undefined],
	['https://fd00.example/', 'fd00::/8', 'b'],
])('calls %s with NO_PROXY=%s through the proxy %s', (url, NO_PROXY, host) => {
	const settings = getProxy({HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:2', NO_PROXY});
	expect(findProxy(settings, new URL(url))?.url.hostname).toBe(host);
});

test.each(['10.0.0.0/33', 'a.example,fd00::/129'])('rejects NO_PROXY=%s and names the range', no_proxy => {
	expect(() => getProxy({no_proxy})).toThrow(/^no_proxy: '(?:10.0.0.0.33|fd00::.129)' is not a range of addresses$/);
});

test('the hint of a proxy names the variables that were used', () => {
	const settings = getProxy({https_proxy: 'http://b:2', no_proxy: 'x.example'});
	expect(findProxy(settings, new URL('https://service.example'))?.hint).toBe(
		'check https_proxy (with its user and password) and no_proxy, or ask the operator of the proxy',
	);
});
