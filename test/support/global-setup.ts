import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
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

/** Builds `dist/` once, before any test starts the shipped program, and the data of the sandbox that most tests start. */
export const setup = async ({provide}: TestProject) => {
	const building = promisify(execFile)(process.execPath, [resolve(import.meta.dirname, '../../.ci/build.mjs')]);
	const stateDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
	const starting = startSandbox({seed: 7, size: 500, now: '2026-06-30', stateDir}).then(sandbox => sandbox.close());
	await Promise.all([building, starting]);
	provide('sandboxState', stateDir);
	return () => rmSync(stateDir, {recursive: true, force: true});
};
