import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: ['**/*.test.ts'],
		exclude: ['bench/**', 'soak/**', 'support/**'],
		globalSetup: './support/global-setup.ts',
		testTimeout: 60_000,
		// Real terminals, signals and full disks on a busy machine: once more before it counts as broken.
		retry: 1,
		hookTimeout: 60_000,
		env: {TZ: 'UTC', NO_COLOR: '1'},
		coverage: {provider: 'v8', include: ['../src/**']},
	},
});
