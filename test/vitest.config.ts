import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: ['**/*.test.ts'],
		exclude: ['bench/**', 'soak/**', 'support/**'],
		globalSetup: './support/global-setup.ts',
		testTimeout: 60_000,
		hookTimeout: 60_000,
		env: {TZ: 'UTC', NO_COLOR: '1'},
		coverage: {provider: 'v8', include: ['../src/**']},
	},
});
