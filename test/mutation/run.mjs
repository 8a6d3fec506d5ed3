import {parseArgs} from 'node:util';
import {Stryker} from '@stryker-mutator/core';
import {areas} from './areas.mjs';

/**
 * Changes the code in small ways and runs the tests on each change: what they do not notice, they do not guard.
 *
 *   npm run mutation -- language
 *   npm run mutation -- --mutate 'src/keys/plan.ts' --tests 'keys/**' [--concurrency 2]
 *
 * Survivors are listed at the end; reports/mutation/ holds the page to read them in.
 */
const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {
		mutate: {type: 'string', multiple: true},
		tests: {type: 'string', multiple: true},
		concurrency: {type: 'string', default: '2'},
	},
});
const area = areas[positionals[0]];
const mutate = values.mutate ?? area?.mutate;
const tests = values.tests ?? area?.tests;
if (!mutate || !tests) {
	console.error(`usage: npm run mutation -- ${Object.keys(areas).join('|')}, or --mutate GLOB --tests GLOB`);
	process.exit(2);
}
process.env.MUTATION_TESTS = tests.join(' ');
await new Stryker({
	mutate,
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: {configFile: 'test/mutation.config.ts', related: false},
	concurrency: Number(values.concurrency),
	coverageAnalysis: 'perTest',
	ignorePatterns: ['dist', 'completions', 'coverage', 'reports'],
	ignoreStatic: true,
	incremental: true,
	incrementalFile: `reports/mutation/${positionals[0] ?? 'files'}.json`,
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: {allowColor: false, logTests: false, reportTests: false},
	htmlReporter: {fileName: `reports/mutation/${positionals[0] ?? 'files'}.html`},
	tempDirName: '.stryker-tmp',
	// TypeScript 7 has no programming interface yet, and vitest needs no tsconfig to be rewritten.
	tsconfigFile: 'none',
	timeoutMS: 4000,
}).runMutationTest();
