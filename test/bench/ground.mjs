import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

/** What the benchmarks run on: the built program, a folder that is removed afterwards, a signed-in user. */

export const program = resolve(import.meta.dirname, '../../bin/usagectl.js');
export const here = name => join(import.meta.dirname, name);
export const sh = line => ['sh', '-c', line];

/** True when a program of that name is on the PATH. */
export const has = name => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
/** The commands that other people use for the same work, if all programs that they need are installed. */
export const findPeers = peers => peers.filter(({needs}) => needs.every(has));

/** The environment of a signed-in user with folders of their own. */
export function createEnv(folder, more = {}) {
	const env = {
		...process.env,
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
		XDG_CACHE_HOME: join(folder, 'cache'),
		USAGECTL_USER: 'u',
		USAGECTL_SESSION_ID: 's',
		USAGECTL_PRODUCT: '7',
		...more,
	};
	// Node 20 reads this bundle at every start: an empty script would take three times as long, and every ratio look better.
	delete env.NODE_EXTRA_CA_CERTS;
	delete env.NODE_DISABLE_COMPILE_CACHE;
	return env;
}

/** Calls `work` with a folder and a way to start servers that print one line when they are ready; both are removed afterwards. */
export async function onGround(work) {
	const folder = mkdtempSync(join(tmpdir(), 'usagectl-bench-'));
	const servers = [];
	const start = async (...words) => {
		const child = spawn(process.execPath, words, {stdio: ['ignore', 'pipe', 'inherit']});
		servers.push(child);
		const [line] = await once(child.stdout, 'data');
		return String(line).trim();
	};
	try {
		return await work({folder, start, at: (...names) => join(folder, ...names)});
	} finally {
		for (const server of servers) server.kill();
		rmSync(folder, {recursive: true, force: true});
	}
}
