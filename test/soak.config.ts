import {defineConfig} from 'vitest/config';

/** Long runs of the laws that the suite holds in small (npm run soak). */
export default defineConfig({
	test: {
		root: new URL('.', import.meta.url).pathname,
		include: ['soak/**/*.test.ts'],
		globalSetup: './support/global-setup.ts',
		maxWorkers: 1,
		testTimeout: 3_600_000,
		// Removing the folders of a long run takes longer than usual.
		hookTimeout: 600_000,
		// Nothing is measured here, so a busy machine must not fail a run.
		env: {TZ: 'UTC', NO_COLOR: '1', LONGEST_RUN: '600000'},
	},
});
