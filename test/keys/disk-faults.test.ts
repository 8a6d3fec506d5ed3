import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import type {Transport} from '../../src/ports.ts';
import {type Fault, withFault} from '../support/disk/fault-fs.ts';
import {outcomes, survive} from './support/faulty-disk.ts';
import {createPlan, toCsv} from './support/plans.ts';
import {createKeysService} from './support/uploaded.ts';

const plan = createPlan(5, 40);

test('killed before every fourth file operation, an import resumes and ends the same', async () => {
	const {operations} = await survive({kind: 'none'});
	expect(operations).toBeGreaterThan(40);
	// test/soak tests every operation, with real processes.
	for (let at = 1; at <= operations; at += 4) {
		const {service} = await survive({kind: 'kill', at});
		const runs = readdirSync(join(service.env.USAGECTL_CONFIG_DIR, 'state/keys'));
		// The leftovers belong to this process, which still runs; another process would delete them.
		expect(runs.filter(name => name.endsWith('.part')).length).toBeLessThanOrEqual(1);
	}
});

test.each([
	['EIO', (at: number): Fault => ({kind: 'error', at, code: 'EIO'})],
	['a full disk', (at: number): Fault => ({kind: 'full', at})],
	['short writes', (at: number): Fault => ({kind: 'short', at})],
])('%s at any operation is never reported as success', async (name, faultAt) => {
	const {operations} = await survive({kind: 'none'});
	for (let at = 2; at <= operations; at += 14) {
		const {exitCode} = await survive(faultAt(at));
		// A short write is continued by another one.
		expect(name === 'short writes' ? [6] : outcomes, `${name} at ${at}`).toContain(exitCode);
	}
});

test('a batch is sent only after its journal entry is on disk', async () => {
	const known: number[] = [];
	const service = createKeysService({
		records: plan.records,
		onExchange: () => {
			const runs = join(service.env.USAGECTL_CONFIG_DIR, 'state/keys');
			const [run = ''] = readdirSync(runs).filter(name => /^\d/.test(name));
			known.push(readFileSync(join(runs, run, 'journal'), 'utf8').match(/"entry":"send"/g)?.length ?? 0);
		},
	});
	const file = service.file('keys.csv', toCsv(plan.updates));
	const words = ['keys', 'update', file, '-y', '--no-diff', '--batch-size', '10', '--concurrency', '2'];
	expect(await service.run(words)).toMatchObject({exitCode: 0});
	expect(known).toHaveLength(4);
	for (const [sent, entries] of known.entries()) expect(entries).toBeGreaterThan(sent);
});

test('a disk that fills up while a batch waits is an error of the import', async () => {
	const upload = async (at: number) => {
		const service = createKeysService({records: plan.records});
		// The request takes so long that the journal entry of the next batch fails during it.
		const slow: Transport = async (request, options) => {
			if (request.url.pathname.endsWith('updateKeys')) for (let turn = 0; turn < 500; turn++) await setImmediate();
			return service.transport(request, options);
		};
		const file = service.file('keys.csv', toCsv(plan.updates));
		const words = ['keys', 'update', file, '-y', '--no-diff', '--batch-size', '10', '--concurrency', '1'];
		const ended: {exitCode?: number} = {};
		const {operations} = await withFault({kind: 'full', at}, async () => {
			Object.assign(ended, await service.run(words, {transport: slow}));
		});
		return {operations, ...ended};
	};
	const {operations} = await upload(100_000);
	for (let at = operations - 16; at <= operations; at++)
		expect(await upload(at)).toMatchObject({exitCode: expect.toBeOneOf([0, 6, 10])});
});
