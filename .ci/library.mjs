// The library in dist/: one file of CommonJS that requires its dependencies (they are installed, and their classes exist once) but one,
// a wrapper that exports the same for ES modules, and the types of both.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {bundle} from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const {dependencies, optionalDependencies} = createRequire(import.meta.url)('../package.json');
// Other bundlers cannot follow the inner requires of this package's `main`.
const bundled = ['jsonc-parser'];
const packages = Object.keys({...dependencies, ...optionalDependencies}).filter(name => !bundled.includes(name));

/** Into the folder `dist`. */
export async function buildLibrary(dist) {
	await bundle({
		input: 'src/library.ts',
		external: id => packages.some(name => id === name || id.startsWith(`${name}/`)),
		output: {file: `${dist}/library.cjs`, codeSplitting: false},
	});
	const names = Object.keys(createRequire(import.meta.url)(`${dist}/library.cjs`)).sort();
	writeFileSync(
		`${dist}/library.mjs`,
		`import library from './library.cjs';\n\nexport const {\n\t${names.join(',\n\t')},\n} = library;\n`,
	);
}

/** The declarations that the library needs, as CommonJS, and a file that exports them for ES modules, into a folder. */
export async function writeTypes(folder) {
	const tsc = createRequire(import.meta.url)
		.resolve('typescript/package.json')
		.replace('package.json', 'bin/tsc');
	const words = [tsc, '-p', '.ci/tsconfig.library.json', '--outDir', folder];
	const [code] = await once(spawn(process.execPath, words, {cwd: root, stdio: 'inherit'}), 'exit');
	if (code !== 0) throw new Error('the declarations of the library were not written');
	keepReachable(folder);
	writeFileSync(`${folder}/package.json`, '{"type": "commonjs"}\n');
	writeFileSync(`${folder}/library.d.mts`, "export * from './library.js';\n");
}

/** Writes imports as compilers before TypeScript 5 resolve them (`.js`), and removes the declarations that nothing imports. */
function keepReachable(folder) {
	const reached = new Set();
	const follow = file => {
		if (reached.has(file)) return;
		reached.add(file);
		const text = readFileSync(file, 'utf8').replaceAll(/(from |import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2');
		writeFileSync(file, text);
		for (const [, path] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)\.js['"]/g))
			follow(resolve(dirname(file), `${path}.d.ts`));
	};
	follow(join(folder, 'library.d.ts'));
	const files = readdirSync(folder, {recursive: true}).map(name => join(folder, name));
	for (const file of files) if (file.endsWith('.ts') && !reached.has(file)) rmSync(file);
}
