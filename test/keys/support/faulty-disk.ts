import {existsSync} from 'node:fs';
import {expect} from 'vitest';
import {buryOwners, type Fault, withFault} from '../../support/disk/fault-fs.ts';
import {createPlan, expectedRegistry, isRejected, toCsv, withoutTimes} from './plans.ts';
import {createKeysService} from './uploaded.ts';

const plan = createPlan(5, 40);
const updates = plan.updates.map((update, index) => (index === 9 ? {...update, licenseKey: '9-R'} : update));
const expected = withoutTimes(expectedRegistry(plan.records, updates));

/** 10 for a disk error, 6 if the failed operation did not matter. One key is rejected, so 0 would be wrong. */
export const outcomes: readonly number[] = [6, 10];

/** Runs an import on a faulty disk, then again on a good one. */
export async function survive(fault: Fault) {
	const service = createKeysService({records: plan.records, rejects: isRejected});
	const file = service.file('keys.csv', toCsv(updates));
	const words = ['keys', 'update', file, '-y', '--batch-size', '10', '--concurrency', '2'];
	const first: {exitCode?: number} = {};
	const {operations} = await withFault(fault, async () => {
		Object.assign(first, await service.run(words));
	});
	buryOwners(service.env.USAGECTL_CONFIG_DIR);
	const again = await service.run(words);
	expect({fault, exitCode: again.exitCode, stderr: again.stderr}).toMatchObject({fault, exitCode: 6});
	expect({fault, keys: withoutTimes(service.keys)}).toEqual({fault, keys: expected});
	expect(existsSync(`${file}.rejected.csv`)).toBe(true);
	return {operations, exitCode: first.exitCode ?? -1, service, file};
}
