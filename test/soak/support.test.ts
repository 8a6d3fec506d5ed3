import {expect, onTestFinished, test} from 'vitest';
import {prepareSupport} from '../commands/report/support-sandbox.ts';

test.for(Array.from({length: 10}, (_, at) => 21 + at))(
	'report support has the figures of hand-written SQL over exported tables, on both kinds of server: seed %i',
	async seed => {
		const {compareWithTables} = await prepareSupport(seed, onTestFinished);
		expect(await compareWithTables('newer')).toBeGreaterThan(10);
		expect(await compareWithTables('older')).toBeGreaterThan(10);
	},
);
