import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {shell} from '../../support/program/child.ts';

/** The recipes of docs/questions.md as cron and a runner of GitHub run them: an empty environment, and no terminal. */

const root = resolve(import.meta.dirname, '../../..');
const recipes = readFileSync(join(root, 'docs/questions.md'), 'utf8').split('## Recipes')[1] ?? '';
const fenced = (mark: string) => new RegExp(`\`\`\`${mark}\\n([^]*?)\`\`\``).exec(recipes)?.[1] ?? '';
const sandbox = await started();
const failing = 'questions: {keys: {ask: keys list --limit 5, checks: [{rows: true, max: 3}]}}\n';

/** A machine with the program, and what else the recipes call; `run` is a line of its shell. */
function createMachine(shown: Readonly<Record<string, string>>) {
	const home = temporaryFolder();
	const script = (name: string, text: string) => writeFileSync(join(home, name), `#!/bin/sh\n${text}\n`, {mode: 0o755});
	script('usagectl', `exec '${process.execPath}' '${root}/bin/usagectl.js' "$@"`);
	script('sendmail', `echo "$@" >>'${home}/sent-to'; cat >>'${home}/sent'`);
	script('mail', `cat >'${home}/mailed'; echo "$@" >'${home}/mailed-to'`);
	script('npm', `echo "$@" >>'${home}/npm-did'`);
	const env = Object.entries({HOME: home, PATH: `${home}:/usr/bin:/bin`, ...shown}).map(
		([name, value]) => `${name}='${value}'`,
	);
	const watched = 'NODE_OPTIONS="$NODE_OPTIONS" WITNESS_TO="$WITNESS_TO" TMPDIR="$TMPDIR"';
	const run = async (line: string, program = '/bin/sh -c') => {
		writeFileSync(join(home, 'line'), line);
		return shell(`cd '${home}' && env -i ${watched} ${env.join(' ')} ${program} "$(cat line)" </dev/null`);
	};
	return {
		home,
		run,
		read: (name: string) => (existsSync(join(home, name)) ? readFileSync(join(home, name), 'utf8') : ''),
	};
}
const credentials = {
	USAGECTL_BASE_URL: sandbox.baseUrl,
	USAGECTL_USER: sandbox.admin.user,
	USAGECTL_PASSWORD: sandbox.admin.password,
	USAGECTL_PRODUCT: String(sandbox.product),
};

test('cron: a failed check sends a mail with the digest, and nothing is sent otherwise', async () => {
	const [, line = ''] = /^0 6 \* \* \* (.+)$/m.exec(fenced('')) ?? [];
	const {home, run, read} = createMachine(credentials);
	const here = line.replace('/srv/usage', home);
	writeFileSync(join(home, 'usagectl.yaml'), failing.replace('max: 3', 'max: 9'));
	expect(await run(here)).toMatchObject({code: 0, stderr: ''});
	expect(read('mailed')).toBe('');
	writeFileSync(join(home, 'usagectl.yaml'), failing);
	await run(here);
	expect(read('mailed-to')).toBe('-s usage team@example.com\n');
	expect(read('mailed')).toMatch(/^\| fail \| .*over the maximum of 3/m);
});

test('GitHub Actions: the job fails with its check, shows the digest and commits the results', async () => {
	type Step = {readonly uses?: string; readonly run?: string; readonly if?: string};
	const {jobs} = parse(fenced('yaml')) as {jobs: {ask: {env: Record<string, string>; steps: readonly Step[]}}};
	// GitHub puts in the values of `vars` and `secrets`.
	const given = Object.fromEntries(
		Object.entries(jobs.ask.env).map(([name, value]) => {
			const [, known = ''] = /^\$\{\{ (?:vars|secrets)\.(\w+) \}\}$/.exec(value) ?? [];
			return [name, credentials[known as keyof typeof credentials]];
		}),
	);
	expect(Object.keys(given)).toEqual(['USAGECTL_BASE_URL', 'USAGECTL_USER', 'USAGECTL_PASSWORD']);
	const {home, run, read} = createMachine({...given, GITHUB_STEP_SUMMARY: 'summary.md'});
	writeFileSync(join(home, 'usagectl.yaml'), `defaults: {product: ${sandbox.product}}\n${failing}`);
	await run(
		'git init -q -b main work && git -C work -c user.name=a -c user.email=a@b commit -q --allow-empty -m first && git clone -q --bare work remote && git clone -q remote repo && cp usagectl.yaml repo',
	);
	const ends: (readonly [string, number | string])[] = [];
	for (const step of jobs.ask.steps) {
		const isSkipped = ends.some(([, code]) => code !== 0) && step.if !== 'always()';
		if (step.run === undefined || isSkipped) continue;
		const {code} = await run(`cd repo\n${step.run}`, 'bash -e -c');
		ends.push([
			step.run
				.split(' ')
				.slice(0, step.run.startsWith('usagectl questions') ? 3 : 2)
				.join(' '),
			code,
		]);
	}
	expect(ends).toEqual([
		['npm install', 0],
		['usagectl questions run', 7],
		['usagectl questions digest', 0],
		['git add', 0],
	]);
	expect(read('npm-did')).toBe('install -g usagectl\n');
	expect(read('repo/checks.xml')).toContain('<failure message="5 rows, over the maximum of 3');
	expect(read('repo/summary.md')).toMatch(/^\| fail \|/m);
	const {stdout} = await run('git -C remote ls-tree -r --name-only main');
	expect(stdout).toMatch(/^usagectl-history\/keys\/\d{4}-\d\d-\d\d_\d+_\w+\.json\n$/);
});

test('cron with --notify: one mail when the outcome changes, and none while it stays', async () => {
	const [, line = ''] = /^0 6 \* \* \* (.+)$/m.exec(fenced('cron')) ?? [];
	const {home, run, read} = createMachine(credentials);
	const here = line.replace('/srv/usage', home);
	const write = (max: number) =>
		writeFileSync(join(home, 'usagectl.yaml'), `notify: [{email: team}]\n${failing.replace('max: 3', `max: ${max}`)}`);
	for (const max of [9, 3, 3, 9]) {
		write(max);
		expect(await run(here)).toMatchObject({code: max === 3 ? 7 : 0, stderr: ''});
	}
	expect(read('sent-to')).toBe('-i -- team@example.com\n'.repeat(2));
	expect(read('sent').match(/^Subject: .*$/gm)).toEqual([
		'Subject: Sandbox: Failed: keys',
		'Subject: Sandbox: Fixed: keys',
	]);
	expect(read('latest.csv')).toMatch(/^keys,/m);
});

test('GitHub Actions with --notify: a new checkout sends nothing twice', async () => {
	const job = parse(recipes.slice(recipes.lastIndexOf('```yaml') + 7, recipes.lastIndexOf('```'))) as {
		readonly env: Record<string, string>;
		readonly steps: readonly {readonly run?: string}[];
	};
	expect(job.env).toEqual({USAGECTL_NOTIFY_OPS: '${{ secrets.SLACK_WEBHOOK }}'});
	const bodies: string[] = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		bodies.push(JSON.parse(body).text);
		response.end('ok');
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	const {home, run} = createMachine({...credentials, USAGECTL_NOTIFY_OPS: address});
	const commit = 'git add -A && git -c user.name=a -c user.email=a@b commit -q -m results';
	writeFileSync(join(home, 'usagectl.yaml'), `notify: [{slack: ops}]\n${failing}`);
	await run(`git init -q -b main one && cp usagectl.yaml one && cd one && ${commit}`);
	const line = job.steps.find(({run}) => run !== undefined)?.run ?? '';
	expect((await run(`cd one && ${line}`)).code).toBe(7);
	// The runner checks out to the same path, and restores the state folder.
	await run(`cd one && ${commit} && cd .. && mv one pushed && git clone -q pushed one`);
	expect((await run(`cd one && ${line}`)).code).toBe(7);
	server.close();
	expect(bodies).toEqual(['Sandbox: Failed: keys: 5 rows, over the maximum of 3']);
});
