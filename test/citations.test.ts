import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {optionTable} from '../src/sandbox/options/option-table.ts';

/** What comments, messages and documents cite can be found in the repository. */
const root = resolve(import.meta.dirname, '..');
const folders = ['.ci', 'bin', 'completions', 'docs', 'src', 'test'];
const isText = (name: string) => /\.(?:[cm]?[jt]s|md|json|bash|fish|ps1|yml)$|\/_usagectl$/.test(name);
const files = [
	...readdirSync(root).filter(name => name.endsWith('.md')),
	...folders
		.filter(name => existsSync(join(root, name)))
		.flatMap(name => readdirSync(join(root, name), {recursive: true, encoding: 'utf8'}).map(file => `${name}/${file}`)),
].filter(name => isText(name) && name !== relative(root, import.meta.filename));
const textOf = (name: string) => readFileSync(join(root, name), 'utf8');

/** The anchor that GitHub makes of a heading. */
const slug = (heading: string) =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');

/** Headings and explicit ids of a document. Headings that repeat are not cited: their anchors change with their order. */
function anchorsOf(name: string): ReadonlySet<string> {
	const text = textOf(name).replace(/^```[\s\S]*?^```$/gm, '');
	const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(match => slug(match[1] ?? ''));
	const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(match => match[1] ?? '');
	const all = [...headings, ...ids];
	return new Set(all.filter(anchor => all.indexOf(anchor) === all.lastIndexOf(anchor)));
}

function fault(path: string, anchor: string | undefined): string | undefined {
	if (!existsSync(join(root, path))) return 'no such file';
	return anchor === undefined || anchorsOf(path).has(anchor) ? undefined : 'no such anchor';
}

test('every citation of a document resolves', () => {
	const faults = files.flatMap(name =>
		[...textOf(name).matchAll(/(?<![\w/.-])((?:docs|test)\/[\w/-]+\.md)(?:#([\w-]+)(?![\w$-]))?/g)].flatMap(
			([cited, path = '', anchor]) => {
				const why = fault(path, anchor);
				return why === undefined ? [] : [`${name}: ${cited}: ${why}`];
			},
		),
	);
	expect(faults).toEqual([]);
});

test('every relative link of a document resolves', () => {
	const links = files
		.filter(name => name.endsWith('.md'))
		.flatMap(name =>
			[...textOf(name).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => ({
				name,
				path: path === '' ? name : join(dirname(name), path),
				anchor,
			})),
		);
	const faults = links.flatMap(({name, path, anchor}) => {
		const why = fault(path, path.endsWith('.md') ? anchor : undefined);
		return why === undefined ? [] : [`${name}: ${path}#${anchor ?? ''}: ${why}`];
	});
	expect(faults).toEqual([]);
});

test('every cited row of test/faults.md exists', () => {
	const rows = new Set([...textOf('test/faults.md').matchAll(/^\| ([A-Z]\d+[a-z]?) \|/gm)].map(match => match[1]));
	const cited = files.flatMap(name =>
		[...textOf(name).matchAll(/test\/faults\.md ([A-Z]\d+)/g)].map(match => `${name}: ${match[1]}`),
	);
	expect(cited.filter(citation => !rows.has(citation.split(': ')[1]))).toEqual([]);
});

test('docs/service.md lists every sandbox option with its default and its values', () => {
	const rows = textOf('docs/service.md').split('\n');
	const missing = optionTable.filter(({id, default: value, values}) => {
		const row = rows.find(line => line.includes(`id="option-${id}"`)) ?? '';
		const expected = 'least' in values ? `| ${value} |` : `| ${values.map(word => `\`${word}\``).join(', ')} |`;
		return !row.includes(expected);
	});
	expect(missing.map(row => row.id)).toEqual([]);
});

/** Documents that were never part of the repository. */
const foreign =
	/service-api|wire-facts|filter-language\.md|\b(?:cli|reliability|performance|style-models|sandbox-study|peers|asks)\.md|design\/architecture/;
test('nothing cites a document that is not in the repository', () => {
	expect(files.filter(name => foreign.test(textOf(name)))).toEqual([]);
});
