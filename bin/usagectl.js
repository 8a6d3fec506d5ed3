#!/usr/bin/env node
'use strict';
// CommonJS, and nothing loaded that is not needed: an ES module costs 2.7 ms of 18, the command line parser 8.
const fs = require('node:fs');

const [major, minor, patch] = process.versions.node.split('.').map(Number);
const words = process.argv.slice(2);

/** What was written for these words when the package was built: `--version`, or the help of a command. */
function findText() {
	const last = words[words.length - 1];
	if (words.length === 1 && last === '--version') return 'version';
	if (last !== '--help' && last !== '-h') return undefined;
	const path = words.slice(0, -1);
	return path.every(word => /^[a-z]+$/.test(word)) ? ['help', ...path].join('-') : undefined;
}

/** All of it, also into a pipe that is full for the moment; false when there is no such text. */
function printText(name) {
	let text;
	try {
		text = fs.readFileSync(`${__dirname}/../dist/text/${name}.txt`);
	} catch {
		return false;
	}
	for (let done = 0; done < text.length; ) {
		try {
			done += fs.writeSync(1, text, done);
		} catch (error) {
			if (error.code === 'EAGAIN') continue;
			process.exitCode = error.code === 'EPIPE' ? 141 : 10;
			break;
		}
	}
	return true;
}

/** Node keeps compiled code for the next start (3 to 5 ms less); in a folder of the user's own, since it trusts what it finds there. */
function enableCompileCache() {
	const base = process.env.XDG_CACHE_HOME || (process.env.HOME && `${process.env.HOME}/.cache`);
	if (base && !process.env.NODE_COMPILE_CACHE) require('node:module').enableCompileCache?.(`${base}/usagectl/compiled`);
}

const name = findText();
if (major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1)))) {
	process.stderr.write(
		`error: usagectl needs Node 20.18.1 or newer, this is ${process.versions.node}\nhint: install a newer Node\n`,
	);
	process.exitCode = 1;
} else if (name === undefined || !printText(name)) {
	// Node 20 has no such cache, and would load 3 ms of modules to say so.
	if (major >= 22) enableCompileCache();
	require('../dist/main.cjs').main();
}
