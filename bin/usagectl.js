#!/usr/bin/env node
'use strict';
// CommonJS with old syntax, so that an old version of Node can print the message that it is too old.
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

/**
 * Prints the version without loading the program, because many scripts call `--version` at each start. Returns false if stdout
 * cannot be written.
 */
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
	// Available since Node 22.8; older versions compile the program at each start.
	const {enableCompileCache} = require('node:module');
	const cache = enableCompileCache && findCompileCache(process.env);
	if (cache) enableCompileCache(cache);
	// main exits with the status of the command; whatever else ends the process has not run one.
	process.exitCode = 1;
	require(program)
		.main()
		.catch(error => {
			fail(`usagectl could not start: ${error.message}`, 'run it again with --debug, or install usagectl again');
			process.exit();
		});
}

if (isTooOld()) {
	fail(`usagectl needs Node 20.18.1 or newer, this is ${process.versions.node}`, 'install a newer Node');
} else if (!fs.existsSync(program)) {
	fail('usagectl is not built here', `run: node '${path.join(__dirname, '../.ci/setup.mjs')}' --build`);
} else if (words.length !== 1 || words[0] !== '--version' || !printVersion()) {
	// If the version could not be printed, the program tries again: it handles failures of stdout.
	runProgram();
}
