import {test} from 'vitest';
import {spoilRun} from './support/spoilt-runs.ts';

test.each(['journal', 'plan'] as const)(
	'of mutated journals none sends what the file does not say, and --restart always ends it: %s',
	async file => {
		for (let seed = 0; seed < 40; seed++) await spoilRun(file, seed);
	},
);
