import {existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {shell} from '../../support/program/child.ts';

/** Makes Node find no package of DuckDB, as after `npm install --omit=optional`. */
const hiding = `
const Module = require('node:module');
const find = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => {
	if (!name.startsWith('@duckdb/')) return find(name, ...rest);
	throw Object.assign(new Error("Cannot find module '" + name + "'"), {code: 'MODULE_NOT_FOUND'});
};
`;
const folder = mkdtempSync(join(tmpdir(), 'without-duckdb-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));
const hide = join(folder, 'hide.cjs');
writeFileSync(hide, hiding);
writeFileSync(join(folder, 'x.csv'), 'timestamp,exception.class\n2026-06-01T00:00:00,Boom\n');
const env = {NODE_OPTIONS: `--require ${hide}`, USAGECTL_CONFIG_DIR: join(folder, 'config')};
const help = `error: this command needs DuckDB, which is not installed
hint: install usagectl again without --omit=optional
`;

test.each([
	`exceptions top ${join(folder, 'x.csv')}`,
	`exceptions show 1f0c ${join(folder, 'x.csv')}`,
	`events top ${join(folder, 'x.csv')}`,
	'--sandbox props list -q',
])('without DuckDB, %s says how to install it', async words => {
	expect(await shell(`node bin/usagectl.js ${words}`, env)).toEqual({code: 2, stdout: '', stderr: help});
});

const service = await started();
test('without DuckDB, sync keeps the files and notes the missing table', async () => {
	const crashes = join(folder, 'crashes');
	const account = {
		USAGECTL_BASE_URL: service.baseUrl,
		USAGECTL_USER: service.admin.user,
		USAGECTL_PASSWORD: service.admin.password,
		USAGECTL_PRODUCT: String(service.product),
	};
	const synced = await shell(`node bin/usagectl.js exceptions sync ${crashes}`, {...env, ...account});
	expect(synced).toMatchObject({
		code: 0,
		stderr: expect.stringContaining('note: no table was written: this command needs DuckDB, which is not installed'),
	});
	expect(readdirSync(crashes).filter(name => name.endsWith('.zip')).length).toBeGreaterThan(2);
	expect(existsSync(join(crashes, 'lines'))).toBe(false);
	expect(await shell(`node bin/usagectl.js query --archive ${crashes} 'FROM crashes'`, env)).toEqual({
		code: 2,
		stdout: '',
		stderr: help,
	});
});

test('without DuckDB, doctor says that the engine is optional, and finds no problem', async () => {
	const {stdout} = await shell('node bin/usagectl.js doctor -o json', {
		...env,
		USAGECTL_BASE_URL: service.baseUrl,
		USAGECTL_USER: service.admin.user,
		USAGECTL_PASSWORD: service.admin.password,
		USAGECTL_PRODUCT: String(service.product),
	});
	const rows: {state: string; check: string}[] = JSON.parse(stdout);
	// The sandbox lives in another time.
	expect(rows.filter(({state, check}) => state === 'problem' && check !== 'clock')).toEqual([]);
	expect(rows).toContainEqual(
		expect.objectContaining({
			check: 'sandbox engine',
			state: 'skipped',
			detail: 'not installed (optional): reinstall usagectl without --omit=optional',
		}),
	);
});

test('without DuckDB, doctor --sandbox still shows its table', async () => {
	const {stdout, stderr, code} = await shell('node bin/usagectl.js doctor --sandbox -o json', env);
	expect({stderr, code}).toEqual({stderr: '', code: 2});
	expect(JSON.parse(stdout)).toContainEqual({
		...{check: 'address', state: 'problem', detail: 'this command needs DuckDB, which is not installed'},
		advice: 'install usagectl again without --omit=optional',
	});
});
