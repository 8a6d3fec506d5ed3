import {defineConfig} from 'vitest/config';

/** Tests that judge mutants (stryker.config.mjs): without those that start the built program or run for long. */
export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: ['{client,contract,keys,language,near-names,output,session,terminal}**/*.test.ts', 'archive/**/*.test.ts'],
		exclude: ['**/hostile*.test.ts', '**/zip-mutations.test.ts'],
		testTimeout: 20_000,
		isolate: false,
		env: {TZ: 'UTC', NO_COLOR: '1'},
	},
});
