import {expect, test} from 'vitest';
import {findProxy, getProxy, getProxySecrets} from '../../../src/client/http/proxy-settings.ts';

test.each([
	['nothing is set', {}, {}],
	['an empty one is none', {HTTPS_PROXY: ''}, {}],
	[
		'one for each protocol',
		{HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'https://b:2'},
		{http: 'http://a:1', https: 'https://b:2'},
	],
	['the small spelling wins', {HTTPS_PROXY: 'http://a:1', https_proxy: 'http://b:2'}, {https: 'http://b:2'}],
	['hosts asked directly', {NO_PROXY: 'a.test,b.test'}, {no: 'a.test,b.test'}],
])('reads the proxies of the environment: %s', (_, env, proxies) => {
	expect(getProxy(env)).toEqual({http: undefined, https: undefined, no: undefined, ...proxies});
});

test.each([
	['HTTP_PROXY', {http_proxy: 'proxy.example:3128'}],
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
	expect(getProxySecrets({http: 'http://ada:p%40ss@a:1', https: 'http://b:2'})).toEqual(['p%40ss', 'p@ss']);
});

test.each([
	['https://service.example/', undefined, 'b'],
	['http://service.example/', undefined, 'a'],
	['http://localhost:1/', undefined, undefined],
	['http://127.0.0.1:1/', undefined, undefined],
	['http://service.example/', '*', undefined],
	['http://service.example/', 'other.example, service.example', undefined],
	['http://eu.service.example/', '.service.example', undefined],
	['http://eu.service.example/', '*.Service.example', undefined],
	['http://myservice.example/', 'service.example', 'a'],
	['http://service.example:81/', 'service.example:81', undefined],
	['http://service.example:82/', 'service.example:81', 'a'],
])('calls %s with NO_PROXY=%s through the proxy %s', (url, no, host) => {
	expect(findProxy({http: 'http://a:1', https: 'http://b:2', no}, new URL(url))?.hostname).toBe(host);
});
