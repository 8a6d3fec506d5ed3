// Time and memory that a user feels: npm run bench -- [start keys reports files archive sandbox] [--quick] [--rounds N]
//   [--node PATH …] [--write]
// Measures with each Node that is named, prints a table for each, and with --write puts the tables into docs/benchmarks.md.
// Ends 1 when a goal is missed.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {cpus, totalmem} from 'node:os';
import {parseArgs} from 'node:util';

const groups = {
	start: () => import('./start.mjs'),
	keys: () => import('./keys.mjs'),
	reports: () => import('./reports.mjs'),
	files: () => import('./files.mjs'),
	archive: () => import('./archive.mjs'),
	sandbox: () => import('./sandbox.mjs'),
};

const {values: options, positionals} = parseArgs({
	allowPositionals: true,
	options: {
		quick: {type: 'boolean', default: false},
		rounds: {type: 'string'},
		node: {type: 'string', multiple: true, default: [process.execPath]},
		write: {type: 'boolean', default: false},
	},
});
const chosen = positionals.length > 0 ? positionals : Object.keys(groups);
const unknown = chosen.filter(name => !(name in groups));
if (unknown.length > 0) throw new Error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);
const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));

const isMissed = ({median, goal}) => median > goal;
const format = value => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
const head = ['Work', 'Median', 'Quartiles', 'Goal'];
const cellsOf = row => {
	if (row.skipped) return [row.what, '', '', `skipped: ${row.skipped}`];
	const {what, unit, median, low, high, goal} = row;
	const verdict = goal === undefined ? '' : `≤ ${goal}${isMissed(row) ? ', missed' : ''}`;
	return [what, `${format(median)} ${unit}`, low === high ? '' : `${format(low)}–${format(high)}`, verdict];
};

/** A table in Markdown with columns of one width. */
function toTable(rows) {
	const lines = [head, ...rows.map(cellsOf)];
	const widths = head.map((_, at) => Math.max(...lines.map(line => line[at].length)));
	const toLine = line => `| ${line.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
	const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`;
	return [toLine(lines[0]), rule, ...lines.slice(1).map(toLine)].join('\n');
}

async function measureAll(node) {
	const rows = [];
	for (const name of chosen) {
		const {measure} = await groups[name]();
		rows.push(...(await measure({node, rounds, quick: options.quick})));
	}
	const version = execFileSync(node, ['--version'], {encoding: 'utf8'}).trim();
	return {rows, text: `### Node ${version.slice(1)}\n\n${toTable(rows)}\n`};
}

function writeFigures(texts) {
	const path = new URL('../../docs/benchmarks.md', import.meta.url);
	const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`;
	const day = new Date().toISOString().slice(0, 10);
	const figures = `Measured on ${day}, ${rounds} rounds: ${machine}.\n\n${texts.join('\n')}`;
	const marked = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;
	writeFileSync(
		path,
		readFileSync(path, 'utf8').replace(marked, (_, start, end) => `${start}${figures}${end}`),
	);
}

const measured = [];
for (const node of options.node) {
	const result = await measureAll(node);
	console.log(result.text);
	measured.push(result);
}
if (options.write) writeFigures(measured.map(({text}) => text));
if (measured.some(({rows}) => rows.some(isMissed))) process.exitCode = 1;
