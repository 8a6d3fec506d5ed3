import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {started} from './sandbox/support/started.ts';
import {shell} from './support/child.ts';
import {readProjectFile, sectionOf} from './support/reference.ts';

/** The package as npm would publish it, in a folder where nothing else is but what it depends on. */

const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'library-'));
const home = join(folder, 'node_modules/usagectl');
const modules = join(root, 'node_modules');
const sandbox = await started();
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

/** Runs a program there that uses the package, watched as the tool itself is. */
async function node(file: string, text: string) {
	writeFileSync(join(folder, file), text);
	const env = {USAGECTL_PASSWORD: sandbox.admin.password};
	const ended = await shell(`cd '${folder}' && exec '${process.execPath}' ${file}`, env);
	expect(ended).toMatchObject({code: 0});
	return ended;
}

test('the package holds only what runs', () => {
	expect(readdirSync(home).sort()).toEqual([
		'LICENSE',
		'README.md',
		'bin',
		'completions',
		'dist',
		'man',
		'package.json',
	]);
	const files = readdirSync(home, {recursive: true, encoding: 'utf8'});
	expect(files.filter(name => /\.tsbuildinfo$|(?<!\.cjs)\.map$|(?<!\.d)\.ts$|test/.test(name))).toEqual([]);
});

test('what is published is what the list says: no test, no source, no dot file', () => {
	const known =
		/^(package\.json|LICENSE|README\.md|man\/[\w-]+\.1|bin\/(package\.json|[\w-]+\.js)|completions\/[\w.-]+|dist\/((main|engine|chunks\/[\w.-]+)\.cjs(\.map)?|library\.(cjs|mjs)|types\/[\w/.-]+\.d\.[cm]?ts|types\/package\.json|LICENSES\.txt))$/;
	expect(paths.filter(path => !known.test(path))).toEqual([]);
	expect(paths).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'bin/usagectl.js', 'dist/LICENSES.txt']));
});

const example = () => /```ts\n(.*)```/s.exec(sectionOf(readProjectFile('docs/library.md'), 'library'))?.[1] ?? '';

test('the example of docs/library.md runs', async () => {
	const text = example()
		.replace('https://service.example', sandbox.baseUrl)
		.replace('ada@example.com', sandbox.admin.user)
		.replace('12345678901', String(sandbox.product));
	const {stdout, stderr} = await node('example.mjs', text);
	expect(stderr).toBe('');
	expect(stdout).toMatch(/^(\w[\w ]* \d+\n){3,5}licenseKey/);
	expect(stdout).toMatch(/\nlicenseKey,installQuota,installCount\n(.+,\d+,\d+\n){3}\n$/);
});

test('both kinds of modules get the same copy, and a failure is told by its class', async () => {
	const {stdout, stderr} = await node(
		'both.mjs',
		`import {createRequire} from 'node:module';
import * as imported from 'usagectl';
const required = createRequire(import.meta.url)('usagectl');
const failure = await imported.createService({baseUrl: '${sandbox.baseUrl}', user: 'nobody', password: 'wrong-word'})
	.call(imported.endpoints.meta.oldestReportedDate, {}, {product: 1}).catch(error => error);
const {kind, message, details} = failure;
let place;
try { imported.filter('prodVersoin=1') } catch (error) { place = error.details }
console.log(JSON.stringify({
	same: Object.keys(required).every(name => required[name] === imported[name]),
	is: failure instanceof required.UsagectlError, kind, message, code: required.exitCodes[kind],
	shown: (message + details.hint).includes('wrong-word'),
	suggest: place.suggest, column: place.place.column,
	back: imported.print('filter', imported.filter('ram>=8GB and country=US').json),
	said: imported.event('Export/PDF').explanation,
}));`,
	);
	expect(stderr).toBe('');
	expect(JSON.parse(stdout)).toEqual({
		same: true,
		is: true,
		kind: 'auth',
		message: 'not signed in: wrong user or password',
		code: 3,
		shown: false,
		suggest: ['prodVersion'],
		column: 1,
		back: ['ram>=8GB and geography.country=US'],
		said: ["The event 'PDF' (category 'Export')."],
	});
});

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
	const text = (example() + wrong).replace('process.env.USAGECTL_PASSWORD', "'secret'");
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
