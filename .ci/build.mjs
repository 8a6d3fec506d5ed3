// Bundles src/ into dist/, or into the folder that is named: CommonJS, minified, one chunk for each command and heavy package (an ES module costs 2.7 ms of 18),
// and writes the texts that the bin prints without loading any of it.
import {rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';
import {toAscii} from './ascii.mjs';
import {improve} from './improvements.mjs';
import {buildLibrary} from './library.mjs';
import {licensesOf} from './licenses.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = resolve(root, process.argv[2] ?? 'dist');

const open = input =>
	rolldown({
		cwd: root,
		input,
		platform: 'node',
		// jsonc-parser's `main` is UMD, whose inner requires cannot be followed.
		resolve: {mainFields: ['module', 'main']},
		plugins: [improve],
		// Leaves out what libraries say to those who develop with them.
		transform: {define: {'process.env.NODE_ENV': "'production'"}},
		external: [/^@duckdb\//],
		logLevel: 'warn',
		checks: {ineffectiveDynamicImport: false},
	});

rmSync(dist, {recursive: true, force: true});
const program = await open({main: 'src/main.ts'});
const {output} = await program.write({
	dir: dist,
	format: 'cjs',
	minify: true,
	sourcemap: true,
	dynamicImportInCjs: false,
	minifyInternalExports: false,
	entryFileNames: 'chunks/[name]-[hash].cjs',
	chunkFileNames: 'chunks/[name]-[hash].cjs',
	// What is always loaded together is one file: 16 small ones cost 4 ms more. Each group takes what its module imports.
	codeSplitting: {
		groups: [
			{name: 'program', test: /src\/main\.ts$/, priority: 4},
			{
				name: 'execute',
				test: /src\/(run\/execute|commands\/(command|sources|report\/sort)|contract\/(properties|reports)|language\/(dates|values\/dates|source\/fault))\.ts$/,
				priority: 3,
			},
			{name: 'language', test: /src\/language\//, priority: 2},
			{name: 'report', test: /src\/commands\/report\//, priority: 1},
			{
				name: 'connect',
				test: /src\/(client\/(connect|undici-transport)|contract\/.*|session\/session-store)\.ts$/,
				priority: 1,
			},
		],
	},
});

// Each stands after all that runs when the chunk is loaded, and no name that is handed on is assigned later: the value does, at a tenth of the time.
const getter =
	/Object\.defineProperty\(exports,[`"'](\w+)[`"'],\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g;

// The maps are read with --debug alone; they name files and lines, and do not hold the sources again.
for (const chunk of output.filter(({type}) => type === 'chunk')) {
	const {sourcesContent: _, ...map} = chunk.map ?? {mappings: ''};
	const {code, mappings} = toAscii(chunk.code.replace(getter, 'exports.$1=$2'), map.mappings);
	writeFileSync(`${dist}/${chunk.fileName}`, code);
	if (chunk.map) writeFileSync(`${dist}/${chunk.fileName}.map`, JSON.stringify({...map, mappings}));
}

// The chunk that holds `main`, which the entry only hands on.
const entry = output.find(({moduleIds = []}) => moduleIds.includes(resolve(root, 'src/main.ts')));
writeFileSync(`${dist}/chunks/entry.txt`, entry.fileName.replace('chunks/', ''));

const modules = output.flatMap(({moduleIds = []}) => moduleIds);
writeFileSync(`${dist}/LICENSES.txt`, licensesOf(modules));

const maker = `${dist}/text/make.cjs`;
const texts = await open('src/reference/texts.ts');
await texts.write({file: maker, format: 'cjs', codeSplitting: false});
const {getTexts} = createRequire(import.meta.url)(maker);
for (const [name, text] of await getTexts()) writeFileSync(`${dist}/text/${name}.txt`, text);
rmSync(maker);

await buildLibrary(dist);
