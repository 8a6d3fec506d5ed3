import {mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, expect, test} from 'vitest';
import {createTransport} from '../../src/client/http/transport.ts';
import type {HttpRequest, HttpResponse, Transport} from '../../src/ports.ts';
import {parseRecording, type Recording} from '../../src/recording/recording-format.ts';
import {createRedactor} from '../../src/recording/redaction.ts';
import {createReplay} from '../../src/sandbox/replay.ts';
import {started} from '../sandbox/support/started.ts';
import {laws} from '../support/laws/laws.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Recordings hold nothing of the account but figures and days, and the command prints the same from them. */

const folder = mkdtempSync(join(tmpdir(), 'recording-'));
afterAll(() => rmSync(folder, {recursive: true}));
const sandbox = await started({assume: ['clients-page=41']});
const file = join(folder, 'recorded');

const lines = [
	'keys list --limit 5',
	'report current --from 2026-05-01 --level prodVersion --level country',
	"report current --from 2026-05-01 --split month --level 'prodEdition: each *' --filter 'prodEdition=Pro,Home or prodEdition is null'",
	'report churn --from 2026-01-01 --to 2026-05-31 --lost-after 30 --segment-by prodEdition',
	'report churn runtime --from 2026-01-01 --to 2026-05-31 --lost-after 30',
	'report churn events --from 2026-01-01 --to 2026-05-31 --lost-after 30 --segment-by prodVersion',
	'report events --from 2026-05-01 --to 2026-05-31',
	"report events timeline --from 2026-05-01 --to 2026-05-31 --event 'Export/PDF'",
	"report events frequency --from 2026-05-01 --to 2026-05-31 --event 'Export/PDF' --segment-by prodEdition --segment 'each *'",
	'props',
	'props values os.version',
	'clients list --limit 9',
	'exceptions tail -n 3',
	'exceptions files',
];
/** These take no day. */
const dayOf = (line: string) => (/^(?:exceptions tail|props)/.test(line) ? '' : ' --today 2026-06-30');

const respond = (status: number, headers: HttpResponse['headers'], body: string): HttpResponse => ({
	status,
	headers,
	body: Object.assign(
		(async function* () {
			yield Buffer.from(body);
		})(),
		{destroy: () => undefined},
	),
});

/** The sandbox's own answers, each asked for once. */
const answers = new Map<string, Promise<string>>();
const real = createTransport();
function ask(message: HttpRequest): Promise<string> {
	const {sessionId: _, ...asked} = JSON.parse(message.body ?? '{}');
	const {pathname} = message.url;
	const key = pathname + JSON.stringify(asked);
	const answer =
		answers.get(key) ??
		real(
			{...message, url: new URL(sandbox.baseUrl + pathname.replace('/canary-base', ''))},
			{deadlineMs: 30_000, maxBytes: 2 ** 24},
		).then(async ({body}) => {
			const chunks: Uint8Array[] = [];
			for await (const chunk of body) chunks.push(chunk);
			return Buffer.concat(chunks).toString();
		});
	answers.set(key, answer);
	return answer;
}

const strings = /"(?:[^"\\]|\\.)*"/g;
const stringsOf = (text: string) => text.match(strings) ?? [];

const password = 'canary-password';
const canary = (at: number) => `canary ${at} "ä/%`;
const inUrl = encodeURIComponent('canary ');
const shows = (text: string) =>
	/canary/i.test(text) || text.includes(inUrl) || text.includes(btoa(password).slice(0, 12));

type Plan = {
	readonly line: string;
	readonly places: readonly number[];
	readonly status: number;
	readonly form: 'whole' | 'cut' | 'html' | 'text' | 'gone';
	readonly cookies: boolean;
};

/** A service whose answers hold canaries in places of texts and names, in headers, in pages and in what is cut. */
function createService({places, status, form, cookies}: Plan) {
	const bodies: string[] = [];
	let asked = 0;
	const transport: Transport = async message => {
		const isLogin = message.url.pathname.endsWith('/auth/login');
		const own = isLogin
			? JSON.stringify({status: 'OK', ...(cookies ? {} : {sessionId: `canary-session-${asked}`})})
			: await ask({...message, body: JSON.stringify({...JSON.parse(message.body ?? '{}'), ...sandbox.identity})});
		const found = stringsOf(own);
		const chosen = isLogin ? [] : places.map(place => place % found.length);
		let at = -1;
		const planted = own.replace(strings, word => (chosen.includes(++at) ? JSON.stringify(canary(at)) : word));
		const forms = {
			whole: planted,
			cut: planted.slice(0, planted.length / 2),
			html: `<html>${canary(1)}`,
			text: canary(2),
			gone: planted,
		};
		asked++;
		const body = isLogin ? own : forms[form];
		bodies.push(body);
		return respond(
			isLogin ? 200 : status,
			{
				'content-type': `application/json; boundary=${canary(3)}`,
				...(isLogin && cookies ? {'set-cookie': 'canary-name=canary-value; Path=/'} : {}),
				'x-canary': canary(4),
				...(status === 302 ? {location: `https://canary.example/${inUrl}`} : {}),
				...(form === 'gone' ? {'content-length': '99999999'} : {}),
			},
			body,
		);
	};
	return {transport, bodies};
}

const env = {
	USAGECTL_BASE_URL: 'http://127.0.0.1:9/canary-base',
	USAGECTL_USER: 'canary@canary.example',
	USAGECTL_PASSWORD: password,
	USAGECTL_PRODUCT: String(sandbox.product),
	USAGECTL_RETRIES: '0',
};

/** Plays a recording without a socket. */
function replayed(recording: Recording): Transport {
	const replay = createReplay(recording);
	return async ({method, url, headers, body = ''}) => {
		const found = replay({method, path: url.pathname, parameters: url.searchParams, headers, body}, url.origin);
		if (!found) throw new Error('cut');
		return respond(found.status, found.headers, String(found.body));
	};
}

function read(path: string): Recording {
	const recording = parseRecording(readFileSync(path, 'utf8'));
	if (typeof recording === 'string') throw new Error(recording);
	return recording;
}

const plan: fc.Arbitrary<Plan> = fc.record({
	line: fc.constantFrom(...lines),
	places: fc.array(fc.nat(), {maxLength: 5}),
	status: fc.constantFrom(200, 200, 200, 200, 200, 200, 400, 403, 500, 302),
	form: fc.constantFrom('whole', 'whole', 'whole', 'whole', 'cut', 'html', 'text', 'gone'),
	cookies: fc.boolean(),
});

const rowsOf = (json: string) => json.replaceAll(/,$/gm, '').split('\n').sort();

test('no canary is in a recording, and the command prints the same from it', async () => {
	const ends = new Map<number, number>();
	await fc.assert(
		fc.asyncProperty(plan, async plan => {
			const {transport, bodies} = createService(plan);
			const flags = plan.line.startsWith('report ') ? ' --no-quota-check' : '';
			const line = `${plan.line}${flags} -o json${dayOf(plan.line)}${plan.cookies ? ' --cookies' : ''}`;
			const first = await usagectl(`${line} --record ${file}`, {env, transport});
			const text = readFileSync(file, 'utf8');
			expect(text.split('\n').filter(shows)).toEqual([]);
			const recording = read(file);
			expect(recording.exchanges).toHaveLength(bodies.length);
			const redactor = new Map(
				recording.exchanges.flatMap(({body = ''}, at) => {
					const [own, other] = [stringsOf(bodies[at] ?? ''), stringsOf(body)];
					return own.map((word, index) => [JSON.stringify(JSON.parse(word)), other[index]] as const);
				}),
			);
			const again = await usagectl(line, {
				env: {...env, USAGECTL_BASE_URL: 'http://127.0.0.1:9'},
				transport: replayed(recording),
			});
			// What was typed is shown as it was typed, and a name with its level in one text.
			const planted = [...redactor].filter(([word]) => shows(word));
			const told = (stdout: string) =>
				planted.reduce(
					(text, [word, other = '']) => text.replaceAll(word.slice(1, -1), other.slice(1, -1)),
					stdout.replace(strings, word => redactor.get(word) ?? word),
				);
			expect(again.exitCode).toBe(first.exitCode);
			// Placeholders of versions are in another order.
			if (first.exitCode === 0) expect(rowsOf(told(again.stdout))).toEqual(rowsOf(told(first.stdout)));
			ends.set(first.exitCode, (ends.get(first.exitCode) ?? 0) + 1);
		}),
		laws(40, 1000),
	);
	// Most go well, and the others end in more than one way.
	expect(ends.get(0) ?? 0).toBeGreaterThan(8);
	expect(ends.size).toBeGreaterThan(2);
});

const own = {...sandbox.env, USAGECTL_CONFIG_DIR: folder};

test.each(lines)('%s prints the same bytes if labels are kept', async line => {
	const first = await usagectl(`${line} --record ${file} --record-labels -o csv${dayOf(line)}`, {env: own});
	const text = readFileSync(file, 'utf8');
	for (const secret of [sandbox.admin.user, sandbox.admin.password, String(sandbox.product), sandbox.baseUrl])
		expect(text).not.toContain(secret);
	expect(statSync(file).mode & 0o077).toBe(0);
	const {exchanges} = read(file);
	expect(exchanges.length).toBeGreaterThan(0);
	const again = await usagectl(`${line} -o csv${dayOf(line)}`, {
		env: {...own, USAGECTL_BASE_URL: 'http://127.0.0.1:9'},
		transport: replayed(read(file)),
	});
	expect(again.exitCode).toBe(first.exitCode);
	if (/keys|clients|exceptions/.test(line)) expect(again.stdout.length).toBeGreaterThan(50);
	else expect(again.stdout).toBe(first.stdout);
});

test('keys and clients have placeholders even if labels are kept', async () => {
	const listed = await usagectl('keys list --limit 20 -o json', {env: own});
	const clients = await usagectl('clients list --limit 20 -o json', {env: own});
	const secrets = [
		...JSON.parse(listed.stdout).map(({licenseKey}: {licenseKey: string}) => licenseKey),
		...JSON.parse(clients.stdout).map(({clientId}: {clientId: string}) => clientId),
	].filter(key => key.length > 6);
	expect(secrets.length).toBeGreaterThan(30);
	for (const line of [
		'keys list',
		'clients list',
		'props values licenseKey',
		"report current --from 2025-01-01 --level 'licenseKey: each *'",
		`report current --from 2025-01-01 --filter 'licenseKey=${secrets[0]}'`,
		`keys get ${secrets[0]}`,
	]) {
		await usagectl(`${line} --record ${file} --record-labels`, {env: own});
		const text = readFileSync(file, 'utf8');
		expect({line, shown: secrets.filter(secret => text.includes(secret))}).toEqual({line, shown: []});
	}
});

test('the sandbox serves a recording to every account', async () => {
	await usagectl(`report current --from 2026-05-01 --level prodEdition --record ${file} --today 2026-06-30`, {
		env: own,
	});
	const stop = new AbortController();
	let printed = Promise.resolve({stdout: '', exitCode: -1});
	await usagectl(`sandbox serve --replay ${file} -o json`, {
		signal: stop.signal,
		onOutput: text => {
			const {baseUrl, products, command, today} = JSON.parse(text);
			expect({command, today, products}).toEqual({
				command: 'report current',
				today: '2026-06-30',
				products: [10_000_000_001],
			});
			printed = usagectl(`report current --from 2026-05-01 --level prodEdition -p 8 --today ${today} -o csv`, {
				env: {USAGECTL_BASE_URL: baseUrl, USAGECTL_USER: 'b', USAGECTL_PASSWORD: 'b'},
			}).finally(() => stop.abort());
		},
	});
	const {stdout, exitCode} = await printed;
	expect(exitCode).toBe(0);
	expect(stdout).toMatch(/^prodEdition,new,active\n(?:(?:label-\d+)?,\d+,\d+\n)+$/);
});

test.each([
	['--record-labels', '--record-labels requires --record'],
	[`--record ${file} --print-request json`, '--print-request sends none'],
])('rejects %s', async (flags, message) => {
	const {exitCode, stderr} = await usagectl(`report current --from -3d ${flags}`, {env: own});
	expect({exitCode, stderr}).toEqual({exitCode: 2, stderr: expect.stringContaining(message)});
});

test('does not serve a file that is not a recording, and stops before the first request if the file cannot be written', async () => {
	const served = await usagectl(`sandbox serve --replay ${import.meta.filename}`, {env: own});
	expect(served).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('line 1 is not the header of a recording'),
	});
	const both = await usagectl(`sandbox serve --replay ${file} --seed 7`, {env: own});
	expect(both).toMatchObject({exitCode: 2, stderr: expect.stringContaining('--seed')});
	const transport: Transport = () => Promise.reject(new Error('asked'));
	const unwritten = await usagectl(`report current --from -3d --record ${folder}/none/x`, {env: own, transport});
	expect(unwritten.exitCode).toBe(10);
});

test('with --record-labels, texts of unknown members, unknown statuses, crash texts and odd file names are replaced', () => {
	const {body} = createRedactor({labels: true, mask: text => text});
	const answer = {
		status: 'canary of the status',
		newMember: ['canary of a list', {name: 'Ärzte'}],
		name: 'Export/PDF',
		results: [{'exception.class': 'canary.Class', 'exception.method': 'canary()', 'event.name': 'Print'}],
		dailyFiles: [{fileName: 'canary.zip'}, {fileName: '7_exc_2026-11-01.zip'}],
		level1: {Home: {new: 3}},
	};
	const kept = JSON.parse(body(JSON.stringify(answer), {path: '/exceptionTracking/listFiles', request: '{}'}));
	expect(JSON.stringify(kept)).not.toContain('canary');
	expect(kept).toMatchObject({
		newMember: [expect.any(String), {name: 'Ärzte'}],
		name: 'Export/PDF',
		results: [{'event.name': 'Print'}],
		dailyFiles: [{}, {fileName: expect.stringMatching(/^\d+_exc_2026-11-01\.zip$/)}],
		level1: {Home: {new: 3}},
	});
});
