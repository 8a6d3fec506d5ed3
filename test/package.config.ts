import {defineConfig} from 'vitest/config';

/** What is published, and that it builds to the same bytes (npm run package). */
export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: ['package/**/*.test.ts'],
		globalSetup: './support/global-setup.ts',
		testTimeout: 60_000,
		hookTimeout: 60_000,
		env: {TZ: 'UTC', NO_COLOR: '1'},
	},
});
