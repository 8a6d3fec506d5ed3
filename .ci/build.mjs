// Bundles src/ into dist/: CommonJS, minified, one chunk for each command and heavy package (an ES module costs 2.7 ms of 18),
// and writes the texts that the bin prints without loading any of it.
import {rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import {rolldown} from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What libraries load at once, for features that are not used here or seldom: it comes when it is asked for. */
const late = [
	{
		// 2 of the 4.5 ms of commander.
		file: /commander\/lib\/command\.js$/,
		eager: "const childProcess = require('node:child_process');",
		lazy: "const childProcess = {spawn: (...words) => require('node:child_process').spawn(...words)};",
	},
	{
		// node:http2 comes with it: 3 of the 14 ms of undici.
		file: /undici\/lib\/dispatcher\/client\.js$/,
		eager: "const connectH2 = require('./client-h2.js')",
		lazy: "const connectH2 = (...words) => require('./client-h2.js')(...words)",
	},
];
const lateImports = {
	name: 'late-imports',
	transform(code, id) {
		const found = late.find(({file}) => file.test(id));
		if (!found) return null;
		if (!code.includes(found.eager)) throw new Error(`${id} has changed: see \`late\` in .ci/build.mjs`);
		return code.replace(found.eager, found.lazy);
	},
};

const open = input =>
	rolldown({
		cwd: root,
		input,
		platform: 'node',
		plugins: [lateImports],
		external: [/^@duckdb\//],
		logLevel: 'warn',
		checks: {ineffectiveDynamicImport: false},
	});

rmSync(`${root}/dist`, {recursive: true, force: true});
const program = await open({main: 'src/main.ts'});
const {output} = await program.write({
	dir: 'dist',
	format: 'cjs',
	minify: true,
	dynamicImportInCjs: false,
	entryFileNames: 'chunks/[name]-[hash].cjs',
	chunkFileNames: 'chunks/[name]-[hash].cjs',
	// What is always loaded together is one file: 16 small ones cost 4 ms more. Each group takes what its module imports.
	codeSplitting: {
		groups: [
			{name: 'program', test: /src\/main\.ts$/, priority: 3},
			{name: 'execute', test: /src\/run\/execute\.ts$/, priority: 2},
			{name: 'language', test: /src\/language\//, priority: 2},
			{name: 'report', test: /src\/commands\/report\//, priority: 1},
			{name: 'connect', test: /src\/client\/(connect|undici-transport)\.ts$/, priority: 1},
		],
	},
});

writeFileSync(`${root}/dist/chunks/entry.txt`, output.find(chunk => chunk.isEntry).fileName.replace('chunks/', ''));

const maker = `${root}/dist/text/make.cjs`;
const texts = await open('src/reference/texts.ts');
await texts.write({file: maker, format: 'cjs', codeSplitting: false});
const {getTexts} = createRequire(import.meta.url)(maker);
for (const [name, text] of await getTexts()) writeFileSync(`${root}/dist/text/${name}.txt`, text);
rmSync(maker);
