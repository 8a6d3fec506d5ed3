import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What a bundle does not hold: native code, and a package that users may install. */
export const outside = [/^@duckdb\/node-bindings/, 'date-holidays'];

/**
 * Bundles to CommonJS, which Node 20 loads faster than ES modules, and returns the paths of the modules that went in.
 * There are no plugins, and no option that replaces text: libraries run as they were published (test/build.test.ts).
 */
export async function bundle({input, external, output}) {
	const build = await rolldown({
		cwd: root,
		input,
		external,
		platform: 'node',
		// The `main` of jsonc-parser is UMD, whose inner requires cannot be followed.
		resolve: {mainFields: ['module', 'main']},
		logLevel: 'warn',
		checks: {ineffectiveDynamicImport: false},
	});
	const {output: files} = await build.write({format: 'cjs', dynamicImportInCjs: false, ...output});
	await build.close();
	return files.flatMap(({moduleIds = []}) => moduleIds);
}
