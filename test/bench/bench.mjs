// Time and memory that a user feels: npm run bench -- [start keys reports files archive sandbox] [--quick] [--rounds N]
//   [--node PATH …] [--write]
// Measures with each Node that is named, prints a table for each, and with --write puts one table of all into docs/benchmarks.md.
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
const rounds = Number(options.rounds ?? (options.quick ? 2 : 3));

const isMissed = ({median, goal}) => median > goal;
const format = value => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
function toCell(row) {
	if (row === undefined || row.skipped) return row ? `skipped: ${row.skipped}` : '';
	const {unit, median, low, high} = row;
	const spread = low === high ? '' : ` (${format(low)}–${format(high)})`;
	return `${format(median)} ${unit}${spread}${isMissed(row) ? ', missed' : ''}`;
}

/** A goal that differs between Nodes is shown for each. */
function toGoal(rows) {
	const goals = rows.map(row => row?.goal);
	if (goals.every(goal => goal === undefined)) return '';
	return `≤ ${(new Set(goals).size === 1 ? goals.slice(0, 1) : goals).map(goal => goal ?? '–').join(' / ')}`;
}

/** A table in Markdown with columns of one width: what each Node took for each work. */
function toTable(measured) {
	const works = [...new Set(measured.flatMap(({rows}) => rows.map(({what}) => what)))];
	const lines = [
		['Work', 'Goal', ...measured.map(({version}) => `Node ${version}`)],
		...works.map(work => {
			const rows = measured.map(each => each.rows.find(({what}) => what === work));
			return [work, toGoal(rows), ...rows.map(toCell)];
		}),
	];
	const widths = lines[0].map((_, at) => Math.max(...lines.map(line => line[at].length)));
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
	return {rows, version: execFileSync(node, ['--version'], {encoding: 'utf8'}).trim().slice(1)};
}

function writeFigures(table) {
	const path = new URL('../../docs/benchmarks.md', import.meta.url);
	const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}`;
	const day = new Date().toISOString().slice(0, 10);
	const figures = `Measured on ${day}, ${rounds} rounds: ${machine}.\n\n${table}\n`;
	const marked = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;
	writeFileSync(
		path,
		readFileSync(path, 'utf8').replace(marked, (_, start, end) => `${start}${figures}${end}`),
	);
}

const measured = [];
for (const node of options.node) {
	measured.push(await measureAll(node));
	console.log(`${toTable(measured.slice(-1))}\n`);
}
if (options.write) writeFigures(toTable(measured));
if (measured.some(({rows}) => rows.some(isMissed))) process.exitCode = 1;
