import {execFileSync} from 'node:child_process';
import {resolve} from 'node:path';

/** Builds `dist/` once, before any test starts the shipped program. */
export const setup = () => {
	execFileSync(process.execPath, [resolve(import.meta.dirname, '../../.ci/build.mjs')], {stdio: 'inherit'});
};
