// Tries the packed package on each supported Node: installs it into empty folders, with and without the optional engine, and runs
// it. Prints sizes; ends 1 when something does not work: node .ci/nodes.mjs [NODE…]
import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const majors = process.argv.length > 2 ? process.argv.slice(2) : ['20.18.1', '20', '22', '24', '26'];
const folder = mkdtempSync(join(tmpdir(), 'nodes-'));
const run = promisify(execFile);
const npm = async (args, cwd = folder) =>
	(await run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'], {cwd})).stdout;

/** Installs a Node from the registry. */
async function fetchNode(major) {
	const place = join(folder, `node-${major}`);
	mkdirSync(place);
	writeFileSync(join(place, 'package.json'), '{"private": true}');
	const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
	await npm(['install', `${name}@${major}`, '--ignore-scripts'], place);
	return join(place, 'node_modules', name, 'bin');
}

/** Bytes on disk of a folder, and how many packages are in it. */
function measure(path) {
	let [bytes, packages] = [0, 0];
	for (const entry of readdirSync(path, {recursive: true, withFileTypes: true})) {
		const file = join(entry.parentPath ?? entry.path, entry.name);
		if (entry.isFile()) bytes += lstatSync(file).size;
		if (entry.isFile() && entry.name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
			packages++;
	}
	return {megabytes: Math.round(bytes / 1e6), packages};
}

/** Packages with a script that npm would run when they are installed. */
const scripted = path =>
	readdirSync(path, {recursive: true})
		.filter(name => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(`node_modules/${name}`))
		.filter(name => {
			const {scripts = {}} = JSON.parse(readFileSync(join(path, name), 'utf8'));
			return ['preinstall', 'install', 'postinstall'].some(step => step in scripts);
		});

const report = ['--sandbox', 'report', 'current', '--from', '-30d', '-o', 'csv'];
const checks = engine => [
	{words: ['--version'], says: /^\d+\.\d+\.\d+\n$/},
	{words: ['--help'], says: /^usagectl: /},
	{words: ['filter', 'compile', 'country=US and ram>=8GB', '-o', 'json'], says: /"min":8192/},
	engine
		? {words: report, says: /^new,active\n\d+,\d+\n$/}
		: {words: report, code: 2, complains: /^error: .*not installed here\nhint: .*\n$/},
];

/** Installs it as the README says: globally, or without the engine into a folder (npm ignores `--omit` for global installs). */
async function install(prefix, {tarball, engine}) {
	const how = engine ? ['--global'] : ['--omit=optional'];
	await npm(['install', ...how, '--prefix', prefix, tarball]);
	const modules = join(prefix, engine ? 'lib/node_modules' : 'node_modules');
	return {modules, program: join(engine ? join(prefix, 'bin') : join(modules, '.bin'), 'usagectl')};
}

/** Installs the package for one Node and runs the checks. Returns the number of faults. */
async function tryOn({major, nodeBin, tarball, engine}) {
	const prefix = join(folder, `prefix-${major}-${engine ? 'whole' : 'light'}`);
	const env = {PATH: `${nodeBin}:${process.env.PATH}`, HOME: prefix, TZ: 'UTC'};
	mkdirSync(prefix);
	const {modules, program} = await install(prefix, {tarball, engine});
	const faults = checks(engine).flatMap(({words, says = /^$/, code = 0, complains}) => {
		const {stdout, stderr, status} = spawnSync(program, words, {env, encoding: 'utf8'});
		const right = status === code && says.test(stdout) && (!complains || complains.test(stderr));
		return right ? [] : [`usagectl ${words.join(' ')}: exit ${status}\n${stdout.slice(0, 300)}${stderr.slice(0, 600)}`];
	});
	const uses = spawnSync(
		'node',
		[
			'--input-type=module',
			'-e',
			"const {filter, version} = await import('usagectl'); console.log(version, filter('ram>=8GB').canonical)",
		],
		{env: {...env, NODE_PATH: ''}, cwd: join(modules, 'usagectl'), encoding: 'utf8'},
	);
	if (!/ ram>=8GB\n$/.test(uses.stdout)) faults.push(`the library: ${uses.stderr}`);
	const version = execFileSync(join(nodeBin, 'node'), ['--version'], {encoding: 'utf8'}).trim();
	const {megabytes, packages} = measure(modules);
	const scripts = scripted(modules);
	if (scripts.length > 0) faults.push(`install scripts: ${scripts.join(', ')}`);
	if (packages > 65) faults.push(`${packages} packages`);
	console.log(
		`${version.padEnd(10)} ${engine ? 'whole' : 'light'}  ${String(megabytes).padStart(4)} MB  ${String(packages).padStart(3)} packages  ${faults.length === 0 ? 'ok' : 'NOT as it should be'}`,
	);
	for (const fault of faults) console.log(fault.replace(/^/gm, '  '));
	return faults.length;
}

if (!existsSync(join(root, 'dist/main.cjs'))) throw new Error('build first: npm run build');
try {
	const [{filename, size}] = JSON.parse(await npm(['pack', root, '--ignore-scripts', '--json']));
	console.log(`packed: ${filename}, ${Math.round(size / 1000)} kB`);
	let faults = 0;
	for (const major of majors) {
		const nodeBin = await fetchNode(major);
		for (const engine of [true, false])
			faults += await tryOn({major, nodeBin, tarball: join(folder, filename), engine});
	}
	process.exitCode = faults === 0 ? 0 : 1;
} finally {
	rmSync(folder, {recursive: true, force: true});
}
