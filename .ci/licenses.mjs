// The licences of the bundled packages, which must be part of every copy.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** `…/node_modules/@scope/name/lib/x.js` → the package's folder. */
const folderOf = id => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];

/** One text with name, version, licence and its wording, for each package of the modules of a build. */
export function licensesOf(moduleIds) {
	const folders = [...new Set(moduleIds.map(folderOf).filter(Boolean))].filter(folder =>
		existsSync(join(folder, 'package.json')),
	);
	const parts = folders.map(folder => {
		const {name, version, license} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
		const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry));
		return `${name} ${version}: ${license}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}\n`;
	});
	return parts.sort().join(`\n${'-'.repeat(80)}\n\n`);
}
