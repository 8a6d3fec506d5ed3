import {test} from 'vitest';
import {spoilRun} from '../support/spoilt-runs.ts';

test.each(['journal', 'plan'] as const)(
	'a mutated %s never sends values that the file does not have, and --restart always finishes the import',
	async file => {
		// The service would reject the keys of the last two if it did not have their values already.
		for (const seed of [...Array(5).keys(), 5478, 5728]) await spoilRun(file, seed);
	},
);
