import {defineConfig} from 'vitest/config';

/** The tests that judge mutants: those of the area (`npm run mutation`), without the built program and without second tries. */
export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: (process.env.MUTATION_TESTS ?? '').split(' '),
		testTimeout: 20_000,
		isolate: false,
		env: {TZ: 'UTC', NO_COLOR: '1'},
	},
});
