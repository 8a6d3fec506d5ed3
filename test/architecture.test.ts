import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {groupBy} from '../src/text/group-by.ts';

const src = resolve(import.meta.dirname, '../src');

/** Who may import whom: our folders (a file of `src` itself goes by its name) and packages. A new folder fails until it stands here. */
const allowed: Readonly<Record<string, readonly string[]>> = {
	errors: ['text'],
	calendar: [],
	version: [],
	text: ['jsonc-parser'],
	statistics: [],
	release: [
		'archive',
		'calendar',
		'client',
		'contract',
		'errors',
		'language',
		'lines',
		'output',
		'ports',
		'reports',
		'statistics',
		'text',
	],
	why: ['statistics'],
	ports: ['contract', 'errors'],
	'system-clock': ['ports'],
	contract: ['calendar', 'text', 'zod'],
	language: ['text', 'calendar', 'contract', 'errors'],
	client: ['version', 'text', 'calendar', 'contract', 'errors', 'ports', 'session', 'zod', 'undici'],
	files: ['text', 'errors', 'ports'],
	session: ['text', 'calendar', 'contract', 'errors', 'files', 'ports', 'zod', 'conf'],
	output: [
		'text',
		'calendar',
		'statistics',
		'errors',
		'contract',
		'cli-table3',
		'csv-stringify',
		'string-width',
		'echarts',
		'hucre',
	],
	terminal: ['errors', 'files', 'ports', 'ora', '@clack/prompts'],
	keys: [
		'text',
		'calendar',
		'contract',
		'errors',
		'files',
		'ports',
		'output',
		'csv-parse',
		'p-map',
		'hucre',
		'yauzl',
		'yazl',
	],
	archive: [
		'text',
		'statistics',
		'calendar',
		'contract',
		'errors',
		'files',
		'ports',
		'language',
		'output',
		'p-map',
		'yauzl',
		'@duckdb/node-api',
		'@duckdb/node-bindings',
	],
	questions: [
		'lines',
		'version',
		'text',
		'calendar',
		'contract',
		'errors',
		'files',
		'output',
		'ports',
		'zod',
		'yaml',
		'nodemailer',
		'csv-parse',
		'p-map',
		'date-holidays',
	],
	lines: ['text', 'output', 'ports'],
	explore: ['contract', 'language', 'output', 'reports', 'text'],
	recording: ['contract', 'errors', 'files', 'ports', 'zod'],
	sandbox: [
		'text',
		'system-clock',
		'recording',
		'calendar',
		'contract',
		'errors',
		'files',
		'zod',
		'@duckdb/node-api',
		'@duckdb/node-bindings',
		'p-limit',
		'yazl',
	],
	cli: [
		'lines',
		'text',
		'calendar',
		'version',
		'contract',
		'errors',
		'ports',
		'files',
		'language',
		'client',
		'session',
		'output',
		'terminal',
		'keys',
		'archive',
		'questions',
		'recording',
		'reports',
		'commander',
		'zod',
	],
	reports: [
		'lines',
		'why',
		'text',
		'statistics',
		'calendar',
		'contract',
		'errors',
		'files',
		'ports',
		'language',
		'client',
		'session',
		'output',
	],
	api: ['client', 'contract', 'errors', 'output', 'ports', 'reports', 'text', 'zod'],
	doctor: [
		'archive',
		'calendar',
		'client',
		'contract',
		'errors',
		'files',
		'output',
		'ports',
		'reports',
		'session',
		'terminal',
		'text',
	],
	query: [
		'lines',
		'archive',
		'client',
		'contract',
		'errors',
		'files',
		'output',
		'ports',
		'session',
		'questions',
		'text',
	],
	commands: [
		'api',
		'doctor',
		'explore',
		'lines',
		'release',
		'why',
		'reports',
		'query',
		'statistics',
		'text',
		'calendar',
		'version',
		'contract',
		'errors',
		'ports',
		'files',
		'language',
		'client',
		'session',
		'output',
		'terminal',
		'keys',
		'archive',
		'questions',
		'recording',
		'cli',
		'zod',
		'p-map',
	],
	reference: [
		'lines',
		'text',
		'output',
		'version',
		'contract',
		'errors',
		'files',
		'language',
		'session',
		'keys',
		'archive',
		'query',
		'questions',
		'cli',
		'commands',
	],
	mcp: [
		'archive',
		'lines',
		'text',
		'version',
		'contract',
		'errors',
		'files',
		'ports',
		'output',
		'query',
		'terminal',
		'questions',
		'cli',
		'commands',
		'reference',
		'zod',
		'p-limit',
		'@modelcontextprotocol/server',
	],
	'command-groups': ['cli'],
	'command-table': ['command-groups', 'archive', 'cli', 'reports', 'commands', 'reference', 'mcp'],
	library: [
		'calendar',
		'client',
		'contract',
		'errors',
		'language',
		'output',
		'ports',
		'reports',
		'session',
		'system-clock',
		'text',
		'version',
	],
	'engine-main': ['archive', 'errors'],
	main: ['command-table', 'cli', 'ports', 'system-clock', 'output', 'errors', 'terminal', 'client', 'session'],
};

/** Folders whose code is data or pure: no promise may appear in them. */
const synchronous = ['contract', 'language', 'statistics'];

const files = readdirSync(src, {recursive: true, encoding: 'utf8'})
	.filter(name => name.endsWith('.ts'))
	.map(name => join(src, name));
const folder = (file: string) => relative(src, file).split(/[\\/]/)[0]?.replace(/\.ts$/, '') ?? '';
const packageName = (specifier: string) =>
	specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');
const target = (file: string, specifier: string) =>
	specifier.startsWith('.') ? folder(resolve(dirname(file), specifier)) : packageName(specifier);

/** Static imports and re-exports; `import(…)` is an import on demand and counts apart. */
const staticImports = (text: string) =>
	[...text.matchAll(/^(?:import|export)\s(?:[\w*{},\s]+?\sfrom\s+)?'([^']+)'/gm)].map(match => match[1] ?? '');
const lateImports = (text: string) => [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map(match => match[1] ?? '');
/** What may only be loaded on demand, and by whom. */
const onDemand: Readonly<Record<string, readonly string[]>> = {
	cli: ['sandbox', 'archive'],
	commands: ['sandbox', '@duckdb/node-api', '@duckdb/node-bindings'],
	doctor: ['@duckdb/node-api'],
	query: ['sandbox'],
	reference: ['sandbox'],
	main: ['sandbox'],
};

test('the allow-list contains every folder', () => {
	expect([...new Set(files.map(folder))].filter(name => !(name in allowed))).toEqual([]);
});

test('imports follow the allow-list', () => {
	const violations = files.flatMap(file => {
		const own = folder(file);
		const text = readFileSync(file, 'utf8');
		const permitted = (name: string, late: boolean) =>
			name === own || allowed[own]?.includes(name) || (late && onDemand[own]?.includes(name));
		return [
			...staticImports(text).map(specifier => ({specifier, late: false})),
			...lateImports(text).map(specifier => ({specifier, late: true})),
		]
			.filter(({specifier, late}) => !specifier.startsWith('node:') && !permitted(target(file, specifier), late))
			.map(({specifier}) => `${relative(src, file)} → ${specifier}`);
	});
	expect(violations).toEqual([]);
});

/** Who opens files besides `files/`, which opens regular files or waits for a pipe in the event loop. */
const opens: Readonly<Record<string, string>> = {
	'terminal/file-sink.ts': 'a FIFO to write to',
	'sandbox/state/append-log.ts': 'state of this user, synchronously',
	'sandbox/state/data-settings.ts': 'state of this user, synchronously',
};

test('files are opened in one place, so that none makes a thread wait', () => {
	const openers = files.filter(file => {
		const names = [...readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from 'node:fs(?:\/promises)?'/g)];
		return /\b(?:open|openSync|readFile|readFileSync|createReadStream|createWriteStream|promises)\b/.test(
			names.map(([, list]) => list).join(),
		);
	});
	const others = openers.map(file => relative(src, file)).filter(name => !name.startsWith('files/'));
	expect(others.toSorted()).toEqual(Object.keys(opens).toSorted());
});

test('the packages that were chosen for the program are the ones it uses', () => {
	const chosen = ['commander', 'undici', 'zod', 'cli-table3', 'ora', 'conf', 'csv-stringify', 'yauzl'];
	const used = new Set(
		files.flatMap(file => {
			const text = readFileSync(file, 'utf8');
			return [...staticImports(text), ...lateImports(text)].map(packageName);
		}),
	);
	expect(chosen.filter(name => !used.has(name))).toEqual([]);
});

const imported = (file: string) => {
	const text = readFileSync(file, 'utf8');
	return [...staticImports(text), ...lateImports(text)]
		.filter(specifier => specifier.startsWith('.'))
		.map(specifier => resolve(dirname(file), specifier));
};

/** Files from which a file is reached, over any number of imports. */
function reachableFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
	const reached = new Set<string>();
	const open = [...(imports.get(start) ?? [])];
	for (let file = open.pop(); file !== undefined; file = open.pop()) {
		if (reached.has(file)) continue;
		reached.add(file);
		open.push(...(imports.get(file) ?? []));
	}
	return reached;
}

test('no file imports itself through others, not even for types or on demand', () => {
	const imports = new Map(files.map(file => [file, imported(file)]));
	const circular = files.filter(file => reachableFrom(file, imports).has(file));
	expect(circular.map(file => relative(src, file))).toEqual([]);
});

test('folders of the archive use only earlier ones, except that anything may use the fingerprint of a crash', () => {
	const layers = ['zip', 'download', 'sql', 'csv', 'tables', 'records', 'cluster', 'crashes', 'results'];
	const leaves = [
		'fingerprint.ts',
		'stack-symbol.ts',
		'generated-names.ts',
		'unresolved-frame.ts',
		'crash-decisions.ts',
		'followed-fingerprints.ts',
	].map(name => join(src, 'archive/crashes', name));
	const layerOf = (path: string) => {
		const name = relative(join(src, 'archive'), path).split(/[\\/]/)[0] ?? '';
		return leaves.includes(path) || name.endsWith('.ts') ? -1 : layers.indexOf(name);
	};
	const own = files.filter(file => folder(file) === 'archive');
	expect(own.filter(file => dirname(relative(join(src, 'archive'), file)).includes('/'))).toEqual([]);
	const upward = own
		.flatMap(file =>
			imported(file)
				.filter(path => folder(path) === 'archive' && layerOf(path) > layerOf(file))
				.map(path => [file, path]),
		)
		.map(paths => paths.map(path => relative(src, path)).join(' → '));
	expect(upward).toEqual([]);
});

test("only the code that chooses the sandbox's data imports its generator", () => {
	const found = files.filter(
		file =>
			/^sandbox\/(options|faults|files|handlers|html|http|query|store)\//.test(relative(src, file)) &&
			imported(file).some(path => relative(src, path).startsWith('sandbox/seed/')),
	);
	expect(found.map(file => relative(src, file))).toEqual([]);
});

test('folders stay small', () => {
	const counts = new Map<string, number>();
	for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
	const large = [...counts].filter(([, count]) => count > 15);
	expect(large.map(([path, count]) => `${relative(src, path)}: ${count} files`)).toEqual([]);
});

test('file names are unique, except those of commands', () => {
	const places = groupBy(files, file => basename(file));
	const repeated = [...places.values()].filter(
		paths => paths.length > 1 && paths.some(path => folder(path) !== 'commands'),
	);
	expect(repeated.map(paths => paths.map(path => relative(src, path)))).toEqual([]);
});

test('a file of commands exports a command or flags; the others serve several commands', () => {
	const shared = ['archive/ask-records.ts', 'archive/top-by-field.ts', 'keys/key-filters.ts', 'keys/key-preview.ts'];
	const found = files
		.filter(file => folder(file) === 'commands' && !file.endsWith('-flags.ts'))
		.filter(file => !/^export (?:const|function) .*(?:[cC]ommand\b|defineReport)/m.test(readFileSync(file, 'utf8')))
		.map(file => relative(join(src, 'commands'), file));
	expect(found.filter(file => !shared.includes(file))).toEqual([]);
});

test('the domain runs without the shell', () => {
	const found = files
		.filter(file => ['reports', 'query', 'questions', 'release'].includes(folder(file)))
		.flatMap(file => imported(file).map(path => [file, path] as const))
		.filter(([, path]) => ['cli', 'commands'].includes(folder(path)));
	expect(found.map(paths => paths.map(path => relative(src, path)).join(' → '))).toEqual([]);
});

test('pure folders contain no promises', () => {
	const found = files.filter(
		file => synchronous.includes(folder(file)) && /\basync\b|\bawait\b|\bPromise\b/.test(readFileSync(file, 'utf8')),
	);
	expect(found.map(file => relative(src, file))).toEqual([]);
});

test('only main files and adapters read the process', () => {
	const found = files.filter(file => {
		const name = relative(src, file);
		return (
			// The library for choices reads the terminal of the process itself.
			!['main.ts', 'engine-main.ts', 'terminal/choice-prompt.ts'].includes(name) &&
			/\bprocess\.(argv|env|exit|stdin|stdout|stderr|cwd|on)\b/.test(readFileSync(file, 'utf8'))
		);
	});
	expect(found.map(file => relative(src, file))).toEqual([]);
});

test('only one file renames files, with the rule for files that another program has open', () => {
	const found = files.filter(file => /\b(rename|link)(Sync)?\(\w+, /.test(readFileSync(file, 'utf8')));
	expect(found.map(file => relative(src, file))).toEqual(['files/platform.ts']);
});

test('files stay short', () => {
	const long = files
		.map(file => [relative(src, file), readFileSync(file, 'utf8').split('\n').length - 1] as const)
		.filter(([, lines]) => lines > 250);
	expect(long).toEqual([]);
});

test('hints begin in lower case and end without a full stop, because they follow a colon', () => {
	const found = files.flatMap(file =>
		[...readFileSync(file, 'utf8').matchAll(/\bhint(?: =|:) (['`])((?:(?!\1).)+)\1/g)]
			.map(([, , text = '']) => text)
			.filter(text => /^[A-Z][a-z]/.test(text) || /[a-z]\.$/.test(text))
			.map(text => `${relative(src, file)}: ${text}`),
	);
	expect(found).toEqual([]);
});
