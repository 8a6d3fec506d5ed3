import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {build as esbuild} from 'esbuild';
import {build as rolldown} from 'rolldown';
import {afterAll, beforeAll, expect, onTestFinished, test} from 'vitest';
import {commandTree} from '../../src/command-table.ts';
import {readAll} from '../support/disk/folders.ts';
import {libraryExample, readProjectFile} from '../support/program/reference.ts';

/** The package as npm would publish it, in a folder where nothing else is but what it depends on (npm run package). */

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'package-'));
const home = join(folder, 'node_modules/usagectl');
const modules = join(root, 'node_modules');
let tarball = '';
let paths: readonly string[] = [];

beforeAll(() => {
	const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
		cwd: root,
		encoding: 'utf8',
	});
	const [{filename, files}] = JSON.parse(packed);
	tarball = join(folder, filename);
	paths = files.map(({path}: {path: string}) => path);
	mkdirSync(home, {recursive: true});
	execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
	const {dependencies} = JSON.parse(readProjectFile('package.json'));
	for (const name of [...Object.keys(dependencies), '@types/node', 'undici-types']) {
		const link = join(folder, 'node_modules', name);
		mkdirSync(dirname(link), {recursive: true});
		symlinkSync(join(modules, name), link);
	}
});
afterAll(() => rmSync(folder, {recursive: true, force: true}));

test('the package holds only what runs', () => {
	expect(readdirSync(home).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'completions', 'dist', 'package.json']);
	const files = readdirSync(home, {recursive: true, encoding: 'utf8'});
	expect(files.filter(name => /\.tsbuildinfo$|(?<!\.cjs)\.map$|(?<!\.d)\.ts$|\btest\b/.test(name))).toEqual([]);
});

test('the package holds a man page for each command, where npm looks for them', () => {
	const {directories} = JSON.parse(readProjectFile('package.json'));
	const names = commandTree.commands
		.filter(({hidden}) => !hidden)
		.map(({path}) => `usagectl-${path.replaceAll(' ', '-')}.1`);
	expect(readdirSync(join(home, directories.man)).sort()).toEqual(['usagectl.1', ...names].sort());
});

test('what is published is what the list says: no test, no source, no dot file', () => {
	const known =
		/^(package\.json|LICENSE|README\.md|bin\/(package\.json|[\w-]+\.js)|completions\/[\w.-]+|dist\/((main|engine|chunks\/[\w.-]+)\.cjs(\.map)?|library\.(cjs|mjs)|types\/[\w/.-]+\.d\.[cm]?ts|types\/package\.json|man\/usagectl[\w-]*\.1|LICENSES\.txt))$/;
	expect(paths.filter(path => !known.test(path))).toEqual([]);
	expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'bin/usagectl.js', 'dist/LICENSES.txt']));
});

const uses = "filter('ram >= 8GB').canonical, renderText(datasetOf([{day: new Date(0)}]), 'csv')";
const entries = {
	'in.mjs': `import {datasetOf, filter, renderText} from 'usagectl';\nPromise.all([${uses}]).then(console.log);\n`,
	'in.cjs': `const {datasetOf, filter, renderText} = require('usagectl');\nPromise.all([${uses}]).then(console.log);\n`,
};
const bundlers: Readonly<Record<string, (entry: string, file: string) => Promise<unknown>>> = {
	esbuild: (entry, outfile) =>
		esbuild({entryPoints: [entry], outfile, bundle: true, platform: 'node', logLevel: 'error'}),
	rolldown: (input, file) => rolldown({input, platform: 'node', output: {file, codeSplitting: false}}),
};

/** A bundle runs where no package is installed. */
test.each(Object.keys(bundlers).flatMap(name => Object.keys(entries).map(entry => [name, entry] as const)))(
	'%s bundles the library with its defaults for Node: %s',
	async (name, entry) => {
		writeFileSync(join(folder, entry), entries[entry as keyof typeof entries]);
		const alone = mkdtempSync(join(tmpdir(), 'bundled-'));
		onTestFinished(() => rmSync(alone, {recursive: true, force: true}));
		const file = join(alone, name === 'esbuild' ? 'bundle.cjs' : 'bundle.mjs');
		await bundlers[name]?.(join(folder, entry), file);
		const {stdout, stderr} = spawnSync(process.execPath, [file], {cwd: alone, encoding: 'utf8'});
		expect({stdout, stderr}).toEqual({stdout: "[ 'ram>=8GB', 'day\\n1970-01-01T00:00:00.000Z\\n' ]\n", stderr: ''});
	},
);

const wrong = `
// @ts-expect-error a member that the operation does not have
service.call(endpoints.meta.oldestReportedDate, {nonsense: 1});
// @ts-expect-error no format
void renderText(datasetOf([]), 'xml');
`;

/** No top-level await in CommonJS. */
const inFunction = (text: string) => {
	const [first, ...rest] = text.split('\n');
	return `${first}\nexport const run = async () => {\n${rest.join('\n')}\n};\n`;
};

test('types hold for a consumer of either kind', () => {
	const text = (libraryExample() + wrong).replace('process.env.USAGECTL_PASSWORD', "'secret'");
	const files = ['consumer.mts', 'consumer.cts'];
	for (const file of files) writeFileSync(join(folder, file), file.endsWith('.cts') ? inFunction(text) : text);
	const module = ['--module', 'node16', '--moduleResolution', 'node16', '--types', 'node'];
	const {stdout, status} = spawnSync(
		process.execPath,
		[
			...[join(modules, 'typescript/bin/tsc'), '--strict', '--exactOptionalPropertyTypes', '--noEmit'],
			...['--target', 'es2022', ...module, ...files],
		],
		{cwd: folder, encoding: 'utf8'},
	);
	expect({stdout, status}).toEqual({stdout: '', status: 0});
});

test('attw finds nothing, in bundlers either (publint: npm run check)', () => {
	const attw = spawnSync(process.execPath, [join(modules, '@arethetypeswrong/cli/dist/index.js'), tarball], {
		encoding: 'utf8',
	});
	expect({status: attw.status, stdout: attw.status === 0 ? '' : attw.stdout}).toEqual({status: 0, stdout: ''});
});

test('the package has no script that npm runs when it is installed', () => {
	const {scripts} = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
	expect(Object.keys(scripts).filter(name => /^(?:pre|post)?install$|^(?:pre|post)?prepare$/.test(name))).toEqual([]);
});

/** npm itself says which versions of Node it does not support. */
const isAboutNpm = (line: string) => /EBADENGINE|npm v\d+\S* does not support|Unknown \w+ config/.test(line);
const runNpm = (version: string, words: readonly string[]) =>
	spawnSync('npx', ['--yes', `npm@${version}`, ...words], {cwd: folder, encoding: 'utf8', timeout: 120_000});

// The oldest that comes with a supported Node, and the newest.
test.for(['10', '12'])('npm %s installs the package without a warning', {timeout: 300_000}, (version, {skip}) => {
	if (runNpm(version, ['ping']).status !== 0) skip(`npm ${version} or the registry cannot be reached`);
	const prefix = mkdtempSync(join(tmpdir(), 'installed-'));
	onTestFinished(() => rmSync(prefix, {recursive: true, force: true}));
	const flags = ['--prefix', prefix, '--omit=optional', '--no-audit', '--no-fund'];
	const {status, stderr} = runNpm(version, ['install', '--global', ...flags, tarball]);
	const said = stderr.split('\n').filter(line => line !== '' && !isAboutNpm(line));
	expect({status, said}).toEqual({status: 0, said: []});
	const {version: own} = JSON.parse(readProjectFile('package.json'));
	expect(execFileSync(join(prefix, 'bin/usagectl'), ['--version'], {encoding: 'utf8'})).toBe(`${own}\n`);
});

test('two builds are the same bytes', () => {
	const built = mkdtempSync(join(folder, 'built-'));
	const env = {...process.env, NODE_PATH: join(root, 'node_modules')};
	execFileSync(process.execPath, ['.ci/build.mjs', built], {cwd: root, env});
	const [first, second] = [readAll(join(root, 'dist')), readAll(built)];
	expect(Object.keys(second).sort()).toEqual(Object.keys(first).sort());
	// Source maps lead from where they lie to the sources: another way from another folder.
	const code = Object.keys(first).filter(path => !path.endsWith('.map'));
	expect(code.filter(path => !first[path]?.equals(second[path] as Buffer))).toEqual([]);
});
