import {once} from 'node:events';
import {
	chmodSync,
	chownSync,
	lchownSync,
	mkdirSync,
	readdirSync,
	renameSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {saveResult} from '../../src/questions/results/result-history.ts';
import {connected} from '../mcp/support/connected.ts';
import {type HostileRepository, hostileRepositories} from '../support/data/hostile-repositories.ts';
import {resultOf} from '../support/data/saved-results.ts';
import {readAll, temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** What the author of a cloned repository reaches when somebody runs its questions: nothing. */

const home = process.cwd();
afterAll(() => process.chdir(home));

let requests = 0;
const server = createServer((_, response) => {
	requests++;
	response.end('{}');
}).listen(0, '127.0.0.1');
beforeAll(async () => {
	if (!server.listening) await once(server, 'listening');
});
afterAll(() => void server.close());

const canaries = {
	USAGECTL_PASSWORD: 'canary-password',
	USAGECTL_ENGINE_PASSWORD: 'canary-of-the-engine',
	GITHUB_TOKEN: 'canary-token',
};
const outsideText = 'canary-of-the-disk\n';

function clone({file, links = {}, others = {}}: HostileRepository) {
	const folder = temporaryFolder();
	const [repository, outside] = [join(folder, 'repository'), join(folder, 'outside')];
	for (const path of [repository, outside]) mkdirSync(path);
	writeFileSync(join(outside, 'secret.txt'), outsideText);
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	const write = (path: string, text: string) => {
		mkdirSync(dirname(join(repository, path)), {recursive: true});
		writeFileSync(join(repository, path), text.replaceAll('CLUSTER', host).replaceAll('OUTSIDE', outside));
	};
	write('usagectl.yaml', file);
	for (const [path, text] of Object.entries(others)) write(path, text);
	for (const [path, target] of Object.entries(links)) {
		mkdirSync(dirname(join(repository, path)), {recursive: true});
		symlinkSync(target, join(repository, path));
	}
	const env = {
		...canaries,
		HOME: folder,
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
		USAGECTL_BASE_URL: `http://${host}`,
		USAGECTL_USER: 'ada',
		USAGECTL_PRODUCT: '7',
	};
	return {repository, outside, env};
}

const errorsIn = (text: string) => [...text.matchAll(/usagectl\.yaml:(\d+:\d+: .*)/g)].map(([, error = '']) => error);

test.each(Object.entries(hostileRepositories))(
	'%s is rejected, and nothing is sent, read or written',
	async (_, hostile) => {
		const {repository, outside, env} = clone(hostile);
		const list = () => readdirSync(repository, {recursive: true}).sort();
		const before = list();
		requests = 0;
		process.chdir(repository);
		const {exitCode, stdout, stderr} = await usagectl('questions run', {env});
		expect(errorsIn(stderr)[0]).toMatch(hostile.error);
		expect(exitCode).toBe(2);
		const {call} = await connected(['mcp'], {env});
		const asked = await call('run_saved', {action: 'check'});
		expect(asked.isError).toBe(true);
		const said = stdout + stderr + asked.text;
		for (const canary of [...Object.values(canaries), outsideText.trim()]) expect(said).not.toContain(canary);
		expect(requests).toBe(0);
		expect(readAll(outside)).toEqual({'secret.txt': Buffer.from(outsideText)});
		expect(list()).toEqual(before);
	},
);

test('all errors are reported at once, and none that follows from another', async () => {
	const {repository, env} = clone({
		file: `defaults: {out: x.csv}
history: ../outside
questions:
  a: {ask: "report current --base-url http://CLUSTER --filter @../outside/secret.txt"}
  b: {before: exceptions sync ../outside, ask: exceptions top ../outside --filter 'prodVersoin=1'}
  c: {ask: "exceptions top --engine trino://ada@CLUSTER/c/s"}
  d: {on: cluster, ask: "query 'SELECT 1'"}
`,
		error: /./,
	});
	process.chdir(repository);
	const {stderr} = await usagectl('questions run', {env});
	expect(errorsIn(stderr)).toEqual([
		expect.stringMatching(/^1:17: defaults: --out is not allowed/),
		expect.stringMatching(/^2:10: history: /),
		expect.stringMatching(/^4:12: --base-url is not allowed/),
		expect.stringMatching(/^4:12: --filter: '\.\.\/outside/),
		expect.stringMatching(/^5:15: before: \[dir\]: '\.\.\/outside'/),
		expect.stringMatching(/^5:48: \[paths\.\.\.\]: '\.\.\/outside'/),
		expect.stringMatching(/^5:48: --filter:1:1: there is no property/),
		expect.stringMatching(/^6:12: --engine is not allowed/),
		expect.stringMatching(/^7:11: on: the profile has no cluster/),
	]);
});

const isRoot = process.getuid?.() === 0;
const other = 61_004;

/** What another user of the machine does to the files, before somebody runs questions in the folder. */
const takenOver: Readonly<Record<string, (repository: string) => void>> = {
	'a file of another user': repository => chownSync(join(repository, 'usagectl.yaml'), other, other),
	'a folder of another user': repository => chownSync(repository, other, other),
	'a file that all can write': repository => chmodSync(join(repository, 'usagectl.yaml'), 0o666),
	'a folder that all can write': repository => chmodSync(repository, 0o777),
	'a link of another user to the file of the user': repository => {
		const file = join(repository, 'usagectl.yaml');
		renameSync(file, join(repository, 'own.yaml'));
		symlinkSync('own.yaml', file);
		lchownSync(file, other, other);
	},
	'a history of another user': repository => {
		mkdirSync(join(repository, 'usagectl-history'));
		chownSync(join(repository, 'usagectl-history'), other, other);
	},
	'a history that all can write': repository => {
		mkdirSync(join(repository, 'usagectl-history'));
		chmodSync(join(repository, 'usagectl-history'), 0o777);
	},
	'results of another user': repository => {
		mkdirSync(join(repository, 'usagectl-history/q'), {recursive: true});
		chownSync(join(repository, 'usagectl-history/q'), other, other);
	},
};

test.runIf(isRoot).each(Object.entries(takenOver))(
	'%s is not trusted, and nothing is sent or written',
	async (_, take) => {
		const {repository, env} = clone({file: 'questions:\n  q: {ask: report current}\n', error: /./});
		take(repository);
		const before = readdirSync(repository, {recursive: true}).sort();
		requests = 0;
		process.chdir(repository);
		for (const line of ['questions run', 'questions digest', 'history list', 'questions add r -- report current']) {
			const {exitCode, stderr} = await usagectl(line, {env});
			expect(stderr).toMatch(/^error: .* (belongs to another user|can be changed by other users)\nhint: /m);
			expect(exitCode).toBe(2);
		}
		expect(requests).toBe(0);
		expect(readdirSync(repository, {recursive: true}).sort()).toEqual(before);
	},
);

test.runIf(isRoot)('a file of another user that is named is trusted, and so is its history', async () => {
	const {repository, env} = clone({file: 'questions:\n  q: {ask: report current}\n', error: /./});
	mkdirSync(join(repository, 'usagectl-history/q'), {recursive: true});
	for (const path of ['.', 'usagectl.yaml', 'usagectl-history', 'usagectl-history/q'])
		chownSync(join(repository, path), other, other);
	const line = `questions run --dry-run --file ${join(repository, 'usagectl.yaml')}`;
	expect(await usagectl(line, {env})).toMatchObject({exitCode: 0});
	chownSync(join(repository, 'usagectl-history/q'), other + 1, other);
	expect(await usagectl(line, {env})).toMatchObject({exitCode: 2});
});

test('a link to a question file of the user uses the folder of that file', async () => {
	const {repository, outside, env} = clone({file: 'questions:\n  q: {ask: report current}\n', error: /./});
	symlinkSync(join(repository, 'usagectl.yaml'), join(outside, 'usagectl.yaml'));
	process.chdir(outside);
	const {exitCode, stderr} = await usagectl('questions run --dry-run', {env});
	expect([exitCode, stderr]).toEqual([0, expect.stringContaining(join(repository, 'usagectl.yaml'))]);
});

test('a page is not written through a link that is there under its default name', async () => {
	const {repository, outside, env} = clone({
		file: 'questions:\n  q: {ask: report current}\n',
		links: {'usagectl-digest.html': '../outside/secret.txt'},
		error: /./,
	});
	await saveResult(join(repository, 'usagectl-history'), resultOf('2026-06-30', [['Pro', 1]], {product: 7}));
	process.chdir(repository);
	const {exitCode, stderr} = await usagectl('questions digest', {env});
	expect([exitCode, stderr]).toEqual([2, expect.stringContaining('usagectl-digest.html is a link')]);
	expect(readAll(outside)).toEqual({'secret.txt': Buffer.from(outsideText)});
});
