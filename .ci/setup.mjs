// Makes a fresh clone ready: installs what package-lock.json names, once per lock file, and says what it does.
// `--build` also builds `dist/`. Works offline after the first time. Plain Node: nothing is installed when it starts.
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, readFileSync, writeFileSync} from 'node:fs';

const root = new URL('..', import.meta.url);
const stamp = new URL('node_modules/.usagectl-setup', root);
const lock = createHash('sha256')
	.update(readFileSync(new URL('package-lock.json', root)))
	.digest('hex');
const windows = process.platform === 'win32';

function step(what, command, args) {
	process.stderr.write(`setup: ${what}\n`);
	const {status, error} = spawnSync(command, args, {cwd: root, stdio: ['ignore', 2, 2], shell: windows});
	if (status === 0) return;
	process.stderr.write(`setup: failed: ${command} ${args.join(' ')}${error ? ` (${error.message})` : ''}\n`);
	process.exit(1);
}

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
	step('installing the packages of package-lock.json (about 20 s the first time) …', 'npm', [
		'ci',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
		'--ignore-scripts',
	]);
	writeFileSync(stamp, lock);
}
if (process.argv.includes('--build')) step('building dist/ …', process.execPath, ['.ci/build.mjs']);
