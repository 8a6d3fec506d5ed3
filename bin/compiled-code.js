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

/** Writes what was compiled in this run, with the functions that it used. */
function saveAll(fresh) {
	for (const {script, file} of fresh) writeData(file, script.createCachedData());
}

/** Loads the files of `chunks` by their names, which change with their content; what they require else is Node's own. */
exports.createLoad = (chunks, base) => {
	const folder = openFolder(base);
	if (folder === undefined) return name => require(path.join(chunks, name));
	const loaded = new Map();
	const fresh = [];
	const compile = name => {
		const file = path.join(folder, name);
		const filename = path.join(chunks, name);
		const cachedData = readData(file);
		const source = `(function(exports,require,module){${fs.readFileSync(filename, 'utf8')}\n})`;
		const script = new vm.Script(source, {filename, cachedData});
		if (!cachedData || script.cachedDataRejected) fresh.push({script, file});
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
	process.on('exit', () => saveAll(fresh));
	return load;
};
