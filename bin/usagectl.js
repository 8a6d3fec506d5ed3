#!/usr/bin/env node
'use strict';
// CommonJS in plain words, so that an old Node can read it as far as the message that it is too old.
const fs = require('node:fs');
const path = require('node:path');
const {findCompileCache} = require('./compile-cache.js');

const program = path.join(__dirname, '../dist/main.cjs');
const words = process.argv.slice(2);

function fail(message, hint) {
	process.stderr.write(`error: ${message}\nhint: ${hint}\n`);
	process.exitCode = 1;
}

function isTooOld() {
	const [major, minor, patch] = process.versions.node.split('.').map(Number);
	return major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1)));
}

/** `--version` is asked at each start of many scripts: it is answered without loading the program. False when stdout takes nothing. */
function printVersion() {
	try {
		fs.writeSync(1, `${require('../package.json').version}\n`);
		return true;
	} catch {
		return false;
	}
}

function runProgram() {
	if (words.includes('--debug')) process.setSourceMapsEnabled(true);
	// Since Node 22.8; older ones compile the program at each start.
	const {enableCompileCache} = require('node:module');
	const cache = enableCompileCache && findCompileCache(process.env);
	if (cache) enableCompileCache(cache);
	require(program).main();
}

if (isTooOld()) {
	fail(`usagectl needs Node 20.18.1 or newer, this is ${process.versions.node}`, 'install a newer Node');
} else if (!fs.existsSync(program)) {
	fail('usagectl is not built here', `run: node '${path.join(__dirname, '../.ci/setup.mjs')}' --build`);
} else if (words.length !== 1 || words[0] !== '--version' || !printVersion()) {
	// A version that could not be printed is printed by the program, which knows what each failure of stdout means.
	runProgram();
}
