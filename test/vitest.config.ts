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
		// The sources lie beside the root, not in it.
		coverage: {provider: 'v8', include: ['**/src/**'], allowExternal: true},
	},
});
