import {availableParallelism} from 'node:os';
import {defineConfig} from 'vitest/config';

// Node 20 reads such a file at each start of a process, and the suite starts hundreds: no test asks for the machine's authorities.
delete process.env.NODE_EXTRA_CA_CERTS;

export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: ['**/*.test.ts'],
		exclude: ['bench/**', 'engines/**', 'package/**', 'soak/**', 'support/**'],
		globalSetup: './support/global-setup.ts',
		setupFiles: './support/laws/laws-seed.ts',
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// One more than there are cores, since many tests wait for processes they started. Files share the modules they import.
		maxWorkers: availableParallelism() + 1,
		isolate: false,
		env: {TZ: 'UTC', NO_COLOR: '1'},
		// The sources lie beside the root, not in it.
		coverage: {provider: 'v8', include: ['**/src/**'], allowExternal: true},
	},
});
