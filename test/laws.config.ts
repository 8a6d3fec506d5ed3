import {readdirSync, readFileSync} from 'node:fs';
import {defineConfig} from 'vitest/config';
import suite from './vitest.config.ts';

const root = new URL('.', import.meta.url);
const holdsLaws = (name: string) =>
	name.endsWith('.test.ts') && readFileSync(new URL(name, root), 'utf8').includes('support/laws/laws.ts');

/** Every test that holds a law, each law tried 10,000 times or LAW_RUNS times (npm run soak:laws). */
export default defineConfig({
	...suite,
	test: {
		...suite.test,
		include: readdirSync(root, {recursive: true, encoding: 'utf8'}).filter(holdsLaws),
		testTimeout: 900_000,
		env: {...suite.test?.env, LAW_RUNS: process.env.LAW_RUNS ?? '10000'},
	},
});
