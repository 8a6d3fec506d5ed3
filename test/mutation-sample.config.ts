import {existsSync, readFileSync} from 'node:fs';
import {join, relative, resolve} from 'node:path';
import {defineConfig} from 'vitest/config';
import {BaseSequencer, type TestSpecification} from 'vitest/node';

/** What mutation/sample.mjs runs: tests in the order of JUDGES, on code with mutants in the file MUTATED (or all of a folder). */
const root = resolve(import.meta.dirname, '..');
const code = join(root, 'reports/mutation/sample/code');
const {JUDGES = '', MUTATED = ''} = process.env;
const judges = JUDGES.split(' ');

class Given extends BaseSequencer {
	override sort = async (files: TestSpecification[]) => {
		const place = ({moduleId}: TestSpecification) => judges.indexOf(relative(join(root, 'test'), moduleId));
		return files.sort((a, b) => place(a) - place(b));
	};
}

export default defineConfig({
	plugins: [
		{
			name: 'mutants',
			enforce: 'pre',
			configureVitest: context =>
				context.experimental_defineCacheKeyGenerator(({id}) =>
					relative(root, id).startsWith(MUTATED) ? false : undefined,
				),
			load: id => {
				const name = relative(root, id);
				const mutated = join(code, name);
				return name.startsWith(MUTATED) && existsSync(mutated) ? readFileSync(mutated, 'utf8') : undefined;
			},
		},
	],
	test: {
		root: join(root, 'test'),
		include: judges,
		experimental: {fsModuleCache: true, fsModuleCachePath: join(root, 'reports/mutation/sample/modules')},
		setupFiles: './mutation/sample-setup.mjs',
		sequence: {sequencer: Given},
		testTimeout: 60_000,
		maxWorkers: 1,
		env: {TZ: 'UTC', NO_COLOR: '1'},
	},
});
