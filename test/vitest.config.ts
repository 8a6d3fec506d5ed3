import {availableParallelism} from 'node:os';
import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: ['**/*.test.ts'],
		exclude: ['bench/**', 'soak/**', 'support/**'],
		globalSetup: './support/global-setup.ts',
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// As many workers as cores (vitest keeps one free), and files share the modules they import (no test replaces one): 497 s of CPU, not 915.
		maxWorkers: availableParallelism(),
		isolate: false,
		env: {TZ: 'UTC', NO_COLOR: '1'},
		// The sources lie beside the root, not in it.
		coverage: {provider: 'v8', include: ['**/src/**'], allowExternal: true},
	},
});
