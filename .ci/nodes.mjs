// Tries the packed package on the oldest Node that it supports and on the newest one, with and without the optional engine. Other
// versions: node .ci/nodes.mjs 22 24. Skips what the registry does not give, and says so. Exits with status 1 if something fails.
import {execFile, spawnSync} from 'node:child_process';
import {existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.length > 2 ? process.argv.slice(2) : ['20.18.1', 'latest'];
const folder = mkdtempSync(join(tmpdir(), 'nodes-'));

async function npm(args, cwd = folder) {
	const words = [...args, '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
	return (await promisify(execFile)('npm', words, {cwd})).stdout;
}

/** Installs a Node from the registry and returns the folder of its program, or undefined if that is not possible. */
async function fetchNode(version) {
	const place = join(folder, `node-${version}`);
	mkdirSync(place);
	writeFileSync(join(place, 'package.json'), '{"private": true}');
	const name = `node-${process.platform}-${process.arch}`;
	try {
		await npm(['install', `${name}@${version}`, '--ignore-scripts'], place);
		return join(place, 'node_modules', name, 'bin');
	} catch {
		console.log(`Node ${version}: skipped, the registry does not give ${name}@${version}`);
		return undefined;
	}
}

/** Installs the package as README says: globally, or without the engine into a folder, as npm ignores `--omit` for global installs. */
async function install(tarball, isWhole) {
	const prefix = join(folder, isWhole ? 'whole' : 'light');
	mkdirSync(prefix);
	await npm(['install', isWhole ? '--global' : '--omit=optional', '--prefix', prefix, tarball]);
	const modules = join(prefix, isWhole ? 'lib/node_modules' : 'node_modules');
	return {prefix, isWhole, modules, program: join(isWhole ? join(prefix, 'bin') : join(modules, '.bin'), 'usagectl')};
}

const report = ['--sandbox', 'report', 'current', '--from', '-30d', '-o', 'csv'];
const checksOf = isWhole => [
	{words: ['--version'], stdout: /^\d+\.\d+\.\d+\n$/},
	{words: ['--help'], stdout: /^usagectl: /},
	{words: ['filter', 'check', 'ram>=8GB and country=US'], stdout: /\bram>=8GB\b/},
	isWhole
		? {words: report, stdout: /^new,active\n\d+,\d+\n$/}
		: {words: report, code: 2, stderr: /^error: .*DuckDB, which is not installed\nhint: /},
];
const library =
	"const {filter, version} = await import('usagectl'); console.log(version, filter('ram>=8GB').canonical)";

/** Runs an installed package on a Node. Returns what fails. */
function findFailures({prefix, isWhole, modules, program}, nodeBin) {
	const env = {PATH: `${nodeBin}:${process.env.PATH}`, HOME: prefix, TZ: 'UTC'};
	const failures = checksOf(isWhole).flatMap(({words, code = 0, stdout = /^$/, stderr = /^/}) => {
		const ended = spawnSync(program, words, {env, encoding: 'utf8'});
		return ended.status === code && stdout.test(ended.stdout) && stderr.test(ended.stderr)
			? []
			: [
					`usagectl ${words.join(' ')}: status ${ended.status}\n${ended.stdout.slice(0, 300)}${ended.stderr.slice(0, 600)}`,
				];
	});
	const imported = spawnSync('node', ['--input-type=module', '-e', library], {
		env,
		cwd: join(modules, 'usagectl'),
		encoding: 'utf8',
	});
	return / ram>=8GB\n$/.test(imported.stdout) ? failures : [...failures, `the library: ${imported.stderr}`];
}

/** Measures an installed package, and finds the packages with a script that npm would run when they are installed. */
function inspect({modules}) {
	const files = readdirSync(modules, {recursive: true}).map(name => join(modules, name));
	const manifests = files.filter(name => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(name));
	const hasScript = name => {
		const {scripts = {}} = JSON.parse(readFileSync(name, 'utf8'));
		return ['preinstall', 'install', 'postinstall'].some(step => step in scripts);
	};
	const sizes = files.map(name => lstatSync(name)).filter(stats => stats.isFile());
	const megabytes = Math.round(sizes.reduce((sum, {size}) => sum + size, 0) / 1e6);
	return {megabytes, packages: manifests.length, scripted: manifests.filter(hasScript)};
}

function tell(what, failures) {
	console.log(`${what}: ${failures.length === 0 ? 'ok' : 'FAILED'}`);
	for (const failure of failures) console.log(failure.replace(/^/gm, '  '));
	if (failures.length > 0) process.exitCode = 1;
}

async function tryNodes() {
	const nodes = (await Promise.all(wanted.map(fetchNode))).filter(Boolean);
	if (nodes.length === 0) return;
	const [{filename}] = JSON.parse(await npm(['pack', root, '--ignore-scripts', '--json']));
	const installed = await Promise.all([true, false].map(isWhole => install(join(folder, filename), isWhole)));
	for (const each of installed) {
		const name = each.isWhole ? 'with the engine' : 'without the engine';
		const {megabytes, packages, scripted} = inspect(each);
		tell(
			`${name}, ${packages} packages, ${megabytes} MB`,
			scripted.map(path => `runs a script when installed: ${path}`),
		);
		for (const nodeBin of nodes) {
			const version = spawnSync(join(nodeBin, 'node'), ['--version'], {encoding: 'utf8'}).stdout.trim();
			tell(`${name}, Node ${version}`, findFailures(each, nodeBin));
		}
	}
}

if (!existsSync(join(root, 'dist/main.cjs'))) throw new Error('build first: npm run build');
try {
	await tryNodes();
} finally {
	rmSync(folder, {recursive: true, force: true});
}
