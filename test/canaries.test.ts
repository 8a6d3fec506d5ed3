import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, onTestFinished, test} from 'vitest';
import {createTransport} from '../src/client/http/transport.ts';
import {commandTree} from '../src/command-table.ts';
import {CliError} from '../src/errors.ts';
import type {HttpResponse, Transport} from '../src/ports.ts';
import {connected} from './mcp/support/connected.ts';
import {started} from './sandbox/support/started.ts';
import {headers} from './support/data/crash-month.ts';
import {temporaryFolder} from './support/disk/folders.ts';
import {inTurns, isLong} from './support/laws/laws.ts';
import {everyCommand} from './support/program/every-command.ts';
import {usagectl} from './support/program/usagectl.ts';
import {hostileServer, ok, redirect, reply} from './support/service/hostile-server.ts';

/**
 * Four secrets, put into the mouth of a service that repeats them wherever it can: password, session id, cookie, one-time
 * address. No command shows one, whatever goes wrong and however much is debugged. Each fault meets an eighth of the commands, in
 * turns (all with all: npm run soak:laws).
 */

// Files of few days: each of them is zipped to be listed.
const sandbox = await started({assume: ['file-days=9']});
// keys set leaves what was not taken where it runs.
const home = process.cwd();
const place = mkdtempSync(join(tmpdir(), 'usagectl-canaries-'));
process.chdir(place);
afterAll(() => {
	process.chdir(home);
	rmSync(place, {recursive: true, force: true});
});
const password = sandbox.admin.password;

const respond = (status: number, body: string, headers: Record<string, string> = {}): HttpResponse => ({
	status,
	headers: {'content-type': 'application/json', ...headers},
	body: Object.assign(
		(async function* () {
			yield Buffer.from(body);
		})(),
		{destroy: () => undefined},
	),
});
const echo = (secrets: ReadonlySet<string>) =>
	[...secrets].flatMap(secret => [secret, encodeURIComponent(secret)]).join(' ');
const json = (status: string) => (said: string) => JSON.stringify({status, reason: said});

/** What becomes of an answer: `said` holds every secret that is known so far. */
const faults: Readonly<Record<string, (said: string) => HttpResponse>> = {
	'a refusal': said => respond(400, json('SYNTAX ERROR')(said)),
	'a dead session': said => respond(403, json('AUTH ERROR')(said)),
	'a dead session with 200': said => respond(200, json('AUTH ERROR')(said)),
	'a failing server': said => respond(500, json('SYNTAX ERROR')(said)),
	'an overloaded server': said => respond(503, json('OK')(said), {'retry-after': '1'}),
	'a page': said => respond(200, `<!DOCTYPE html><title>${said}</title>`, {'content-type': 'text/html'}),
	'a page with 502': said => respond(502, `<html>${said}`),
	'plain text': said => respond(200, said),
	'cut JSON': said => respond(200, `{"status":"OK","results":["${said}`),
	'a reason beside OK': said => respond(200, json('OK')(said)),
	'an unknown status': said => respond(200, json('ODD')(said)),
	'a wrong type': said =>
		respond(200, JSON.stringify({status: 'OK', oldestDate: [said], results: {[said]: said}, [said]: 1})),
	'a redirect': said => respond(302, said, {location: `http://127.0.0.1:9/login?next=${encodeURIComponent(said)}`}),
	'a broken connection': said => {
		throw new CliError('network', `the connection broke: ${said}`, {hint: said, code: 'reset', reason: said});
	},
	'a bug': said => {
		throw new Error(said);
	},
};

/** The sandbox behind it; it learns each secret that goes by, and after the login answers as the fault wants it. */
function createEchoing(fault: string | undefined) {
	const secrets = new Set<string>();
	const real = createTransport();
	const learn = (text: string) => {
		for (const [, found = ''] of text.matchAll(/"(?:sessionId|downloadUrl)":"([^"]+)"/g)) {
			secrets.add(found);
			if (found.includes('/')) secrets.add(found.split('/').at(-1) as string);
		}
	};
	const transport: Transport = async (request, options) => {
		const isLogin = request.url.pathname === '/auth/login';
		if (isLogin) secrets.add(password);
		const shape = fault === undefined || isLogin ? undefined : faults[fault];
		if (shape) return shape(echo(secrets));
		const answer = await real(request, options);
		for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) secrets.add(/=([^;]*)/.exec(cookie)?.[1] ?? '');
		if (!`${answer.headers['content-type']}`.includes('json')) return answer;
		const chunks: Uint8Array[] = [];
		for await (const chunk of answer.body) chunks.push(chunk);
		const text = Buffer.concat(chunks).toString();
		learn(text);
		return {...answer, ...respond(answer.status, text), headers: answer.headers};
	};
	return {transport, secrets};
}

const filesIn = (folder: string) =>
	existsSync(folder)
		? readdirSync(folder, {recursive: true, withFileTypes: true})
				.filter(entry => entry.isFile() && entry.name !== 'session.json')
				.map(entry => join(entry.parentPath, entry.name))
		: [];

/** Where any of the secrets shows, in one run. */
async function look(line: string, {fault, cookies}: {fault?: string | undefined; cookies?: boolean} = {}) {
	const {transport, secrets} = createEchoing(fault);
	const config = temporaryFolder();
	const ended = await usagectl(`${line}${cookies ? ' --cookies' : ''}`, {
		transport,
		env: {
			USAGECTL_CONFIG_DIR: config,
			USAGECTL_BASE_URL: sandbox.baseUrl,
			USAGECTL_USER: sandbox.admin.user,
			USAGECTL_PRODUCT: String(sandbox.product),
			...(line.includes('--password-stdin') ? {} : {USAGECTL_PASSWORD: password}),
		},
		...(line.includes('--password-stdin') ? {stdin: password} : {}),
	});
	const places = {
		...ended,
		...Object.fromEntries(filesIn(config).map(path => [path, readFileSync(path, 'utf8')])),
	};
	return [...secrets, password]
		.filter(secret => secret.length > 3)
		.flatMap(secret =>
			Object.entries(places)
				.filter(([, text]) => String(text).includes(secret))
				.map(([place, text]) => {
					const at = String(text).indexOf(secret);
					return `${line} [${fault}]: ${place}: ${String(text).slice(Math.max(0, at - 60), at + 20)}`;
				}),
		);
}

test('tries each command', () => {
	const {asking, local} = everyCommand(temporaryFolder());
	const hidden = commandTree.commands.filter(each => each.hidden).map(({path}) => path);
	expect(
		[...asking, ...local]
			.map(({path}) => path)
			.filter(path => !hidden.includes(path))
			.sort(),
	).toEqual(
		commandTree.commands
			.filter(({hidden}) => !hidden)
			.map(({path}) => path)
			.sort(),
	);
});

test.each(
	['--debug', '--print-request json', '--print-request curl', '-v -o json'].map(
		(flags, turn) => [flags, turn] as const,
	),
)('no secret is seen when all is well, with %s', async (flags, turn) => {
	const {asking, local} = everyCommand(temporaryFolder());
	for (const [index, {line}] of inTurns([...asking, ...local], turn, 16).entries())
		expect(await look(`${line} ${flags}`, {cookies: (index + flags.length) % 2 === 0})).toEqual([]);
});

test.each(Object.keys(faults).map((fault, turn) => [fault, turn] as const))(
	'no secret is seen after %s, with --debug',
	async (fault, turn) => {
		const {asking} = everyCommand(temporaryFolder());
		for (const [index, {line}] of inTurns(asking, turn, 16).entries())
			expect(await look(`${line} --debug --retries 1`, {fault, cookies: (index + turn) % 2 === 1})).toEqual([]);
	},
);

/** Calls of the tools of assistants, and how each is answered: the same for every fault. */
const toolCalls: readonly (readonly [string, object])[] = [
	['describe', {about: 'properties'}],
	['describe', {about: 'values', name: 'os.version'}],
	['describe', {about: 'events'}],
	['check_filter', {expression: 'prodVersion=4.1'}],
	['report', {report: 'current', level: 'prodVersion'}],
	['report', {report: 'current', chart: true}],
	['keys', {action: 'list', limit: 3}],
	['keys', {action: 'audit'}],
	['crashes', {action: 'top'}],
	['crashes', {action: 'show', fingerprint: 'ab'}],
	['run_saved', {action: 'list'}],
	['run_saved', {action: 'run', name: 'editions'}],
	['run_saved', {action: 'check'}],
	['run_saved', {action: 'result', name: 'editions'}],
	['keys_plan', {changes: [{licenseKey: 'AAAA', installQuota: 1}]}],
	['keys_apply', {plan: 'none'}],
];

/** Questions whose variables and defaults have secrets, and a folder of crashes. */
function writeOwnFiles(folder: string): void {
	const questions = [
		'defaults: {level: "${CANARY}"}',
		'questions:',
		'  editions: {ask: report current --from -30d --level prodEdition, checks: [{column: active, max: 1}]}',
		'  secret: {ask: "keys list --filter licenseKey=${CANARY}"}',
	];
	writeFileSync(join(folder, 'usagectl.yaml'), questions.join('\n'));
	mkdirSync(join(folder, 'crashes'));
	const row = '2026-06-01,01:02:03,4.9,Windows 11,US,Boom,Engine.run,text,at Engine.run';
	writeFileSync(join(folder, 'crashes/7_exc_2026-06-01.csv'), `${headers.keys}\r\n${row}\r\n`);
}

test.each([undefined, ...Object.keys(faults)].map((fault, turn) => [fault, turn] as const))(
	'no secret is seen by an assistant: %s',
	async (fault, turn) => {
		const {transport, secrets} = createEchoing(fault);
		const folder = temporaryFolder();
		writeOwnFiles(folder);
		const words = ['mcp', '--allow-writes', '--debug', '--retries', '0'];
		const files = ['--crashes', join(folder, 'crashes'), '--file', join(folder, 'usagectl.yaml')];
		const {call, client, close} = await connected([...words, ...files], {
			transport,
			env: {
				USAGECTL_VAR_CANARY: 'canary-of-the-environment',
				USAGECTL_BASE_URL: sandbox.baseUrl,
				USAGECTL_USER: sandbox.admin.user,
				USAGECTL_PASSWORD: password,
				USAGECTL_PRODUCT: String(sandbox.product),
			},
		});
		const texts: string[] = [JSON.stringify(await client.listTools()), client.getInstructions() ?? ''];
		for (const [name, args] of fault ? inTurns(toolCalls, turn) : toolCalls) texts.push((await call(name, args)).text);
		for (const {uri} of (await client.listResources()).resources)
			texts.push(JSON.stringify(await client.readResource({uri})));
		texts.push(JSON.stringify(await client.getPrompt({name: 'weekly_review'})));
		const {stdout, stderr} = await close();
		const seen = [...texts, stdout, stderr].join('\n');
		const found = [...secrets, password, 'canary-of-the-environment'].filter(
			secret => secret.length > 3 && seen.includes(secret),
		);
		expect(found.map(secret => seen.slice(Math.max(0, seen.indexOf(secret) - 80), seen.indexOf(secret) + 10))).toEqual(
			[],
		);
		expect(secrets.size).toBeGreaterThan(0);
	},
);

test('masks a rejected login that repeats the password', async () => {
	for (const status of [200, 400, 401, 403, 500]) {
		const {address} = await hostileServer(reply({status: 'AUTH ERROR', reason: `no: canary-password`}, {status}));
		const ended = await usagectl(`login --base-url ${address} --user ada --password-stdin --debug`, {
			stdin: 'canary-password\n',
		});
		expect(ended.exitCode).not.toBe(0);
		expect(`${ended.stdout}${ended.stderr}`).not.toContain('canary');
	}
});

/** Counts every byte that arrives. */
async function listener() {
	const seen = {bytes: 0, connections: 0};
	const server = createServer(socket => {
		seen.connections++;
		socket.on('data', chunk => {
			seen.bytes += chunk.length;
		});
		socket.on('error', () => undefined);
	});
	await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
	onTestFinished(() => void server.close());
	return {seen, address: `http://127.0.0.1:${(server.address() as {port: number}).port}`};
}

const credentials = {USAGECTL_USER: 'ada', USAGECTL_PASSWORD: 'canary-password', USAGECTL_PRODUCT: '7'};
const signedIn = ok({sessionId: 'canary-session-0123'});

test('no redirect and no cookie takes a byte elsewhere', async () => {
	const other = await listener();
	const {asking} = everyCommand(temporaryFolder());
	const statuses = [301, 302, 303, 307, 308];
	for (const [index, {line}] of asking.entries())
		for (const [turn, status] of statuses.entries()) {
			const away = redirect(`${other.address}/auth/login`, status);
			for (const [step, replies] of [[away], [signedIn, away]].entries()) {
				// Each line meets a redirect at one of two steps, each status meets many lines (all with all: npm run soak:laws).
				if (!isLong && ((index + step) % statuses.length !== turn || index % 2 !== step)) continue;
				const server = await hostileServer(...replies);
				const env = {USAGECTL_BASE_URL: server.address, ...credentials};
				const {exitCode} = await usagectl(`${line} --retries 0`, {env, stdin: 'canary-password'});
				// The one ends with the login, the other has nothing to end.
				if (!/^log(in|out)/.test(line)) expect(exitCode, line).not.toBe(0);
			}
		}
	const cookies = [
		'a=1; Domain=127.0.0.1',
		`a=1; Domain=${new URL(other.address).host}`,
		'a=1; Domain=example.com',
		'a=1; Domain=.1',
		'a=1; Secure',
		'a=1; Max-Age=0',
		`a=${'x'.repeat(5000)}`,
		'a=1\u0001; Path=/',
		'=1',
		'a=1; Path=/elsewhere',
	];
	for (const cookie of cookies) {
		const server = await hostileServer(
			reply(
				{status: 'OK'},
				{
					headers: {
						'set-cookie': [
							Buffer.from(cookie)
								.toString('latin1')
								.replace(/[^\t -~]/g, ' '),
						],
					},
				},
			),
			redirect(`${other.address}/meta`, 307),
		);
		const config = temporaryFolder();
		const env = {USAGECTL_CONFIG_DIR: config, ...credentials};
		await usagectl(`login --cookies --base-url ${server.address} --user ada --password-stdin`, {
			env,
			stdin: 'canary-password',
		});
		await usagectl(`api /meta/oldestReportedDate --cookies --base-url ${server.address} --retries 0`, {env});
		const {USAGECTL_PASSWORD: _, ...without} = env;
		await usagectl(`api /meta/oldestReportedDate --cookies --base-url ${other.address} --retries 0`, {env: without});
	}
	expect(other.seen).toEqual({bytes: 0, connections: 0});
});
