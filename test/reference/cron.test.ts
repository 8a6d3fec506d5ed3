import {execFile, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {crontab, units, workflow} from '../../src/reference/topics/cron.ts';
import {started} from '../sandbox/support/started.ts';
import {expectPromises} from '../support/laws/promises.ts';
import {createSurroundings, type Surroundings} from '../support/program/surroundings.ts';

/** `help cron` tried: its crontab as cron runs it, its units by systemd's own reader, its job step by step. */

// Cron has no clock of ours: the data is that of today.
const sandbox = await started({size: 60, now: new Date().toISOString().slice(0, 10)});
const folder = mkdtempSync(join(tmpdir(), 'cron-'));
const bin = resolve(import.meta.dirname, '../../bin/usagectl.js');
const installed = join(folder, 'bin');
mkdirSync(installed);
writeFileSync(join(installed, 'usagectl'), '', {mode: 0o755});
/** As npm installs it; the interpreter's own path, since that of this machine may be no usual one. Summary is watched. */
function install({env: {NODE_OPTIONS, WITNESS_TO, TMPDIR}}: Surroundings): void {
	const watched = `NODE_OPTIONS='${NODE_OPTIONS}' WITNESS_TO='${WITNESS_TO}' TMPDIR='${TMPDIR}'`;
	const text = `#!/bin/sh\n${watched} exec '${process.execPath}' '${bin}' "$@"\n`;
	writeFileSync(join(installed, 'usagectl'), text, {mode: 0o755});
}
writeFileSync(join(folder, 'password'), `${sandbox.admin.password}\n`, {mode: 0o600});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

/** Placeholders become what is there. */
const here = (text: string) =>
	text
		.replaceAll('https://usage.example', sandbox.baseUrl)
		.replaceAll('cron@example.com', sandbox.admin.user)
		.replaceAll('12345678901', String(sandbox.product))
		.replaceAll('/etc/usagectl/password', join(folder, 'password'))
		.replaceAll('/srv/', `${folder}/`)
		.replaceAll('/usr/local/bin', installed);

type Ended = {readonly code: number; readonly output: string};
/** By /bin/sh with nothing in the environment but what is given, and stdin closed. What every run promises is checked. */
async function run(line: string, env: Readonly<Record<string, string>>): Promise<Ended> {
	const around = createSurroundings(installed);
	install(around);
	const ended = await new Promise<Ended>(done => {
		execFile('/bin/sh', ['-c', `${line} <&-`], {cwd: folder, env}, (error, stdout, stderr) =>
			done({code: error ? Number(error.code) : 0, output: stdout + stderr}),
		);
	});
	const seen = {argv: line.split(/\s+/), env, stdout: '', stderr: ended.output, exitCode: ended.code};
	expectPromises({...seen, traces: around.look()});
	return ended;
}

const [variables, lines] = [/^(\w+)=(.*)$/gm, /^(?:\S+ ){5}\s*(usagectl .*)$/gm].map(shape => [
	...here(crontab).matchAll(shape),
]) as [RegExpMatchArray[], RegExpMatchArray[]];
const environment: Readonly<Record<string, string>> = Object.fromEntries(
	variables.map(([, name = '', value = '']) => [name, value]),
);
const state = {USAGECTL_CONFIG_DIR: join(folder, 'state')};

test('runs the crontab as cron does, with no output to mail but the table', async () => {
	expect(lines).toHaveLength(4);
	for (const [, line = ''] of lines) {
		const output = line.includes('-o md') ? expect.stringMatching(/^\| Version/m) : '';
		// What Vixie cron gives: HOME, LOGNAME and SHELL. Harder: no HOME at all, LANG=C and no TERM.
		expect({line, ...(await run(line, {...environment, ...state, LANG: 'C'}))}).toEqual({line, code: 0, output});
		const likeCron = {...environment, HOME: join(folder, 'home'), LOGNAME: 'nobody', SHELL: '/bin/sh'};
		expect({line, ...(await run(line, likeCron))}).toEqual({line, code: 0, output});
	}
	expect(readFileSync(join(folder, 'usage.csv'), 'utf8')).toMatch(/^new,active\n\d+,\d+\n$/);
	expect(existsSync(join(folder, 'crashes'))).toBe(true);
	// It signed in by itself, and kept nothing of it.
	expect(existsSync(join(folder, 'state/session.json'))).toBe(false);
});

test('prints an error in two lines, with its own exit status', async () => {
	const [, line = ''] = lines[0] ?? [];
	const {USAGECTL_PASSWORD_FILE: _, ...noPassword} = environment;
	const unsigned = await run(line, {...noPassword, ...state});
	expect(unsigned.code).toBe(3);
	expect(unsigned.output).toMatch(/^error: not signed in at .*\nhint: .*usagectl login.*\n$/);
	const away = await run(`${line} --retries 0 --timeout 5s`, {
		...environment,
		...state,
		USAGECTL_BASE_URL: 'http://127.0.0.1:1',
	});
	expect(away.code).toBe(5);
	expect(away.output).toMatch(/^error: .*\nhint: .*\n$/);
	// The report of the last good run is still there.
	expect(readFileSync(join(folder, 'usage.csv'), 'utf8')).toMatch(/^new,active\n/);
});

test('exits with status 2 and names the flag if input is needed', async () => {
	writeFileSync(join(folder, 'keys.csv'), 'licenseKey,installQuota\nCRON-1,5\n');
	const {code, output} = await run('usagectl keys update keys.csv --no-input', {...environment, ...state});
	expect(code).toBe(2);
	expect(output).toContain('hint: give --yes');
});

test('exits with status 9 in a second run under the same lock', async () => {
	const lock = '--lock one --no-input -q';
	const server = run(`usagectl sandbox serve --size 20 --port 0 -o json ${lock} >ready & echo $! >pid; wait`, {
		...environment,
		...state,
	});
	while (!existsSync(join(folder, 'ready')) || readFileSync(join(folder, 'ready'), 'utf8') === '')
		await new Promise(resume => setTimeout(resume, 50));
	const second = await run(`usagectl api /meta/oldestReportedDate ${lock}`, {...environment, ...state});
	process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGTERM');
	await server;
	expect(second.code).toBe(9);
	expect(second.output).toMatch(/^error: .*\nhint: .*\n$/);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
test.runIf(hasSystemd)('systemd accepts the units', () => {
	const paths = Object.entries(units).map(([name, text]) => {
		const path = join(folder, name);
		writeFileSync(path, here(text));
		return path;
	});
	const {status, stderr} = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {encoding: 'utf8'});
	expect({status, stderr}).toEqual({status: 0, stderr: ''});
	const [, calendar = ''] = /OnCalendar=(.*)/.exec(units['usage.timer']) ?? [];
	expect(spawnSync('systemd-analyze', ['calendar', calendar]).status).toBe(0);
});

test("runs the timer's service with the environment of its unit", async () => {
	const [, line = ''] = /^ExecStart=(.*)$/m.exec(here(units['usage.service'])) ?? [];
	const {PATH: _, ...env} = environment;
	expect(await run(line, {...env, ...state, LANG: 'C.UTF-8'})).toEqual({code: 0, output: ''});
});

test('runs the steps of the workflow with its env', async () => {
	const steps = [...workflow.matchAll(/^ +- run: (usagectl .*)$/gm)].map(([, line = '']) => line);
	const names = [...workflow.matchAll(/^ +(USAGECTL_\w+): \$\{\{ (?:vars|secrets)\.\w+ \}\}$/gm)].map(
		([, name = '']) => name,
	);
	const values: Readonly<Record<string, string>> = {...environment, USAGECTL_PASSWORD: sandbox.admin.password};
	const env = Object.fromEntries(names.map(name => [name, values[name] ?? '']));
	expect(steps).toHaveLength(1);
	expect(names).toHaveLength(4);
	for (const step of steps) {
		const {code, output} = await run(`bash -eo pipefail -c "${step}"`, {
			...env,
			...state,
			CI: 'true',
			PATH: `${installed}:/usr/bin:/bin`,
		});
		expect({step, code, errors: output.match(/^error.*/gm)}).toEqual({step, code: 0, errors: null});
	}
	expect(readFileSync(join(folder, 'usage.csv'), 'utf8')).toMatch(/^prodVersion,new,active\n/);
});
