// Checks what the registry has signed of the installed packages. Without the internet it says so: the check sums of the lock file,
// which `npm ci` compares, then stand alone.
import {spawnSync} from 'node:child_process';

const {stdout} = spawnSync('npm', ['audit', 'signatures', '--json'], {
	encoding: 'utf8',
	stdio: ['ignore', 'pipe', 'ignore'],
});
const {error, invalid = [], missing = []} = JSON.parse(stdout || '{"error":{"code":"npm gave no answer"}}');
const namesOf = packages => packages.map(({name, version}) => `${name}@${version}`).join(', ');

if (error) process.stderr.write(`signatures: skipped, ${error.code}\n`);
if (missing.length > 0) process.stderr.write(`signatures: the registry has none of ${namesOf(missing)}\n`);
if (invalid.length > 0) {
	process.stderr.write(`signatures: wrong ones of ${namesOf(invalid)}\n`);
	process.exitCode = 1;
}
