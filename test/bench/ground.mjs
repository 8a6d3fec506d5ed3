import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

/** What the benchmarks stand on: the built program, a folder that goes away, an environment without what flatters. */

export const program = resolve(import.meta.dirname, '../../bin/usagectl.js');
export const here = name => join(import.meta.dirname, name);
export const sh = line => ['sh', '-c', line];

/** True when a program of that name is on the PATH. */
export const has = name => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
/** A row that says why it has no figure. */
export const skip = (id, what, reason) => ({id, what, skipped: reason});

/** The environment of a signed-in user with a folder of his own. */
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
	// Node 20 reads that bundle at every start, which makes an empty script three times as slow and flatters every ratio.
	delete env.NODE_EXTRA_CA_CERTS;
	delete env.NODE_DISABLE_COMPILE_CACHE;
	return env;
}

/** Calls `work` with a folder and a way to start helpers that print one line when they are ready; both are gone afterwards. */
export async function onGround(work) {
	const folder = mkdtempSync(join(tmpdir(), 'usagectl-bench-'));
	const helpers = [];
	const start = async (...words) => {
		const child = spawn(process.execPath, words, {stdio: ['ignore', 'pipe', 'inherit']});
		helpers.push(child);
		const [line] = await once(child.stdout, 'data');
		return String(line).trim();
	};
	try {
		return await work({folder, start, at: (...names) => join(folder, ...names)});
	} finally {
		for (const helper of helpers) helper.kill();
		rmSync(folder, {recursive: true, force: true});
	}
}
