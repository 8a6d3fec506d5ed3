import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {withLock} from '../../src/files/with-lock.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {realClock} from '../support/laws/clock.ts';
import {everyCommand} from '../support/program/every-command.ts';
import {type Setup, transcript, usagectl} from '../support/program/usagectl.ts';
import {hostileServer, ok, type Reply, reply} from '../support/service/hostile-server.ts';

/** The flags of every command, on a report that a small server answers. */

const bins = {'1': 40, '2 - 5': 7, '≥ 6': 0};
const answer: Reply = ok({results: bins});
const line = 'report churn days --from 2026-01-01 --to 2026-03-31 --lost-after 30';
const to = (address: string, setup: Setup = {}): Setup => ({
	...setup,
	env: {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session', ...setup.env},
});
const bodies = (met: readonly {readonly json: Readonly<Record<string, unknown>>}[]) =>
	met.map(each => each.json.productId);

test('shows the effect of the output flags', async () => {
	const {address} = await hostileServer(answer);
	const shown = await transcript(
		[
			`${line} -p 1`,
			`${line} -p 1 -o csv`,
			`${line} -p 1 -o tsv --no-header`,
			`${line} -p 1 -o json`,
			`${line} -p 1 -o ndjson --limit 2`,
			`${line} -p 1 -o md`,
			`${line} -p 1 -o csv --fields installations,bin --delimiter ';'`,
			`${line} -p 1 -o csv --fields bins`,
			`${line} -p 1,2 -o csv --limit 4`,
			`${line} -p 1 --raw`,
			`${line} -p 1 --raw -p 2`,
			`${line} -p 1 --dry-run`,
			line,
		],
		to(address),
	);
	await expect(shown.replaceAll(address, 'http://service')).toMatchFileSnapshot('../transcripts/global-flags.txt');
});

test('rejects a wrong column, a missing product and a wrong flag before anything is sent', async () => {
	const {address, met} = await hostileServer(answer);
	for (const words of [`${line} -p 1 --fields bin,instalations`, line, `${line} -p 1 --limit 0`, `${line} -p x`]) {
		expect(await usagectl(words, to(address))).toMatchObject({exitCode: 2, stdout: ''});
	}
	expect(met).toEqual([]);
});

test('takes settings from flag, environment and profile, and names the origin of an invalid one', async () => {
	const {address, met} = await hostileServer(answer);
	const setup = to(address, {env: {USAGECTL_PRODUCT: '7', USAGECTL_OUTPUT: 'csv'}});
	expect((await usagectl(line, setup)).stdout).toBe('bin,installations\n1,40\n2 - 5,7\n≥ 6,0\n');
	expect((await usagectl(`${line} -p 8 -o ndjson --limit 1`, setup)).stdout).toBe('{"bin":"1","installations":40}\n');
	expect(bodies(met)).toEqual([7, 8]);
	const wrong = await usagectl(line, to(address, {env: {USAGECTL_OUTPUT: 'yaml'}}));
	expect(wrong).toEqual({
		stdout: '',
		stderr:
			"error: USAGECTL_OUTPUT: expected one of table, json, ndjson, csv, tsv, md, junit, openmetrics, dashboard, xlsx, parquet, not 'yaml'\nhint: see usagectl help flags\n",
		exitCode: 2,
	});
});

test('keeps the rows of other products if one fails', async () => {
	const refused = reply({status: 'SYNTAX ERROR', reason: 'no such product'});
	const {address, met} = await hostileServer(answer, refused, answer);
	const {stdout, stderr, exitCode} = await usagectl(`${line} -p 1 -p 2,3 -p 1 -o csv`, to(address));
	// The second call for product 2 asks for the oldest date: a start that is too old is a common reason.
	expect(bodies(met)).toEqual([1, 2, 2, 3]);
	expect(stdout).toBe('product,bin,installations\n1,1,40\n1,2 - 5,7\n1,≥ 6,0\n3,1,40\n3,2 - 5,7\n3,≥ 6,0\n');
	expect(stderr).toMatch(/^error: product 2: .*no such product/);
	expect(exitCode).toBe(6);
});

test('exits with the status of the failure if every product fails', async () => {
	const {address} = await hostileServer(reply({status: 'AUTH ERROR', reason: 'session over'}));
	expect(await usagectl(`${line} -p 1,2 -o csv`, to(address))).toMatchObject({stdout: '', exitCode: 3});
});

test('--out writes the file atomically', async () => {
	const folder = temporaryFolder();
	const {address} = await hostileServer(answer, reply('<html>', {status: 500}));
	const out = join(folder, 'bins.csv');
	expect(await usagectl(`${line} -p 1 -o csv --out ${out}`, to(address))).toMatchObject({
		stdout: '',
		stderr: `note: wrote ${out}: 3 rows\n`,
		exitCode: 0,
	});
	expect(readFileSync(out, 'utf8')).toBe('bin,installations\n1,40\n2 - 5,7\n≥ 6,0\n');
	expect(await usagectl(`${line} -p 1 -o csv --retries 0 --out ${join(folder, 'b.csv')}`, to(address))).toMatchObject({
		exitCode: 5,
	});
	expect(readdirSync(folder)).toEqual(['bins.csv']);
	expect(await usagectl(`${line} -p 1 -o csv --out ${out} --dry-run`, to(address))).toMatchObject({exitCode: 0});
	expect(readFileSync(out, 'utf8')).toMatch(/^bin,/);
});

test('--dry-run sends nothing for any command, but previews of keys, which read them', async () => {
	const {address, met} = await hostileServer(answer);
	for (const {path, line: typed} of everyCommand(temporaryFolder()).asking) {
		if (['keys diff', 'keys set', 'keys update'].includes(path)) continue;
		const {exitCode} = await usagectl(`${typed} -p 1 --dry-run`, to(address));
		// Of these there is nothing to check without doing it.
		const isRefused = ['login', 'logout', 'doctor'].includes(path);
		expect({path, exitCode}).toEqual({path, exitCode: isRefused ? 2 : 0});
	}
	expect(met).toEqual([]);
});

test('--print-request prints the request with the account masked, and sends nothing', async () => {
	const {address, met} = await hostileServer(answer);
	const {stdout, stderr, exitCode} = await usagectl(`${line} -p 1 --print-request json`, to(address));
	expect({stderr, exitCode}).toEqual({stderr: '', exitCode: 0});
	expect(stdout).not.toContain('canary');
	expect(JSON.parse(stdout)).toMatchObject({
		method: 'POST',
		url: `${address}/reporting/churn/histogram/days`,
		body: {productId: 1},
	});
	expect((await usagectl(`${line} -p 1 --print-request curl`, to(address))).stdout).toMatch(/^curl -X POST 'http/);
	expect(met).toEqual([]);
});

test('--fail-on-empty exits with status 7 after the output', async () => {
	const {address} = await hostileServer(ok({results: {}}), ok({results: {}}), answer);
	expect(await usagectl(`${line} -p 1 -o csv`, to(address))).toMatchObject({
		stdout: 'bin,installations\n',
		exitCode: 0,
	});
	expect(await usagectl(`${line} -p 1 -o csv --fail-on-empty`, to(address))).toMatchObject({
		stdout: 'bin,installations\n',
		exitCode: 7,
	});
	expect(await usagectl(`${line} -p 1 -o csv --fail-on-empty`, to(address))).toMatchObject({exitCode: 0});
});

test('--lock allows one run at a time per name', async () => {
	const {address, met} = await hostileServer(answer);
	const config = temporaryFolder();
	const setup = to(address, {env: {USAGECTL_CONFIG_DIR: config}});
	await withLock({folder: join(config, 'state/locks'), name: 'nightly', clock: realClock}, async () => {
		expect(await usagectl(`${line} -p 1 --lock nightly`, setup)).toMatchObject({stdout: '', exitCode: 9});
		expect(await usagectl(`${line} -p 1 --lock hourly`, setup)).toMatchObject({exitCode: 0});
	});
	expect(await usagectl(`${line} -p 1 --lock nightly`, setup)).toMatchObject({exitCode: 0});
	expect(await usagectl(`${line} -p 1 --lock ../../etc`, setup)).toMatchObject({exitCode: 2});
	expect(met).toHaveLength(2);
});

test('writes no secret to stderr with any debugging option', async () => {
	const {address} = await hostileServer(reply({status: 'SYNTAX ERROR', reason: 'session canary-session is odd'}));
	const {stderr} = await usagectl(`${line} -p 1 --debug`, to(address));
	expect(stderr).toContain('is odd');
	expect(stderr).not.toContain('canary');
});

test('chooses color by the flag, then NO_COLOR, FORCE_COLOR, TERM, then the terminal', async () => {
	const {address} = await hostileServer(answer);
	const colored = async (flags: string, setup: Setup) =>
		(await usagectl(`${line} -p 1 ${flags}`, to(address, setup))).stdout.includes('\u001b[1m');
	expect(await colored('', {columns: 80})).toBe(true);
	expect(await colored('', {})).toBe(false);
	expect(await colored('', {columns: 80, env: {NO_COLOR: '1'}})).toBe(false);
	expect(await colored('', {columns: 80, env: {TERM: 'dumb'}})).toBe(false);
	expect(await colored('', {env: {FORCE_COLOR: '1'}})).toBe(true);
	expect(await colored('', {columns: 80, env: {FORCE_COLOR: '0'}})).toBe(false);
	expect(await colored('--color always', {env: {NO_COLOR: '1'}})).toBe(true);
	expect(await colored('--color never', {columns: 80, env: {FORCE_COLOR: '1'}})).toBe(false);
});

test('shows the help of a group that needs a command after an error, and in JSON the error only', async () => {
	const {exitCode, stdout, stderr} = await usagectl('keys');
	expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
	expect(stderr).toContain('Usage: usagectl keys <command> [flags]');
	expect(stderr).toMatch(
		/\n\nerror: usagectl keys needs a command\nhint: name one: list, expiring, get, .*template\n$/,
	);
	const json = await usagectl('sandbox -o json');
	expect(JSON.parse(json.stderr)).toMatchObject({error: {code: 2, message: 'usagectl sandbox needs a command'}});
});
