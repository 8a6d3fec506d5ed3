// Prints the bill of materials (CycloneDX) of what is needed to run. It is made from a lock file without the tools: `npm sbom --omit dev`
// leaves out packages that a tool needs too.
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const read = name => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const {devDependencies: _, ...manifest} = read('package.json');
const lock = read('package-lock.json');
const {devDependencies: __, ...root} = lock.packages[''];
const needed = Object.entries(lock.packages).filter(([path, {dev}]) => path !== '' && !dev);

const temporary = mkdtempSync(join(tmpdir(), 'usagectl-sbom-'));
// npm names the bill after the folder.
const folder = join(temporary, manifest.name);
try {
	mkdirSync(folder);
	const write = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
	write('package.json', manifest);
	write('package-lock.json', {...lock, packages: {'': root, ...Object.fromEntries(needed)}});
	const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
	process.exitCode =
		spawnSync('npm', words, {cwd: folder, stdio: 'inherit', shell: process.platform === 'win32'}).status ?? 1;
} finally {
	rmSync(temporary, {recursive: true});
}
