import {defineConfig} from 'vitest/config';

/** Other engines read the tables of lines (npm run engines; docs/lines.md). */
export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: ['engines/**/*.test.ts'],
		globalSetup: './support/global-setup.ts',
		maxWorkers: 1,
		testTimeout: 600_000,
		hookTimeout: 300_000,
		env: {TZ: 'UTC', NO_COLOR: '1'},
	},
});
