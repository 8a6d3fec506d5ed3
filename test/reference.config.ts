import {defineConfig} from 'vitest/config';
import suite from './vitest.config.ts';

/** Writes the generated files that the same tests compare in the suite (npm run reference). */
export default defineConfig({
	...suite,
	test: {
		...suite.test,
		include: ['reference/reference.test.ts', 'mcp/session.test.ts'],
		env: {...suite.test?.env, WRITE_REFERENCE: '1'},
	},
});
