import {expect, test} from 'vitest';
import {type Run, validatePlan} from '../../../src/keys/run/run-folder.ts';

test('a plan of an earlier version that is not JSON is refused with the advice to restart', async () => {
	const header = {
		run: '20260630-120000-abcd',
		shape: {format: 'csv', columns: ['licenseKey'], reading: {delimiter: ','}},
	};
	await expect(validatePlan({folder: '/none', state: {header}} as unknown as Run)).rejects.toMatchObject({
		kind: 'damaged',
		message: 'run 20260630-120000-abcd was planned by an earlier version of usagectl',
		details: {hint: expect.stringContaining('--restart')},
	});
});
