import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {type Started, shell, start} from '../../support/program/child.ts';
import {serve} from '../../support/service/fake-server.ts';
import {createFakeService, type FakeServiceOptions} from '../../support/service/fake-service.ts';
import {createPlan, expectedRegistry, isRejected, withoutTimes} from './plans.ts';

/** The built program. */
const program = resolve(import.meta.dirname, '../../../bin/usagectl.js');

const preload = resolve(import.meta.dirname, '../../support/preload/kill-at.mjs');
const plan = createPlan(3, 60);
// The service rejects two keys, so that the file of rejected rows is written too.
const updates = plan.updates.map((update, index) =>
	index % 40 === 7 ? {...update, licenseKey: `${index}-R`} : update,
);
const expected = withoutTimes(expectedRegistry(plan.records, updates));

/** An import of sixty keys by a new real process, which can be killed. */
export async function createUpload(options: FakeServiceOptions = {}) {
	const service = createFakeService({records: plan.records, rejects: isRejected, ...options});
	const address = await serve(service.transport);
	const folder = temporaryFolder();
	const home = temporaryFolder();
	const file = join(folder, 'keys.csv');
	const {toCsv} = await import('./plans.ts');
	writeFileSync(file, toCsv(updates));
	const command = ['keys', 'update', file, '-y', '--batch-size', '10', '--concurrency', '2', '-q', '-p', '7'];
	const own = {
		USAGECTL_CONFIG_DIR: home,
		USAGECTL_BASE_URL: address,
		USAGECTL_USER: 'ada@example.test',
		USAGECTL_PASSWORD: 'secret',
	};
	const startIt = (env: Record<string, string> = {}, words: readonly string[] = command) =>
		start(words, {program, preload, env: {...own, ...env}});
	return {
		start: startIt,
		/** Starts the import after a shell command such as `ulimit …`. */
		after: (before: string) => shell(`${before}; exec '${process.execPath}' '${program}' ${command.join(' ')}`, own),
		/** Expects that the same command finishes the import and leaves no files behind. */
		expectWhole: async () => {
			const {code, signal, stderr} = await startIt().ended;
			expect({code, signal, stderr}).toEqual({code: 6, signal: null, stderr: ''});
			expect(withoutTimes(service.keys)).toEqual(expected);
			expect(existsSync(`${file}.rejected.csv`)).toBe(true);
			const rejected = readFileSync(`${file}.rejected.csv`, 'utf8').match(/^\d+-R,/gm);
			expect(rejected).toHaveLength(updates.filter(isRejected).length);
			expect(readdirSync(folder).sort()).toEqual(['keys.csv', 'keys.csv.rejected.csv']);
			expect(readdirSync(join(home, 'state/keys')).filter(name => name.endsWith('.part'))).toEqual([]);
		},
	};
}

/** Counts the file operations and requests of an undisturbed import. */
export async function countMoments() {
	let exchanges = 0;
	const upload = await createUpload({
		onAnswer: () => {
			exchanges++;
		},
	});
	const countTo = join(temporaryFolder(), 'operations');
	await upload.start({OPERATIONS_TO: countTo}).ended;
	return {operations: Number(readFileSync(countTo, 'utf8')), exchanges};
}

/**
 * Kills the import before its n-th file operation, then starts it again. Returns false if it had fewer operations: journal
 * entries share writes, so their number varies.
 */
export async function killAtOperation(operation: number): Promise<boolean> {
	const upload = await createUpload();
	const {code, signal, stderr} = await upload.start({KILL_AT: String(operation)}).ended;
	const killed = signal === 'SIGKILL';
	if (!killed) expect({code, signal, stderr}, `operation ${operation}`).toEqual({code: 6, signal: null, stderr: ''});
	await upload.expectWhole();
	return killed;
}

/** Kills the import during its n-th request, before or after the service handles it. */
export async function killAtExchange(exchange: number, when: 'before' | 'after'): Promise<void> {
	const victim: {kill?: () => void; gone?: Started['ended']} = {};
	let armed = true;
	const strike = async (number: number) => {
		if (!armed || number !== exchange) return;
		armed = false;
		victim.kill?.();
		await victim.gone;
	};
	const upload = await createUpload(when === 'before' ? {onExchange: strike} : {onAnswer: strike});
	const {ended, kill} = upload.start();
	victim.kill = kill;
	victim.gone = ended;
	expect((await ended).signal).toBe('SIGKILL');
	await upload.expectWhole();
}
