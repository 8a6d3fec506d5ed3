import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {enumeration} from '../../src/text/wording.ts';
import {judge, lookAt, type Promised, type Step} from './promise.ts';
import {getPromises} from './promises.ts';
import {
	commandFile,
	describeWine,
	type Ended,
	hasConsole,
	nodeVersion,
	prepare,
	starts,
	stopWine,
	toWindows,
	windows,
	withoutStreams,
} from './wine.ts';

/**
 * `npm run windows [-- WORD]`: tries the promises of this folder with Node's build for Windows under Wine, on a sandbox of this
 * machine; with a word only those whose area or text contains it. `--write` writes the table of docs/windows.md. Exits with
 * status 1 if a promise does not hold, and with 0 and "stands aside" if Wine or Node is missing.
 */

const [filter = ''] = process.argv.slice(2).filter(word => !word.startsWith('--'));
const wanted = ['20', '22', '24'];
const missing = prepare(wanted);
if (missing) {
	console.log(`stands aside: ${missing}`);
	process.exit(0);
}

const majors = wanted.filter(starts);
const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'windows-'));
const at = (name: string) => join(folder, name);
execFileSync(process.execPath, [join(root, '.ci/build.mjs')], {stdio: 'ignore'});

const words = 'sandbox serve --port 0 -o json --size 500'.split(' ');
const server = spawn(process.execPath, [join(root, 'bin/usagectl.js'), ...words], {
	env: {PATH: process.env.PATH, HOME: folder, USAGECTL_CONFIG_DIR: at('service')},
	stdio: ['ignore', 'pipe', 'ignore'],
});
const service = JSON.parse(
	await new Promise<string>(done => server.stdout.once('data', chunk => done(String(chunk).split('\n')[0] ?? ''))),
);
const [admin] = service.users;
const product = String(service.products[0].productId);
const today = new Date();
const lastDay = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0)).toISOString().slice(0, 10);
const log = `${product}_exc_${lastDay.slice(0, 7)}-01_to_${lastDay}`;
for (const name of ['profile', 'Usage']) mkdirSync(at(name));
writeFileSync(at('Usage/usagectl.cmd'), commandFile());

const values: Readonly<Record<string, string>> = {
	folder: toWindows(folder),
	slashed: toWindows(folder).replaceAll('\\', '/'),
	user: admin.user,
	password: admin.password,
	base: service.baseUrl,
	product,
	zip: `${log}.zip`,
	csv: `${log}.csv`,
};
const usual = {
	LOCALAPPDATA: '{folder}\\profile',
	USERPROFILE: '{folder}\\profile',
	HOME: '',
	USAGECTL_BASE_URL: '{base}',
	USAGECTL_PRODUCT: '{product}',
};

let found = '';
const fill = (text: string) =>
	text.replace(/\{([a-z]+)\}/g, (all, name) => (name === 'found' ? found : (values[name] ?? all)));
const fillPattern = (pattern: RegExp) =>
	new RegExp(fill(pattern.source).replace(admin.user, admin.user.replaceAll('.', '\\.')), pattern.flags);
const fillMap = (map: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(map).map(([name, text]) => [name, fill(text)]));

async function take(step: Step): Promise<Ended> {
	const {words = '', line, env, code: _code, beside: _beside, says: _says, find, ...options} = step;
	const run = windows(words.split(' ').filter(Boolean).map(fill), folder, {
		...options,
		...(line === undefined ? {} : {line: fill(line)}),
		env: fillMap({...usual, ...env}),
	});
	const ended = await run;
	if (find) found = find.exec(ended.stdout + ended.stderr)?.[1] ?? 'nothing';
	return ended;
}

/** Until the file is there, or what should have made it has ended. */
async function untilThere(name: string, run: Promise<unknown>): Promise<void> {
	let isOver = false;
	run.finally(() => {
		isOver = true;
	});
	while (!isOver && !existsSync(at(name))) await new Promise(done => setTimeout(done, 50));
}

async function takeAll(steps: readonly Step[]): Promise<readonly Ended[]> {
	const runs: Promise<Ended>[] = [];
	for (const step of steps) {
		const run = take(step);
		runs.push(run);
		await (step.beside === undefined ? run : untilThere(step.beside, run));
	}
	return Promise.all(runs);
}

type Seen = Pick<Promised, 'area' | 'promise'> & {readonly wrong: readonly string[]};
const seen: Seen[] = [];
function note({area, promise, wrong}: Seen): void {
	seen.push({area, promise, wrong});
	console.log(`${wrong.length === 0 ? 'held  ' : 'BROKEN'} ${area}: ${promise}`);
	for (const each of wrong) console.log(`       ${each}`);
}

async function keep(promised: Promised): Promise<void> {
	const {area, promise, files = {}, steps, stdout, stderr, hidden, left = {}, keeps} = promised;
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(at(name)), {recursive: true});
		writeFileSync(at(name), typeof content === 'string' ? fill(content) : content);
	}
	const before = keeps ? lookAt(folder, keeps) : [];
	const ended = await takeAll(steps);
	const after = keeps ? lookAt(folder, keeps) : [];
	const filled: Promised = {
		...promised,
		...(stdout ? {stdout: fillPattern(stdout)} : {}),
		...(stderr ? {stderr: fillPattern(stderr)} : {}),
		...(hidden ? {hidden: fillPattern(hidden)} : {}),
		left: Object.fromEntries(Object.entries(left).map(([name, text]) => [fill(name), text])),
	};
	const isKept = !keeps || (before.length > 0 && before.join() === after.join());
	note({area, promise, wrong: [...judge(filled, ended, folder), ...(isKept ? [] : [`${before} is now ${after}`])]});
}

const streams = ['stdin', 'stdout', 'stderr'];
function keepStreams(): void {
	for (const closed of [[], [0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]]) {
		const expected = closed.length > 0 ? 10 : 0;
		const code = withoutStreams(closed);
		const names = enumeration(closed.map(descriptor => streams[descriptor] ?? ''));
		const promise = names
			? `started without ${names}, it exits with status 10 at once`
			: 'started with NUL for each stream, it runs';
		note({area: 'Starting and signing in', promise, wrong: code === expected ? [] : [`ended with ${code}`]});
	}
}

// Those after the login need it.
const isChosen = ({area, promise}: Promised) =>
	`${area} ${promise}`.toLowerCase().includes(filter.toLowerCase()) || promise.startsWith('login');
const isTypeable = hasConsole();
if (!isTypeable) console.log('consoles stand aside: tmux is not installed');
const canRun = ({steps}: Promised) => isTypeable || steps.every(({codePage}) => codePage === undefined);
try {
	if (filter === '') keepStreams();
	for (const promised of getPromises(majors).filter(isChosen).filter(canRun)) await keep(promised);
} finally {
	server.kill();
	stopWine();
	rmSync(folder, {recursive: true, force: true});
}

const broken = seen.filter(({wrong}) => wrong.length > 0).length;
/** A row for each area, which names the promises that do not hold. */
function toTable(): string {
	const rows = [...new Set(seen.map(({area}) => area))].map(name => {
		const promises = seen.filter(({area}) => area === name);
		const notHeld = promises.filter(({wrong}) => wrong.length > 0).map(({promise}) => promise);
		return `| ${name} | ${promises.length} | ${notHeld.length === 0 ? 'held' : `**not held:** ${notHeld.join('; ')}`} |`;
	});
	const nodes = wanted
		.map(major => `${nodeVersion(major)}${majors.includes(major) ? '' : ' (which does not start under this Wine)'}`)
		.join(', ');
	const about = `${seen.length} promises, ${seen.length - broken} held. ${describeWine()}; Windows builds of Node: ${nodes}; areas that name no version were tested with Node 20.`;
	return [about, '', '| Area | Promises | Seen |', '|---|---|---|', ...rows].join('\n');
}
console.log(`\n${seen.length} promises, ${broken} not held`);
if (process.argv.includes('--write')) {
	const path = join(root, 'docs/windows.md');
	const marked = /(<!-- seen -->\n)[\s\S]*(<!-- \/seen -->)/;
	writeFileSync(
		path,
		readFileSync(path, 'utf8').replace(marked, (_, start, end) => `${start}${toTable()}\n${end}`),
	);
}
process.exit(broken > 0 ? 1 : 0);
