import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {outcomes, survive} from '../keys/support/faulty-disk.ts';
import {createUpload} from '../keys/support/killed.ts';
import {servingProcess} from '../sandbox/support/serving-process.ts';
import {buryOwners, type Fault, withFault} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {findLeftovers, type Job, jobs, prepare} from '../support/disk/jobs.ts';
import {shell} from '../support/program/child.ts';
import {everyCommand} from '../support/program/every-command.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Disks that fail, fill and take parts, at every operation (goals 3 and 8 of the threat model). */

const data = {seed: 7, size: 500, now: '2026-06-30'};
const faults: Readonly<Record<string, (at: number) => Fault>> = {
	ENOSPC: at => ({kind: 'error', at, code: 'ENOSPC'}),
	EIO: at => ({kind: 'error', at, code: 'EIO'}),
	EACCES: at => ({kind: 'error', at, code: 'EACCES'}),
	'a full disk': at => ({kind: 'full', at}),
	'a short write': at => ({kind: 'short', at}),
};

/** One of the jobs over a disk with a fault, and the same again over a good one. */
async function attempt(job: Job, env: Readonly<Record<string, string>>, fault: Fault) {
	const folder = join(temporaryFolder(), 'place');
	const own = {...env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const run = (line: string) => usagectl(line.replaceAll('FOLDER', folder), {env: own});
	await prepare(job, folder, run);
	const before = job.look(folder);
	const first = {exitCode: -1, stderr: ''};
	const {operations} = await withFault(fault, async () => Object.assign(first, await run(job.line)));
	const after = job.look(folder);
	buryOwners(folder);
	const again = await run(job.line);
	return {operations, before, ...first, after, again, done: job.look(folder)};
}

/** Every line of it is one of the whole files. */
const isPart = (found: string, whole: string) =>
	found === '' || found.split(/\n(?=7?\S+\.(?:csv|zip|json|parquet): )/).every(file => whole.includes(file));

test.each(Object.entries<Job>(jobs))('%s: five faults at every operation, no false success', async (name, job) => {
	const {env} = await servingProcess(data);
	const {operations, done} = await attempt(job, env, {kind: 'none'});
	const codes = new Map<string, number>();
	for (const [fault, faultAt] of Object.entries(faults))
		for (let at = 1; at <= operations; at++) {
			const {before, exitCode, stderr, after, again, done: last} = await attempt(job, env, faultAt(at));
			const said = `${name}, ${fault} at ${at}: ${stderr}`;
			expect([0, 10], said).toContain(exitCode);
			if (exitCode === 0) expect(after, said).toBe(done);
			else if (after !== before) expect(isPart(after, done), said).toBe(true);
			expect({exitCode: again.exitCode, last}, said).toEqual({exitCode: 0, last: done});
			codes.set(`${fault} ${exitCode}`, (codes.get(`${fault} ${exitCode}`) ?? 0) + 1);
		}
	console.log(name, operations, 'operations', Object.fromEntries(codes));
});

test('an upload: five faults at every operation', async () => {
	const {operations} = await survive({kind: 'none'});
	const codes = new Map<string, number>();
	for (const [fault, faultAt] of Object.entries(faults))
		for (let at = 1; at <= operations; at++) {
			const {exitCode} = await survive(faultAt(at));
			expect(fault === 'a short write' ? [6] : outcomes, `${fault} at ${at}`).toContain(exitCode);
			codes.set(`${fault} ${exitCode}`, (codes.get(`${fault} ${exitCode}`) ?? 0) + 1);
		}
	console.log('an upload', operations, 'operations', Object.fromEntries(codes));
});

const program = `'${process.execPath}' '${resolve(import.meta.dirname, '../../bin/usagectl.js')}'`;

test.each(Object.entries<Job>(jobs))('%s: under every ulimit -f', async (name, job) => {
	const {env} = await servingProcess(data);
	const codes = new Map<unknown, number>();
	const runIn = async (folder: string, limit: string) => {
		const own = {...env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
		const run = (line: string) =>
			shell(`ulimit -f ${limit}; exec ${program} ${line.replaceAll('FOLDER', folder)}`, own);
		return run;
	};
	const whole = join(temporaryFolder(), 'place');
	const unlimited = await runIn(whole, 'unlimited');
	await prepare(job, whole, unlimited);
	expect(await unlimited(job.line)).toMatchObject({code: 0});
	const done = job.look(whole);
	for (let limit = 0; ; limit += limit < 8 ? 1 : Math.ceil(limit / 4)) {
		const folder = join(temporaryFolder(), 'place');
		await prepare(job, folder, await runIn(folder, 'unlimited'));
		const before = job.look(folder);
		const {code, stderr} = await (await runIn(folder, String(limit)))(job.line);
		const after = job.look(folder);
		const said = `${name} under ${limit} KB: ${stderr}`;
		expect([0, 10], said).toContain(code);
		if (code === 0) expect(after, said).toBe(done);
		else if (after !== before) expect(isPart(after, done), said).toBe(true);
		expect(findLeftovers(folder), said).toEqual([]);
		codes.set(code, (codes.get(code) ?? 0) + 1);
		if (code === 0) break;
	}
	console.log(name, 'under ulimit -f', Object.fromEntries(codes));
});

test('an upload: under every ulimit -f', async () => {
	const codes = new Map<unknown, number>();
	for (let limit = 0, ended = false; !ended; limit++) {
		const upload = await createUpload();
		const {code, stderr} = await upload.after(`ulimit -f ${limit}`);
		// Two of its rows are rejected: 6 is its end.
		expect([6, 10], `under ${limit} KB: ${stderr}`).toContain(code);
		await upload.expectWhole();
		codes.set(code, (codes.get(code) ?? 0) + 1);
		ended = code === 6;
	}
	console.log('an upload under ulimit -f', Object.fromEntries(codes));
});

/** Rows of a whole document; undefined for one that is cut. */
const countRows = (format: string, text: string) => {
	if (!text.endsWith('\n')) return undefined;
	try {
		if (format === 'json') return (JSON.parse(text) as unknown[]).length;
		const lines = text.trimEnd().split('\n');
		if (format === 'ndjson') return lines.map(line => JSON.parse(line)).length;
		return lines.length - 1;
	} catch {
		return undefined;
	}
};

test.each(['csv', 'tsv', 'json', 'ndjson'])(
	'a list as %s into a file that may not grow: whole, or not 0',
	async format => {
		const {env} = await servingProcess(data);
		const own = {...env, USAGECTL_CONFIG_DIR: temporaryFolder()};
		const file = join(temporaryFolder(), 'keys');
		const list = `${program} keys list --fields licenseKey,installQuota,addedDate -o ${format}`;
		await shell(`${list} >'${file}'`, own);
		const [rows, kilobytes] = [countRows(format, readFileSync(file, 'utf8')), Math.ceil(statSync(file).size / 1024)];
		expect(rows).toBeGreaterThan(100);
		let refused = 0;
		for (let limit = 0; limit <= kilobytes; limit++) {
			const {code} = await shell(`ulimit -f ${limit}; exec ${list} >'${file}'`, own);
			const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
			if (code === 0) expect(countRows(format, text), `${limit} KB`).toBe(rows);
			else expect(code, `${limit} KB`).toBe(10);
			if (code !== 0) refused++;
		}
		console.log(`${format}: ${rows} rows, ${kilobytes} KB: ${refused} limits refused`);
		expect(refused).toBe(kilobytes);
	},
);

test('what every command prints, onto a full device: never 0', async () => {
	const {env} = await servingProcess(data);
	const folder = temporaryFolder();
	const {asking, local} = everyCommand(folder);
	const codes = new Map<unknown, number>();
	for (const {line} of [...asking, ...local]) {
		if (line.startsWith('login') || line.startsWith('sandbox serve')) continue;
		const words = `cd '${folder}'; exec ${program} ${line}`;
		const {stdout, code: good} = await shell(words, {...env, USAGECTL_CONFIG_DIR: temporaryFolder()});
		const {code, stderr} = await shell(`${words} >/dev/full`, {...env, USAGECTL_CONFIG_DIR: temporaryFolder()});
		expect(code, `${line}: ${stderr}`).toBe(stdout === '' ? good : 10);
		codes.set(code, (codes.get(code) ?? 0) + 1);
	}
	console.log('onto /dev/full', Object.fromEntries(codes), readdirSync(folder));
});
