import {test} from 'vitest';
import {spoilRun} from '../support/spoilt-runs.ts';

test.each(['journal', 'plan'] as const)(
	'of mutated journals none sends what the file does not say, and --restart always ends it: %s',
	async file => {
		// The last two have a key that the service would reject, were it not as it should be already.
		for (const seed of [...Array(5).keys(), 5478, 5728]) await spoilRun(file, seed);
	},
);
