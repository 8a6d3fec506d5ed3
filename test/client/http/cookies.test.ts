import {expect, test} from 'vitest';
import {cookieHeader, mergeCookies} from '../../../src/client/http/cookies.ts';

const now = new Date('2026-06-30T12:00:00Z');
const service = new URL('https://api.service.example/auth/login');
const jar = (headers: string | readonly string[], url = service) => mergeCookies([], headers, {url, now});
const header = (headers: string | readonly string[], url = service) => cookieHeader(jar(headers, url), url);

test.each<[string | readonly string[], string | undefined]>([
	['sid=abc', 'sid=abc'],
	['sid=abc; Path=/; HttpOnly; Secure; SameSite=Strict', 'sid=abc'],
	[['a=1', 'b="quoted"'], 'a=1; b="quoted"'],
	['  Odd.Name~ = x=y== ; path=/auth', 'Odd.Name~=x=y=='],
	['empty=', 'empty='],
	['sid=abc; Domain=service.example', 'sid=abc'],
	['sid=abc; Domain=.API.service.example', 'sid=abc'],
	['sid=abc; Path=/elsewhere', undefined],
	['sid=abc; Path=/au', undefined],
	['sid=abc; Path=nonsense', 'sid=abc'],
	['sid=abc; Path=/auth/login', 'sid=abc'],
	['sid=abc; Path=/auth/', 'sid=abc'],
	['sid=abc; Path', 'sid=abc'],
	['sid=abc; =odd', 'sid=abc'],
	['sid=abc; Max-Age= 60 ', 'sid=abc'],
	['sid=abc; Max-Age=60x; Expires=Thu, 01 Jan 1970 00:00:00 GMT', undefined],
	['sid=abc; Max-Age=x60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', undefined],
	['sid=abc; Max-Age=-1', undefined],
	['sid=abc; Max-Age=60', 'sid=abc'],
	['sid=abc; Max-Age=0', undefined],
	['sid=abc; Expires=Tue, 30 Jun 2026 11:59:59 GMT', undefined],
	['sid=abc; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'sid=abc'],
	['sid=abc; Expires=whenever', 'sid=abc'],
	[['sid=old', 'sid=new'], 'sid=new'],
])('%j goes back as %j', (set, expected) => {
	expect(header(set)).toBe(expected);
});

test.each([
	['another host', 'sid=abc; Domain=other.example'],
	['a host that ends alike', 'sid=abc; Domain=vice.example'],
	['no name', '=abc'],
	['no value at all', 'sid'],
	['a control character', 'sid=a\u0007b'],
	['a line end', 'sid=a\r\nX-Evil: 1'],
	['a comma', 'sid=a,b'],
	['letters outside ASCII', 'sid=é'],
	['a blank in its name', 's id=abc'],
	['nothing', ''],
	['5 KB', `sid=${'x'.repeat(5000)}`],
	['4097 bytes', `sid=${'x'.repeat(4093)}`],
])('rejects a cookie with %s', (what, set) => {
	const said = what.includes('host')
		? /^the service set a cookie for [\w.]+, not for api\.service\.example$/
		: /that cannot be sent back$/;
	expect(() => jar(set)).toThrow(
		expect.objectContaining({
			kind: 'refused',
			message: expect.stringMatching(said),
			details: {code: 'cookie', hint: expect.stringContaining('--cookies')},
		}),
	);
});

test('accepts cookies of up to 4096 bytes', () => {
	expect(jar(`sid=${'x'.repeat(4092)}`)).toHaveLength(1);
});

test('sends a cookie only to its path and only by https if it says so', () => {
	expect(jar('sid=abc')).toEqual([{name: 'sid', value: 'abc', path: '/', secure: false}]);
	const [secure] = jar('sid=abc; Path=/auth; Secure');
	expect(secure).toEqual({name: 'sid', value: 'abc', path: '/auth', secure: true});
	expect(cookieHeader(secure ? [secure] : [], new URL('http://api.service.example/auth'))).toBeUndefined();
	expect(cookieHeader(jar('sid=abc'), new URL('http://api.service.example/auth'))).toBe('sid=abc');
});

test('rejects a cookie for https over plain http', () => {
	expect(() => jar('sid=abc; Secure', new URL('http://127.0.0.1:80/'))).toThrow('https');
});

test('removes the cookies that an answer expires and keeps the rest', () => {
	const first = jar(['a=1', 'b=2; Max-Age=10']);
	expect(mergeCookies(first, 'a=; Max-Age=0', {url: service, now}).map(({name}) => name)).toEqual(['b']);
	expect(
		mergeCookies(first, undefined, {url: service, now: new Date('2026-06-30T12:00:11Z')}).map(({name}) => name),
	).toEqual(['a']);
});
