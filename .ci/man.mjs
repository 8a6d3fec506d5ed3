// Writes the man pages into a folder. They are made from the command table, as the help is.
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import {bundle, outside} from './bundle.mjs';

const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url));

export async function writeManPages(folder) {
	mkdirSync(cache, {recursive: true});
	const built = mkdtempSync(`${cache}man-`);
	try {
		await bundle({
			input: {table: 'src/command-table.ts', pages: 'src/reference/man/man-pages.ts'},
			external: outside,
			output: {dir: built, entryFileNames: '[name].cjs'},
		});
		const fromBuilt = createRequire(`${built}/`);
		const pages = await fromBuilt('./pages.cjs').manPages(fromBuilt('./table.cjs').commandTree);
		mkdirSync(folder, {recursive: true});
		for (const [name, text] of pages) writeFileSync(`${folder}/${name}`, text);
	} finally {
		rmSync(built, {recursive: true, force: true});
	}
}
