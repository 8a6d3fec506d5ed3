import {stringify} from 'csv-stringify/sync';
import {expect} from 'vitest';
import type {KeyRecord, KeyUpdate} from '../../../src/contract/operations/license-keys.ts';
import {printField, writableColumns} from '../../../src/keys/rows/upload-columns.ts';
import {seeded} from '../../support/data/seeded.ts';
import {applyUpdate, emptyRecord, faults} from '../../support/service/fake-service.ts';
import {createKeysService} from './uploaded.ts';

/** A random registry and a file for it. The service rejects keys that end in `R`. */
export function createPlan(seed: number, size: number) {
	const random = seeded(seed);
	const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T;
	const fields = (): Omit<KeyUpdate, 'licenseKey'> => ({
		...(random() < 0.7 ? {licenseType: pick(['purchased', 'trial', 'null', '=1+1'])} : {}),
		...(random() < 0.5 ? {licenseStatus: {activated: random() < 0.5, expired: random() < 0.5}} : {}),
		...(random() < 0.5 ? {expiryDate: pick(['2027-01-31', '2028-02-29', null])} : {}),
		...(random() < 0.7 ? {installQuota: Math.floor(random() * 9)} : {}),
		...(random() < 0.3 ? {notes: pick(['VIP', 'a "b", c', 'two\nlines', 'é 😀'])} : {}),
	});
	const updates: KeyUpdate[] = [];
	const records: KeyRecord[] = [];
	for (let index = 0; index < size; index++) {
		const licenseKey = `${String(index).padStart(6, '0')}-${pick(['A', 'B', 'C'])}${random() < 0.002 ? 'R' : 'X'}`;
		if (random() < 0.5) records.push(applyUpdate(emptyRecord(licenseKey), {licenseKey, ...fields()}));
		updates.push({licenseKey, ...fields()});
	}
	return {records, updates, csv: toCsv(updates), random};
}

export const toCsv = (updates: readonly KeyUpdate[]): string =>
	stringify([
		writableColumns.map(column => column.name),
		...updates.map(update => writableColumns.map(column => printField(column, update) ?? '')),
	]);

export const isRejected = ({licenseKey}: KeyUpdate): boolean => licenseKey.endsWith('R');

/** Computes the expected final registry from the specification alone. */
export function expectedRegistry(records: readonly KeyRecord[], updates: readonly KeyUpdate[]) {
	const expected = new Map(records.map(record => [record.licenseKey, record]));
	for (const update of updates) {
		if (isRejected(update)) continue;
		expected.set(
			update.licenseKey,
			applyUpdate(expected.get(update.licenseKey) ?? emptyRecord(update.licenseKey), update),
		);
	}
	return expected;
}

type Plan = {readonly records: readonly KeyRecord[]; readonly updates: readonly KeyUpdate[]};

/** Returns the expected exit status: 6 if the service rejects a key. Keys that would not change are sent only with --no-diff. */
export function getExitCode({records, updates}: Plan, flags: readonly string[] = []): 0 | 6 {
	const known = new Map(records.map(record => [record.licenseKey, record]));
	const isSent = (update: KeyUpdate) => {
		const record = known.get(update.licenseKey);
		const changes = record === undefined || JSON.stringify(applyUpdate(record, update)) !== JSON.stringify(record);
		return changes || flags.includes('--no-diff');
	};
	return updates.some(update => isRejected(update) && isSent(update)) ? 6 : 0;
}

/** Ignores the times of edits, which depend on when a key was sent. */
export const withoutTimes = (keys: ReadonlyMap<string, KeyRecord>): readonly KeyRecord[] =>
	[...keys.values()]
		.map(record => ({...record, lastEditedDate: null, addedDate: ''}))
		.sort((a, b) => (a.licenseKey < b.licenseKey ? -1 : 1));

/** The possible exit statuses of an import among faults. */
const documented = [0, 3, 4, 5, 6];

export type FaultPlan = {
	readonly seed: number;
	readonly size: number;
	/** The share of requests that fail. */
	readonly rate: number;
	readonly flags?: readonly string[];
};

/** Imports a file among faults by repeating the command until it is done, and checks all guarantees. */
export async function survive({seed, size, rate, flags = []}: FaultPlan): Promise<{readonly runs: number}> {
	const plan = createPlan(seed, size);
	const service = createKeysService({
		records: plan.records,
		rejects: isRejected,
		fault: () => (plan.random() < rate ? faults[Math.floor(plan.random() * faults.length)] : undefined),
	});
	const file = service.file('keys.csv', plan.csv);
	const done = getExitCode(plan, flags);
	let runs = 0;
	for (;;) {
		const {exitCode, stderr} = await service.run(['keys', 'update', file, '-y', ...flags]);
		runs++;
		expect(documented, `seed ${seed}: ${stderr}`).toContain(exitCode);
		if (exitCode === done) break;
		expect(runs, `seed ${seed} is not done after ${runs} runs: ${stderr}`).toBeLessThan(4);
	}
	expect(withoutTimes(service.keys), `seed ${seed}`).toEqual(
		withoutTimes(expectedRegistry(plan.records, plan.updates)),
	);
	expectNoneSentTwice(service.log, seed);
	return {runs};
}

/** Expects that a key with a response is not sent again, and one with a lost response only after it was looked up. */
function expectNoneSentTwice(log: ReturnType<typeof createKeysService>['log'], seed: number): void {
	const answered = new Set<string>();
	const doubtful = new Set<string>();
	for (const {path, body, end} of log) {
		if (path.endsWith('listKeys')) {
			const {licenseKey: asked} = body.filters as {licenseKey?: {value: string[]}};
			if (end === 'answered') for (const key of asked?.value ?? []) doubtful.delete(key);
			continue;
		}
		for (const {licenseKey} of body.keyUpdates as KeyUpdate[]) {
			expect(answered.has(licenseKey), `seed ${seed}: ${licenseKey} was sent after its answer`).toBe(false);
			expect(doubtful.has(licenseKey), `seed ${seed}: ${licenseKey} was sent again unseen`).toBe(false);
			// A rejected key may be sent again, because the service reports only the number of rejected keys.
			if (end === 'lost') doubtful.add(licenseKey);
			else if (end === 'answered' && !isRejected({licenseKey})) answered.add(licenseKey);
		}
	}
}
