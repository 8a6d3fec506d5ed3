'use strict';
// Where Node keeps compiled code between runs. Node runs what it finds there, so nobody else may be able to put anything in.
const fs = require('node:fs');
const path = require('node:path');

/**
 * True when nobody but the user (and root) can replace a folder or what it is reached through: it and all its parents belong to
 * one of the two, and others cannot write to them. A sticky parent (/tmp) is fine: in it only owners can rename and remove.
 */
function isSafe(folder, user) {
	const {uid, mode} = fs.statSync(folder);
	const isOwned = uid === user || uid === 0;
	const isClosed = (mode & 0o022) === 0 || (mode & 0o1000) !== 0;
	const parent = path.dirname(folder);
	return isOwned && isClosed && (parent === folder || isSafe(parent, user));
}

/** The path without symbolic links of the nearest folder that exists: this one or a parent. */
function findExisting(folder) {
	return fs.existsSync(folder) ? fs.realpathSync(folder) : findExisting(path.dirname(folder));
}

/** With a compile cache, Node 24.0 to 24.14 can deadlock at its start on Windows. */
function canDeadlock({platform, version}) {
	const [major, minor] = version.slice(1).split('.').map(Number);
	return platform === 'win32' && major === 24 && minor < 15;
}

/** The folder of the user's caches. Windows has no modes; in the user's profile, nobody else can write. */
function findCaches(env, {platform}) {
	if (platform === 'win32') return env.LOCALAPPDATA;
	return env.XDG_CACHE_HOME || (env.HOME && path.join(env.HOME, '.cache'));
}

/**
 * The user's own folder for compiled code, made when it is missing; undefined where there is none that can be trusted, as for
 * root with the HOME of somebody else.
 */
exports.findCompileCache = (env, {platform, version} = process) => {
	const caches = findCaches(env, {platform});
	if (!caches || !path.isAbsolute(caches) || canDeadlock({platform, version})) return undefined;
	const folder = path.join(caches, 'usagectl', 'compile-cache');
	try {
		if (platform === 'win32') {
			fs.mkdirSync(folder, {recursive: true});
			return folder;
		}
		const user = process.getuid();
		if (!isSafe(findExisting(folder), user)) return undefined;
		fs.mkdirSync(folder, {recursive: true, mode: 0o700});
		const real = fs.realpathSync(folder);
		const {uid, mode} = fs.statSync(real);
		return isSafe(real, user) && uid === user && (mode & 0o077) === 0 ? real : undefined;
	} catch {
		return undefined;
	}
};
