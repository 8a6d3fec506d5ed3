import {readdirSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {chooseData} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {type Setup, transcript, usagectl} from '../../support/program/usagectl.ts';

type Ready = {
	readonly baseUrl: string;
	readonly products: readonly {readonly productId: number; readonly name: string}[];
	readonly users: readonly {readonly user: string; readonly password: string; readonly licenseKeyPermission: boolean}[];
};

/** Serves until `use` is done with it, then stops it as SIGTERM does. */
async function served<T>(line: string, setup: Setup, use: (output: string) => Promise<T>) {
	const stop = new AbortController();
	let used: Promise<T> | undefined;
	const onOutput = (text: string) => {
		used ??= use(text).finally(() => stop.abort());
	};
	const ended = await usagectl(line, {...setup, signal: stop.signal, onOutput});
	return {...ended, used: await used};
}

const fixed = '--seed 7 --size 40 --now 2026-06-30';

test('serve prints one line of JSON when it is ready, and runs until it is stopped', async () => {
	const {stdout, stderr, exitCode, used} = await served(`sandbox serve --port 0 ${fixed} -o json`, {}, async output => {
		const {baseUrl, products, users} = JSON.parse(output) as Ready;
		const [user] = users;
		const answer = await fetch(`${baseUrl}/auth/login`, {
			method: 'POST',
			headers: {'content-type': 'application/json'},
			body: JSON.stringify({user: user?.user, password: user?.password}),
		});
		return {baseUrl, products, users, login: await answer.json()};
	});
	expect(stdout.split('\n')).toHaveLength(2);
	expect(JSON.parse(stdout)).toEqual({
		baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
		controlToken: expect.stringMatching(/^[\w-]{24}$/),
		products: [
			{productId: 5000000101, name: 'Aurora Studio'},
			{productId: 5000000102, name: 'Aurora Viewer'},
			{productId: 5000000103, name: 'Aurora Server'},
		],
		users: [
			{user: 'admin@sandbox.example', password: expect.any(String), licenseKeyPermission: true},
			{user: 'analyst@sandbox.example', password: expect.any(String), licenseKeyPermission: false},
		],
	});
	expect(used?.login).toMatchObject({status: 'OK'});
	expect(stderr).toContain('synthetic data');
	expect(exitCode).toBe(0);
	await expect(fetch(used?.baseUrl ?? '')).rejects.toThrow();
});

test('serve prints a few lines for people, and keeps its passwords', async () => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	await chooseData(env.USAGECTL_CONFIG_DIR);
	const first = await served('sandbox serve', {env}, async () => undefined);
	const second = await served('sandbox serve', {env}, async () => undefined);
	expect(first.stdout).toMatch(
		/^http:\/\/127\.0\.0\.1:\d+ {2}control token \S{24}\nproduct 5000000101 {2}Aurora Studio\n/,
	);
	const passwords = (text: string) => text.match(/(password|token) \S+/g);
	expect(passwords(first.stdout)).toHaveLength(3);
	expect(passwords(second.stdout)).toEqual(passwords(first.stdout));
});

test('serve with other data saves nothing, and leaves nothing behind', async () => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	const copies = () => readdirSync(tmpdir()).filter(name => name.startsWith('usagectl-sandbox-')).length;
	const before = copies();
	await served(`sandbox serve ${fixed}`, {env}, async () => expect(copies()).toBeGreaterThan(before));
	expect(copies()).toBe(before);
	expect(readdirSync(env.USAGECTL_CONFIG_DIR)).toEqual([]);
});

test('serve reads recordings and faults only from files of a limited size', async () => {
	const folder = temporaryFolder();
	const large = join(folder, 'large.ndjson');
	writeFileSync(large, '');
	truncateSync(large, 257 * 2 ** 20);
	for (const [flag, path, reason] of [
		['--replay', large, 'it is larger than 256 MiB'],
		['--replay', folder, 'it is a folder'],
		['--faults', large, 'it is larger than 256 MiB'],
	])
		expect(await usagectl(`sandbox serve ${flag} ${path}`)).toMatchObject({
			exitCode: 2,
			stderr: expect.stringContaining(`${flag}: ${path} cannot be read: ${reason}`),
		});
});

test('serve reads faults from a file, and sets sandbox options', async () => {
	const folder = temporaryFolder();
	const faults = join(folder, 'faults.json');
	writeFileSync(faults, JSON.stringify({rules: [{path: '/auth/login', fault: {kind: 'status', status: 503}}]}));
	const line = `sandbox serve ${fixed} -o json --assume error-status=ok --assume values-page=3 --faults ${faults}`;
	const {used} = await served(line, {}, async output => {
		const {baseUrl} = JSON.parse(output) as Ready;
		const login = () =>
			fetch(`${baseUrl}/auth/login`, {
				method: 'POST',
				headers: {'content-type': 'application/json'},
				body: JSON.stringify({user: 'nobody', password: ''}),
			});
		const answers = [await login(), await login()];
		return answers.map(answer => [answer.status, answer.headers.get('x-sandbox-options')]);
	});
	expect(used).toEqual([
		[503, null],
		[200, 'error-status=ok;values-page=3'],
	]);
});

test('rejects wrong flags and files before it builds any data', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'bad.json'), '{"rules": [{"fault": {"kind": "earthquake"}}]}');
	const scenarios = `{"scenarios": [
  {"kind": "crash", "version": "5.0", "platform": "Windwos", "percent": 130, "from": "2026-06-10"},
  {"kind": "departure", "cuntry": "DE", "after": "2026-06-31"}
]}
`;
	writeFileSync(join(folder, 'scenarios.json'), scenarios);
	const text = await transcript([
		'usagectl sandbox serve --size 2x',
		'usagectl sandbox serve --now 2026-02-30',
		'usagectl sandbox serve --port 70000',
		'usagectl sandbox serve --assume error-status=maybe',
		'usagectl sandbox serve --assume nothing',
		'usagectl sandbox serve --assume value-page=3',
		'usagectl sandbox serve --faults nowhere.json',
		`usagectl sandbox serve --faults ${join(folder, 'bad.json')}`,
		`usagectl sandbox plant ${join(folder, 'scenarios.json')}`,
		'usagectl sandbox plant nowhere.json',
		'usagectl sandbox advance 3 days',
	]);
	await expect(text.replaceAll(folder, '.')).toMatchFileSnapshot('../../transcripts/sandbox-mistakes.txt');
});

test('adds the scenarios of the template unchanged, and lists them', async () => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	const path = join(env.USAGECTL_CONFIG_DIR, 'scenarios.json');
	writeFileSync(path, (await usagectl('sandbox plant --template', {env})).stdout);
	await usagectl(`sandbox reset ${fixed}`, {env});
	expect(await usagectl(`sandbox plant ${path} -o json`, {env})).toMatchObject({exitCode: 0, stderr: ''});
	const kinds = JSON.parse((await usagectl('sandbox plant -o json', {env})).stdout).map(
		(one: {kind: string}) => one.kind,
	);
	expect(kinds).toEqual(['crash', 'unused', 'shared-key', 'churn', 'departure']);
});

test('reset selects the data and discards changes; status shows both', async () => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	const status = async () => JSON.parse((await usagectl('sandbox status -o json', {env})).stdout);
	expect(await status()).toMatchObject({seed: 1, size: 10_000, clock: 'real', dataBytes: null, keyLogBytes: 0});
	expect((await usagectl(`sandbox reset ${fixed}`, {env})).exitCode).toBe(0);
	expect(await status()).toMatchObject({
		seed: 7,
		size: 40,
		now: '2026-06-30T23:59:59',
		clock: 'frozen',
		keyLogBytes: 0,
	});
	expect((await status()).dataBytes).toBeGreaterThan(10_000);
	await served('sandbox serve -o json', {env}, async output => {
		const {baseUrl, users, products} = JSON.parse(output) as Ready;
		const post = async (path: string, body: object) =>
			(
				await fetch(baseUrl + path, {
					method: 'POST',
					headers: {'content-type': 'application/json'},
					body: JSON.stringify(body),
				})
			).json() as Promise<Record<string, string>>;
		const [{user = '', password = ''} = {}] = users;
		const {sessionId} = await post('/auth/login', {user, password});
		const identity = {user, sessionId, productId: products[0]?.productId};
		await post('/licenseKeys/updateKeys', {...identity, keyUpdates: [{licenseKey: 'mine'}]});
	});
	expect((await status()).keyLogBytes).toBeGreaterThan(0);
	await usagectl(`sandbox reset ${fixed}`, {env});
	expect((await status()).keyLogBytes).toBe(0);
});

test('lists the sandbox options as rows', async () => {
	const {stdout} = await usagectl('sandbox options -o json');
	const rows = JSON.parse(stdout) as Record<string, string>[];
	expect(rows.length).toBeGreaterThan(30);
	expect(rows.find(row => row.id === 'values-page')).toMatchObject({default: '1000', values: '1 or more'});
});

/** The figures of a report of the embedded service, with everything else as it is in that folder. */
const report = async (env: Record<string, string>) =>
	(await usagectl('--sandbox report current --from 2026-04-01 --level prodEdition -o csv', {env})).stdout;

// Each format: test/sandbox/store/transfer/import-data.test.ts.
test('gives the same report after an export and an import', async () => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	await usagectl(`sandbox reset ${fixed}`, {env});
	const before = await report(env);
	expect(before.split('\n').length).toBeGreaterThan(3);
	const tables = join(temporaryFolder(), 'tables');
	const exported = await usagectl(`sandbox export ${tables} --format csv -o json`, {env});
	expect(exported.exitCode).toBe(0);
	const rows = JSON.parse(exported.stdout) as {table: string; file: string; rows: number}[];
	expect(rows.find(row => row.table === 'installation')).toMatchObject({file: 'installation.csv'});
	expect(readdirSync(tables).sort()).toEqual(rows.map(row => row.file).sort());

	const other = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	const imported = await usagectl(`sandbox import ${tables} --now 2026-06-30 -o json`, {env: other});
	expect(JSON.parse(imported.stdout)).toEqual(rows.map(({table, rows: count}) => ({table, rows: count})));
	expect(await report(other)).toBe(before);
	const titleOf = async (env: Record<string, string>) =>
		(await usagectl('--sandbox report current --from 2026-04-01', {env})).stdout.split('\n')[0];
	expect([await titleOf(env), await titleOf(other)]).toEqual([
		expect.stringMatching(/, sandbox data$/),
		expect.stringMatching(/, imported data$/),
	]);
	const status = JSON.parse((await usagectl('sandbox status -o json', {env: other})).stdout);
	expect(status).toMatchObject({data: 'imported', now: '2026-06-30T23:59:59'});
	await usagectl(`sandbox reset ${fixed}`, {env: other});
	expect(JSON.parse((await usagectl('sandbox status -o json', {env: other})).stdout)).toMatchObject({
		data: 'synthetic',
	});
});

test('import reports missing and invalid values with their position', async () => {
	const folder = temporaryFolder();
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	writeFileSync(join(folder, 'product.csv'), 'productId,name,oldestReportedDate,overQuota\n1,Mine,2026-01-01,maybe\n');
	await usagectl('sandbox reset --size 100', {env});
	const text = await transcript(
		[
			`usagectl sandbox import ${folder}/nowhere`,
			`usagectl sandbox import ${folder}`,
			`usagectl sandbox export ${folder}/product.csv`,
		],
		{env},
	);
	await expect(text.replaceAll(folder, '.')).toMatchFileSnapshot('../../transcripts/sandbox-import.txt');
});

test('uses the day of a frozen sandbox clock as today', async () => {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder()};
	await usagectl('sandbox reset --size 100 --now 2026-06-30', {env});
	const later = {env, clock: fakeClock('2027-03-01T12:00:00Z')};
	const asked = await usagectl('--sandbox report current --from -30d --print-request json', later);
	expect(asked.stdout).toContain('"startDate": "2026-05-31"');
	expect(await usagectl('--sandbox report current --from -30d -o csv', later)).toMatchObject({exitCode: 0});
	const told = await usagectl('--sandbox report current --from -30d --today 2026-06-15 --print-request json', later);
	expect(told.stdout).toContain('"startDate": "2026-05-16"');
});
