// Builds dist/, or the folder that is named: the program (one file for each part that is loaded by itself), the library, its
// types, the man pages, and the licences of the packages whose code is bundled.
import {rmSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {bundle, outside} from './bundle.mjs';
import {buildLibrary, writeTypes} from './library.mjs';
import {licensesOf} from './licenses.mjs';
import {writeManPages} from './man.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = resolve(root, process.argv[2] ?? 'dist');

rmSync(dist, {recursive: true, force: true});
// The compiler of the declarations is a process of its own.
const types = writeTypes(`${dist}/types`);
const modules = await bundle({
	input: {main: 'src/main.ts', engine: 'src/engine-main.ts'},
	// Bundled, the 180 files of DuckDB's interface load in a tenth of the time.
	external: outside,
	output: {
		dir: dist,
		entryFileNames: '[name].cjs',
		chunkFileNames: 'chunks/[name]-[hash].cjs',
		// One file each for the modules that every start and every command loads, instead of sixty small ones.
		codeSplitting: {
			groups: [
				{name: 'start', test: /src[\\/]main\.ts$/},
				{name: 'command', test: /src[\\/]cli[\\/]run[\\/]run-command\.ts$/},
			],
		},
		// Read with --debug alone: they name files and lines, and do not hold the sources again.
		sourcemap: true,
		sourcemapExcludeSources: true,
	},
});
writeFileSync(`${dist}/LICENSES.txt`, licensesOf(modules));
await buildLibrary(dist);
await writeManPages(`${dist}/man`);
await types;
