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

/** The words of the command, as far as there is a help for them. */
function findCommand() {
	const plain = words.slice(0, 3).filter(word => /^[a-z]+$/.test(word));
	for (let count = plain.length; count > 0; count--) {
		const name = plain.slice(0, count).join('-');
		if (fs.existsSync(`${__dirname}/../dist/text/help-${name}.txt`)) return name;
	}
	return 'usagectl';
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

/** Loads the program, with what was compiled in earlier runs from where the user's caches are. */
function loadProgram() {
	const chunks = `${__dirname}/../dist/chunks`;
	const entry = fs.readFileSync(`${chunks}/entry.txt`, 'utf8');
	const base = process.env.XDG_CACHE_HOME || (process.env.HOME && `${process.env.HOME}/.cache`);
	// Stacks of failures then name our lines; Node takes 20 ms to read the maps.
	const debugs = words.includes('--debug');
	if (debugs) process.setSourceMapsEnabled(true);
	if (base && !debugs && !process.env.NODE_DISABLE_COMPILE_CACHE) {
		if (major < 22) return require('./compiled-code.js').createLoad(chunks, `${base}/usagectl`, findCommand)(entry);
		require('node:module').enableCompileCache?.(`${base}/usagectl/compiled`);
	}
	return require(`${chunks}/${entry}`);
}

const name = findText();
if (major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1)))) {
	process.stderr.write(
		`error: usagectl needs Node 20.18.1 or newer, this is ${process.versions.node}\nhint: install a newer Node\n`,
	);
	process.exitCode = 1;
} else if (name === undefined || !printText(name)) {
	loadProgram().main();
}
