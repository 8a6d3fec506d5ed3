// Every goal of speed and memory, in one run: npm run bench -- [S L U Z R E F B] [--quick] [--rounds N] [--readme]
// Prints a table, adds what it measured to reports/bench.json (with --quick it does not), and with --readme writes the figures
// of that file into the README. Ends 1 when a goal is missed.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {cpus, totalmem} from 'node:os';
import {parseArgs} from 'node:util';

const groups = {
	S: {title: 'Start-up', load: () => import('./start.mjs')},
	L: {title: 'Keys out', load: () => import('./keys-list.mjs')},
	U: {title: 'Keys in', load: () => import('./keys-update.mjs')},
	Z: {title: 'Files', load: () => import('./files.mjs')},
	R: {title: 'Reports', load: () => import('./reports.mjs')},
	E: {title: 'Exceptions', load: () => import('./exceptions.mjs')},
	F: {title: 'Filters', load: () => import('./language.mjs')},
	B: {title: 'Sandbox', load: () => import('./sandbox.mjs')},
};

const {values: options, positionals} = parseArgs({
	allowPositionals: true,
	options: {
		quick: {type: 'boolean', default: false},
		rounds: {type: 'string'},
		readme: {type: 'boolean', default: false},
	},
});
const chosen = positionals.length > 0 ? positionals : Object.keys(groups);
const unknown = chosen.filter(name => !(name in groups));
if (unknown.length > 0)
	throw new Error(`no such group: ${unknown.join(', ')}; there are ${Object.keys(groups).join(', ')}`);
const rounds = Number(options.rounds ?? (options.quick ? 2 : 5));

const digits = value => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
const isMissed = ({median, goal}) => median > goal;
const verdictOf = row => (row.skipped ? `skipped: ${row.skipped}` : isMissed(row) ? 'MISSED' : 'met');
const cellsOf = row => [
	row.id,
	row.what,
	...(row.skipped
		? ['', '', '', '']
		: [
				`${digits(row.median)} ${row.unit}`,
				row.low === row.high ? '' : `${digits(row.low)}–${digits(row.high)}`,
				`≤ ${row.goal}`,
				row.limit === undefined ? '' : String(row.limit),
			]),
	verdictOf(row),
];
const head = ['Goal', 'Work', 'Median', 'Quartiles', 'Asked for', 'By hand', ''];

function print(rows) {
	const lines = [head, ...rows.map(cellsOf)];
	const widths = head.map((_, at) => Math.max(...lines.map(line => line[at].length)));
	for (const line of lines)
		console.log(
			line
				.map((cell, at) => cell.padEnd(widths[at]))
				.join('  ')
				.trimEnd(),
		);
}

const machine = () =>
	`${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}, Node ${process.versions.node}`;
const reports = new URL('../../reports/', import.meta.url);
const file = new URL('bench.json', reports);

function readKept() {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return {};
	}
}

/** Groups measured earlier keep their figures. */
function keep(measured) {
	const groupsKept = {...readKept().groups, ...measured};
	mkdirSync(reports, {recursive: true});
	writeFileSync(file, `${JSON.stringify({machine: machine(), groups: groupsKept}, null, '\t')}\n`);
}

const markdown = rows =>
	[head, head.map(() => '---'), ...rows.map(cellsOf)].map(cells => `| ${cells.join(' | ')} |`).join('\n');

function writeReadme() {
	const {machine: where, groups: kept = {}} = readKept();
	const path = new URL('../../README.md', import.meta.url);
	const rows = Object.keys(groups).flatMap(name => kept[name]?.rows ?? []);
	const day = Object.values(kept)
		.map(({day: when}) => when)
		.sort()
		.at(-1);
	const text = `Measured on ${day}: ${where}. Times are ratios to the work named behind the stroke, taken in turns.\n\n${markdown(rows)}\n`;
	const marked = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;
	writeFileSync(
		path,
		readFileSync(path, 'utf8').replace(marked, (_, start, end) => `${start}${text}${end}`),
	);
}

const measured = {};
for (const name of chosen) {
	console.log(`\n${groups[name].title}, ${rounds} rounds`);
	const {measure} = await groups[name].load();
	const rows = await measure({rounds, quick: options.quick});
	print(rows);
	measured[name] = {day: new Date().toISOString().slice(0, 10), rounds, rows};
	if (!options.quick) keep({[name]: measured[name]});
}
if (options.readme) writeReadme();
const missed = Object.values(measured).flatMap(({rows}) => rows.filter(isMissed));
console.log(
	missed.length === 0 ? '\nevery goal is met' : `\nmissed: ${missed.map(({id, what}) => `${id} ${what}`).join('; ')}`,
);
process.exitCode = missed.length === 0 ? 0 : 1;
