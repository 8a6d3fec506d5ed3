import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {expect, test} from 'vitest';

const src = resolve(import.meta.dirname, '../src');

/** Who may import whom: our folders (a file of `src` itself goes by its name) and packages. A new folder fails until it stands here. */
const allowed: Readonly<Record<string, readonly string[]>> = {
	errors: [],
	wording: [],
	'near-names': ['wording'],
	mistakes: ['errors', 'near-names', 'wording'],
	calendar: [],
	'group-by': [],
	'html-text': [],
	'json-text': ['jsonc-parser'],
	ports: ['contract', 'errors'],
	'system-clock': ['ports'],
	contract: ['calendar', 'zod'],
	language: ['group-by', 'calendar', 'wording', 'near-names', 'json-text', 'contract', 'errors'],
	client: ['near-names', 'contract', 'errors', 'ports', 'session', 'zod', 'undici'],
	files: ['errors', 'near-names', 'ports'],
	session: ['calendar', 'near-names', 'contract', 'errors', 'files', 'ports', 'zod', 'conf'],
	output: [
		'group-by',
		'wording',
		'html-text',
		'near-names',
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
		'calendar',
		'wording',
		'near-names',
		'json-text',
		'contract',
		'errors',
		'files',
		'ports',
		'output',
		'csv-parse',
		'p-map',
	],
	archive: [
		'group-by',
		'calendar',
		'near-names',
		'contract',
		'errors',
		'files',
		'ports',
		'output',
		'p-map',
		'yauzl',
		'@duckdb/node-api',
		'@clickhouse/client',
		'trino-client',
		'wording',
	],
	questions: [
		'group-by',
		'calendar',
		'wording',
		'near-names',
		'contract',
		'errors',
		'files',
		'output',
		'ports',
		'zod',
		'yaml',
	],
	recording: ['contract', 'errors', 'files', 'ports', 'zod'],
	sandbox: [
		'group-by',
		'system-clock',
		'wording',
		'recording',
		'calendar',
		'html-text',
		'near-names',
		'json-text',
		'contract',
		'errors',
		'files',
		'zod',
		'@duckdb/node-api',
		'echarts',
		'p-limit',
		'yazl',
	],
	commands: [
		'group-by',
		'wording',
		'calendar',
		'mistakes',
		'near-names',
		'json-text',
		'contract',
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
		'errors',
		'ports',
		'version',
		'zod',
		'p-map',
		// help, complete and completion: they are given the tree that the table is
		'program',
		'reference',
	],
	mcp: [
		'near-names',
		'commands',
		'contract',
		'errors',
		'output',
		'ports',
		'program',
		'questions',
		'reference',
		'terminal',
		'version',
		'zod',
		'p-limit',
		'@modelcontextprotocol/server',
	],
	reference: ['session', 'contract', 'commands', 'language', 'program', 'errors', 'version', 'commander'],
	version: [],
	library: [
		'calendar',
		'client',
		'contract',
		'errors',
		'language',
		'output',
		'ports',
		'session',
		'system-clock',
		'version',
	],
	program: ['mistakes', 'near-names', 'commands', 'contract', 'errors', 'ports', 'output', 'commander', 'zod'],
	run: [
		'calendar',
		'wording',
		'mistakes',
		'recording',
		'commands',
		'files',
		'contract',
		'client',
		'session',
		'output',
		'terminal',
		'program',
		'reference',
		'errors',
		'ports',
		'version',
	],
	'engine-main': ['archive', 'errors'],
	main: [
		'run',
		'ports',
		'system-clock',
		'output',
		'errors',
		'terminal',
		'client',
		'session',
		'commands',
		'program',
		'reference',
	],
};

/** Folders whose code is data or pure: no promise may appear in them. */
const synchronous = ['contract', 'language'];

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
	commands: ['sandbox', 'reference', 'program', 'mcp', '@duckdb/node-api'],
	main: ['sandbox'],
	run: ['sandbox', 'archive'],
};

test('every folder stands in the allow-list', () => {
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

test('no file imports itself over others, for types or on demand either', () => {
	const imports = new Map(files.map(file => [file, imported(file)]));
	const circular = files.filter(file => reachableFrom(file, imports).has(file));
	expect(circular.map(file => relative(src, file))).toEqual([]);
});

test('folders stay small', () => {
	const counts = new Map<string, number>();
	for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
	const large = [...counts].filter(([, count]) => count > 15);
	expect(large.map(([path, count]) => `${relative(src, path)}: ${count} files`)).toEqual([]);
});

test('pure folders hold no promise', () => {
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
			!['main.ts', 'engine-main.ts', 'terminal/choose.ts'].includes(name) &&
			/\bprocess\.(argv|env|exit|stdin|stdout|stderr|cwd|on)\b/.test(readFileSync(file, 'utf8'))
		);
	});
	expect(found.map(file => relative(src, file))).toEqual([]);
});

test('only one file gives files another name, with the rule for files that another program holds', () => {
	const found = files.filter(file => /\b(rename|link)(Sync)?\(\w+, /.test(readFileSync(file, 'utf8')));
	expect(found.map(file => relative(src, file))).toEqual(['files/platform.ts']);
});

test('files stay short', () => {
	const long = files
		.map(file => [relative(src, file), readFileSync(file, 'utf8').split('\n').length - 1] as const)
		.filter(([, lines]) => lines > 250);
	expect(long).toEqual([]);
});

test('hints begin with a small letter and end without a stop, as they stand behind a colon', () => {
	const found = files.flatMap(file =>
		[...readFileSync(file, 'utf8').matchAll(/\bhint(?: =|:) (['`])((?:(?!\1).)+)\1/g)]
			.map(([, , text = '']) => text)
			.filter(text => /^[A-Z][a-z]/.test(text) || /[a-z]\.$/.test(text))
			.map(text => `${relative(src, file)}: ${text}`),
	);
	expect(found).toEqual([]);
});
