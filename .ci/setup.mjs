// Makes a fresh clone ready: installs the packages of package-lock.json unless they are there, and builds `dist/` with `--build`.
// Works offline after the first time. It uses Node's own modules only, since nothing is installed yet when it starts.
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';

const root = new URL('..', import.meta.url);
const windows = process.platform === 'win32';

function step(what, command, args) {
	process.stderr.write(`setup: ${what}\n`);
	const {status, error} = spawnSync(command, args, {cwd: root, stdio: ['ignore', 2, 2], shell: windows});
	if (status === 0) return;
	process.stderr.write(`setup: failed: ${command} ${args.join(' ')}${error ? ` (${error.message})` : ''}\n`);
	process.exit(1);
}

function readPackages(path) {
	try {
		return JSON.parse(readFileSync(new URL(path, root), 'utf8')).packages;
	} catch {
		return {};
	}
}

/** Compares the lock file with the record that npm keeps of what it installed; optional packages may be left out. */
function isInstalled() {
	const installed = readPackages('node_modules/.package-lock.json');
	return Object.entries(readPackages('package-lock.json')).every(
		([path, {version, optional}]) => path === '' || optional || installed[path]?.version === version,
	);
}

if (!isInstalled()) {
	step('installing the packages of package-lock.json (about 20 s the first time) …', 'npm', [
		'ci',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
		'--ignore-scripts',
		// Also inside `npm install --global` and where NODE_ENV is production.
		'--global=false',
		'--include=dev',
	]);
}
if (process.argv.includes('--build')) step('building dist/ …', process.execPath, ['.ci/build.mjs']);
