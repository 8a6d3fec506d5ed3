import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect} from 'vitest';
import type {KeyRecord} from '../../../src/contract/operations/license-keys.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {type Started, shell, start} from '../../support/program/child.ts';
import {serve} from '../../support/service/fake-server.ts';
import {createFakeService, emptyRecord, type FakeServiceOptions} from '../../support/service/fake-service.ts';
import {createPlan, expectedRegistry, isRejected, toCsv, withoutTimes} from './plans.ts';

/** The built program. */
const program = resolve(import.meta.dirname, '../../../bin/usagectl.js');

const preload = resolve(import.meta.dirname, '../../support/preload/kill-at.mjs');
type Scenario = {
	readonly records: readonly KeyRecord[];
	/** Writes the files of the command, and returns its words. */
	readonly prepare: (folder: string) => readonly string[];
	readonly expected: readonly KeyRecord[];
	readonly code: number;
	/** Checks the folder afterwards. */
	readonly look: (folder: string) => void;
};

function createImport(): Scenario {
	const plan = createPlan(3, 60);
	// The service rejects two keys, so that the file of rejected rows is written too.
	const updates = plan.updates.map((update, index) =>
		index % 40 === 7 ? {...update, licenseKey: `${index}-R`} : update,
	);
	return {
		records: plan.records,
		prepare: folder => {
			writeFileSync(join(folder, 'keys.csv'), toCsv(updates));
			return ['update', join(folder, 'keys.csv'), '--batch-size', '10'];
		},
		expected: withoutTimes(expectedRegistry(plan.records, updates)),
		code: 6,
		look: folder => {
			const rejected = readFileSync(join(folder, 'keys.csv.rejected.csv'), 'utf8').match(/^\d+-R,/gm);
			expect(rejected).toHaveLength(updates.filter(isRejected).length);
			expect(readdirSync(folder).sort()).toEqual(['keys.csv', 'keys.csv.rejected.csv']);
		},
	};
}

/** A change of more keys than a batch has. What has been changed does not match the filter any more. */
function createRenewal(): Scenario {
	const records = Array.from({length: 2100}, (_, index) => ({
		...emptyRecord(`K${String(index).padStart(4, '0')}`),
		expiryDate: index % 50 === 0 ? null : '2026-01-31',
	}));
	const renewed = records.map(record => ({...record, expiryDate: record.expiryDate && '2027-01-31'}));
	return {
		records,
		prepare: () => ['set', '--filter', 'expiryDate<=2026-12-31', '--expiry', '+1y', '--max-changes', '2100'],
		expected: withoutTimes(new Map(renewed.map(record => [record.licenseKey, record]))),
		code: 0,
		look: folder => expect(readdirSync(folder)).toEqual([]),
	};
}

const scenarios = {import: createImport(), renewal: createRenewal()};
export type ScenarioName = keyof typeof scenarios;

/** A command that changes many keys, run by a new real process, which can be killed. */
export async function createUpload(options: FakeServiceOptions = {}, name: ScenarioName = 'import') {
	const {records, prepare, expected, code: finalCode, look} = scenarios[name];
	const service = createFakeService({records, rejects: isRejected, ...options});
	const address = await serve(service.transport);
	const folder = temporaryFolder();
	const home = temporaryFolder();
	const command = ['keys', ...prepare(folder), '-y', '--concurrency', '2', '-q', '-p', '7'];
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
		/** Starts the command after a shell command such as `ulimit …`. */
		after: (before: string) => shell(`${before}; exec '${process.execPath}' '${program}' ${command.join(' ')}`, own),
		code: finalCode,
		/** Expects that the same command finishes and leaves no files behind. */
		expectWhole: async () => {
			const {code, signal, stderr} = await startIt().ended;
			expect({code, signal, stderr}).toEqual({code: finalCode, signal: null, stderr: ''});
			expect(withoutTimes(service.keys)).toEqual(expected);
			look(folder);
			expect(readdirSync(join(home, 'state/keys')).filter(name => name.endsWith('.part'))).toEqual([]);
		},
	};
}

/** Counts the file operations and requests of an undisturbed command. */
export async function countMoments(name?: ScenarioName) {
	let exchanges = 0;
	const upload = await createUpload(
		{
			onAnswer: () => {
				exchanges++;
			},
		},
		name,
	);
	const countTo = join(temporaryFolder(), 'operations');
	await upload.start({OPERATIONS_TO: countTo}).ended;
	return {operations: Number(readFileSync(countTo, 'utf8')), exchanges};
}

/**
 * Kills the command before its n-th file operation, then starts it again. Returns false if it had fewer operations: journal
 * entries share writes, so their number varies.
 */
export async function killAtOperation(operation: number, name?: ScenarioName): Promise<boolean> {
	const upload = await createUpload({}, name);
	const {code, signal, stderr} = await upload.start({KILL_AT: String(operation)}).ended;
	const killed = signal === 'SIGKILL';
	if (!killed)
		expect({code, signal, stderr}, `operation ${operation}`).toEqual({code: upload.code, signal: null, stderr: ''});
	await upload.expectWhole();
	return killed;
}

/** Kills the import during its n-th request, before or after the service handles it. */
export async function killAtExchange(exchange: number, when: 'before' | 'after', name?: ScenarioName): Promise<void> {
	const victim: {kill?: () => void; gone?: Started['ended']} = {};
	let armed = true;
	const strike = async (number: number) => {
		if (!armed || number !== exchange) return;
		armed = false;
		victim.kill?.();
		await victim.gone;
	};
	const upload = await createUpload(when === 'before' ? {onExchange: strike} : {onAnswer: strike}, name);
	const {ended, kill} = upload.start();
	victim.kill = kill;
	victim.gone = ended;
	expect((await ended).signal).toBe('SIGKILL');
	await upload.expectWhole();
}
