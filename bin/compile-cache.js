'use strict';
// The folder in which Node keeps compiled code between runs. Node executes its files, so other users must not be able to write there.
const fs = require('node:fs');
const path = require('node:path');

/**
 * Returns true if only the user and root can replace the folder: it and all its parents belong to one of them, and others cannot
 * write to them. A sticky parent such as /tmp is safe, because only owners can rename and remove its entries.
 */
function isSafe(folder, user) {
	const {uid, mode} = fs.statSync(folder);
	const isOwned = uid === user || uid === 0;
	const isClosed = (mode & 0o022) === 0 || (mode & 0o1000) !== 0;
	const parent = path.dirname(folder);
	return isOwned && isClosed && (parent === folder || isSafe(parent, user));
}

/** Returns the real path of the folder or, if it does not exist, of its nearest existing parent. */
function findExisting(folder) {
	return fs.existsSync(folder) ? fs.realpathSync(folder) : findExisting(path.dirname(folder));
}

/** With a compile cache, Node 24.0 to 24.14 can deadlock at its start on Windows. */
function canDeadlock({platform, version}) {
	const [major, minor] = version.slice(1).split('.').map(Number);
	return platform === 'win32' && major === 24 && minor < 15;
}

/** Returns the folder of the user's caches. Windows has no file modes, but other users cannot write to the user's profile. */
function findCaches(env, {platform}) {
	if (platform === 'win32') return env.LOCALAPPDATA;
	return env.XDG_CACHE_HOME || (env.HOME && path.join(env.HOME, '.cache'));
}

/** Node's recursive mkdir does not return for a folder that cannot be created in an existing one, such as /proc/x. */
function makeFolder(folder, mode) {
	if (fs.existsSync(folder)) return;
	makeFolder(path.dirname(folder), mode);
	fs.mkdirSync(folder, {mode});
}

/**
 * Returns the user's folder for compiled code, and creates it if it does not exist. Returns undefined if no folder is safe, for
 * example for root with the HOME of another user.
 */
exports.findCompileCache = (env, {platform, version} = process) => {
	const caches = findCaches(env, {platform});
	if (!caches || !path.isAbsolute(caches) || canDeadlock({platform, version})) return undefined;
	const folder = path.join(caches, 'usagectl', 'compile-cache');
	try {
		if (platform === 'win32') {
			makeFolder(folder);
			return folder;
		}
		const user = process.getuid();
		if (!isSafe(findExisting(folder), user)) return undefined;
		makeFolder(folder, 0o700);
		const real = fs.realpathSync(folder);
		const {uid, mode} = fs.statSync(real);
		return isSafe(real, user) && uid === user && (mode & 0o077) === 0 ? real : undefined;
	} catch {
		return undefined;
	}
};
