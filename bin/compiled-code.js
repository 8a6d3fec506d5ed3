'use strict';
// Keeps what V8 compiled for the next run, for Node 20, which cannot do so by itself (node:module has enableCompileCache
// since 22.1). It takes a third off a run. NODE_DISABLE_COMPILE_CACHE=1 switches it off, as it does in newer Nodes.
// V8 runs what it is handed, and a flipped bit makes it crash: so the folder must be the user's own, files appear whole,
// and each holds its data twice (comparing costs nothing; loading zlib for its crc32 costs 2 ms of 18).
const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

/** The folder, if nobody else may write to it. */
function openFolder(base) {
	const folder = path.join(base, `compiled-${process.version}-${process.arch}`);
	try {
		fs.mkdirSync(folder, {recursive: true, mode: 0o700});
		const {mode, uid} = fs.statSync(folder);
		return (mode & 0o022) === 0 && uid === process.getuid?.() ? folder : undefined;
	} catch {
		return undefined;
	}
}

function readData(file) {
	try {
		const bytes = fs.readFileSync(file);
		const data = bytes.subarray(0, bytes.length / 2);
		return data.length > 0 && data.equals(bytes.subarray(bytes.length / 2)) ? data : undefined;
	} catch {
		return undefined;
	}
}

function writeData(file, data) {
	const part = `${file}.${process.pid}.part`;
	try {
		fs.writeFileSync(part, Buffer.concat([data, data]), {mode: 0o600, flag: 'wx'});
		fs.renameSync(part, file);
	} catch {
		fs.rmSync(part, {force: true});
	}
}

/**
 * Writes what was compiled in this run, with the functions that it used. The first good run of each command adds its own to what
 * others left: a call after nothing but a mistake would compile a sixth of its code for ever.
 */
function saveAll(scripts, mark) {
	const isNew = mark !== undefined && !fs.existsSync(mark);
	for (const {script, file, isFresh} of scripts) if (isFresh || isNew) writeData(file, script.createCachedData());
	if (isNew) writeData(mark, Buffer.from('seen'));
}

const head = Buffer.from('(function(exports,require,module){');
const tail = Buffer.from('\n})');

/** Loads the files of `chunks` by their names, which change with their content; what they require else is Node's own. `getCommand` names what was run, for a file. */
exports.createLoad = (chunks, base, getCommand) => {
	const folder = openFolder(base);
	if (folder === undefined) return name => require(path.join(chunks, name));
	const loaded = new Map();
	const scripts = [];
	const compile = name => {
		const file = path.join(folder, name);
		const filename = path.join(chunks, name);
		const cachedData = readData(file);
		// Chunks are ASCII: made at once and of one byte a character, the text costs a collection of garbage less than when it is put together.
		const source = Buffer.concat([head, fs.readFileSync(filename), tail]).latin1Slice();
		const script = new vm.Script(source, {filename, cachedData});
		scripts.push({script, name, file, isFresh: !cachedData || script.cachedDataRejected});
		return script.runInThisContext();
	};
	const load = name => {
		const known = loaded.get(name);
		if (known) return known.exports;
		const module = {exports: {}};
		loaded.set(name, module);
		compile(name)(module.exports, requireFrom, module);
		return module.exports;
	};
	const requireFrom = name => (name.startsWith('./') ? load(name.slice(2)) : require(name));
	process.on('exit', code => {
		// Chunks of another version have other names, and the first is not loaded without the names of all others.
		const mark = () => path.join(folder, `${scripts[0].name}.${getCommand()}.seen`);
		saveAll(scripts, code === 0 && scripts.length > 0 ? mark() : undefined);
	});
	return load;
};
