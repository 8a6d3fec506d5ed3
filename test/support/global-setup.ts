import {execFile} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';
import type {TestProject} from 'vitest/node';
import {startSandbox} from '../../src/sandbox/start.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** A folder of state with the data of the sandbox that most tests start. */
		readonly sandboxState: string;
	}
}

const root = resolve(import.meta.dirname, '../..');
const changedAt = (path: string) => statSync(join(root, path), {throwIfNoEntry: false})?.mtimeMs ?? 0;

/** True if no source, or script of the build, changed since `dist/` was built. */
function isBuilt(): boolean {
	const sources = ['src', '.ci'].flatMap(folder => [
		folder,
		...readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'}).map(name => join(folder, name)),
	]);
	// What each step of the build writes last.
	const built = ['dist/main.cjs', 'dist/library.cjs', 'dist/types/library.d.ts'].map(changedAt);
	return Math.min(...built) > Math.max(...[...sources, 'package.json', 'package-lock.json'].map(changedAt));
}

const build = () => promisify(execFile)(process.execPath, [join(root, '.ci/build.mjs')]);

/** Builds `dist/` if needed, before any test starts the shipped program, and the data of the sandbox that most tests start. */
export const setup = async ({provide}: TestProject) => {
	const stateDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const starting = startSandbox({seed: 7, size: 500, now: '2026-06-30', stateDir}).then(sandbox => sandbox.close());
	await Promise.all([isBuilt() || build(), starting]);
	provide('sandboxState', stateDir);
	return () => rmSync(stateDir, {recursive: true, force: true});
};
