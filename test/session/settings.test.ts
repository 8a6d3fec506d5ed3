import {expect, test} from 'vitest';
import {type getText, resolveSettings, type Sources} from '../../src/session/settings.ts';
import {noSettings, type StoredSettings} from '../../src/session/stored-settings.ts';

const stored: StoredSettings = {
	version: 1,
	current: 'work',
	profiles: {
		default: {output: 'csv', 'base-url': 'https://default.example', user: 'bob', timeout: '5s'},
		work: {'base-url': 'https://work.example', user: 'ada', product: '7', output: 'json'},
		spare: {},
		sandbox: {product: '9'},
	},
};
const env = {
	USAGECTL_BASE_URL: 'https://env.example',
	USAGECTL_USER: 'env-user',
	USAGECTL_PRODUCT: '1,2',
	USAGECTL_OUTPUT: 'md',
	USAGECTL_PASSWORD_FILE: '/env/password',
	USAGECTL_PROFILE: '',
};
const resolve = (sources: Partial<Sources>) => resolveSettings({flags: {}, env: {}, stored: noSettings, ...sources});
const where = (sources: Partial<Sources>, name: Parameters<typeof getText>[1]) => {
	const {values} = resolve(sources);
	return [values[name]?.texts.at(-1), values[name]?.origin, values[name]?.where];
};

test('flag, environment, profile, profile default, built-in default: the earlier one takes precedence', () => {
	const flags = {output: ['tsv'], profile: ['work']};
	expect(where({flags, env, stored}, 'output')).toEqual(['tsv', 'flag', '--output']);
	expect(where({env, stored}, 'output')).toEqual(['md', 'environment', 'USAGECTL_OUTPUT']);
	expect(where({stored}, 'output')).toEqual(['json', 'profile', 'profile work']);
	expect(where({stored, flags: {profile: ['spare']}}, 'output')).toEqual(['csv', 'profile', 'profile default']);
	expect(where({}, 'output')).toEqual(['table', 'default', 'built-in']);
	expect(where({}, 'user')).toEqual([undefined, undefined, undefined]);
});

test('the profile itself: flag, environment, current profile, default', () => {
	const name = (sources: Partial<Sources>) => {
		const {profile, profileOrigin, profileExists} = resolve(sources);
		return [profile, profileOrigin, profileExists];
	};
	expect(name({stored, env: {USAGECTL_PROFILE: 'spare'}, flags: {profile: ['nowhere']}})).toEqual([
		'nowhere',
		'flag',
		false,
	]);
	expect(name({stored, env: {USAGECTL_PROFILE: 'spare'}})).toEqual(['spare', 'environment', true]);
	expect(name({stored, env: {USAGECTL_PROFILE: ''}})).toEqual(['work', 'profile', true]);
	expect(name({})).toEqual(['default', 'default', true]);
	expect(name({stored, flags: {profile: ['constructor']}})).toEqual(['constructor', 'flag', false]);
});

test('no profile inherits the address or the account of another service', () => {
	const spare = {stored, flags: {profile: ['spare']}};
	expect(where(spare, 'base-url')).toEqual([undefined, undefined, undefined]);
	expect(where(spare, 'user')).toEqual([undefined, undefined, undefined]);
	expect(where({stored, flags: {profile: ['default']}}, 'user')).toEqual(['bob', 'profile', 'profile default']);
});

test('an empty variable counts as not set', () => {
	expect(where({env: {USAGECTL_OUTPUT: ''}}, 'output')).toEqual(['table', 'default', 'built-in']);
});

test('settings of another service do not apply to the sandbox', () => {
	for (const flags of [{sandbox: ['true']}, {profile: ['sandbox']}]) {
		const {sandbox, values} = resolve({flags, env, stored});
		expect(sandbox).toBe(true);
		expect(Object.keys(values).filter(name => ['base-url', 'user', 'password-file'].includes(name))).toEqual([]);
		expect(values.product?.texts).toEqual(['9']);
		// The output format does not depend on the service.
		expect(values.output?.origin).toBe('environment');
		expect(values.timeout?.where).toBe('profile default');
	}
	expect(where({flags: {sandbox: ['true'], product: ['3']}, env, stored}, 'product')).toEqual([
		'3',
		'flag',
		'--product',
	]);
});

test('the sandbox cannot be combined with another profile or address', () => {
	expect(() => resolve({flags: {sandbox: ['true'], profile: ['work']}, stored})).toThrow('--sandbox');
	expect(() => resolve({flags: {sandbox: ['true'], 'base-url': ['https://x.example']}})).toThrow('--base-url');
	expect(resolve({flags: {sandbox: ['true'], profile: ['sandbox']}}).sandbox).toBe(true);
	expect(resolve({flags: {sandbox: ['false']}}).sandbox).toBe(false);
});
