/**
 * Changes the code in small ways and runs the tests that import it on each change: what they do not notice, they do not guard.
 *
 *     npm run mutation                                   the code that guards against damage, as listed below
 *     npm run mutation -- --mutate src/text/near-names.ts     a file or pattern
 *
 * Survivors are listed at the end; reports/mutation/ holds the page to read them in.
 */
export default {
	mutate: [
		'src/archive/zip/*.ts',
		'src/client/mask.ts',
		'src/client/http/{retry,address,cookies}.ts',
		'src/output/{formats/csv,printable}.ts',
	],
	testRunner: 'vitest',
	plugins: ['@stryker-mutator/vitest-runner'],
	vitest: {configFile: 'test/mutation.config.ts', related: true},
	concurrency: 2,
	coverageAnalysis: 'perTest',
	ignorePatterns: ['dist', 'completions', 'coverage', 'reports'],
	ignoreStatic: true,
	reporters: ['clear-text', 'html', 'progress-append-only'],
	clearTextReporter: {allowColor: false, logTests: false, reportTests: false},
	htmlReporter: {fileName: 'reports/mutation/index.html'},
	tempDirName: '.stryker-tmp',
	// TypeScript 7 has no programming interface yet, and vitest needs no tsconfig to be rewritten.
	tsconfigFile: 'none',
	timeoutMS: 4000,
};
