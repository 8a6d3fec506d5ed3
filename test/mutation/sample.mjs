import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {parseArgs} from 'node:util';
import {globSync} from 'tinyglobby';
import {describeMutant, instrument, isNoticed, root, share} from './mutants.mjs';

/**
 * How many of all mutants of src/ the tests notice, by a sample: run.mjs and in-process.mjs judge every mutant of an area,
 * of 42,000 lines they cannot.
 *
 *   npm run mutation:sample -- [COUNT] [--seed N] [--minutes M] [--in src/session/lock] [--whole]
 *
 * Every test file runs once on code that notes which mutants it meets. Then each mutant that was drawn is in the code when a
 * process starts (static ones count, too), and those files that meet it are run, the nearest first, until one fails. What
 * none of them meets, or notices within half a minute's worth of tests, survives; with --whole all other tests that meet it
 * are then run, too. What only tests of the built program would notice survives: the true share is rather higher. Hangs are
 * noticed.
 *
 * After M minutes it stops, and goes on when it is started again; new code begins anew, new tests judge survivors again.
 * Of a part alone (the start of its path) all are judged when COUNT is large. Survivors go to reports/mutation/sample.txt.
 */
const string = value => ({type: 'string', default: value});
const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {seed: string('1'), minutes: string('600'), in: string('src/'), whole: {type: 'boolean'}},
});
const count = Number(positionals[0] ?? 300);
const isOver = () => performance.now() > Number(values.minutes) * 60_000;
const out = join(root, 'reports/mutation/sample');
const [codeFolder, coverage, verdictsFile] = ['code', 'coverage', 'verdicts.json'].map(name => join(out, name));
/** The nearest tests of one mutant take no longer together, when nothing is mutated, in milliseconds. */
const nearMs = 30_000;

const hash = text => createHash('sha256').update(text).digest('hex');
const changedAt = test => statSync(join(root, 'test', test)).mtimeMs;
const readJson = (file, absent) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : absent);
function write(file, content) {
	mkdirSync(dirname(file), {recursive: true});
	writeFileSync(file, content);
}

/** Mutants are told by their number in this very code: what is known of other code is thrown away. */
async function prepare() {
	const files = globSync('src/**/*.ts', {cwd: root, absolute: true}).sort();
	const stamp = hash(files.map(file => readFileSync(file, 'utf8')).join('\0'));
	if (readJson(join(out, 'stamp.json')) !== stamp) rmSync(out, {recursive: true, force: true});
	const {contents, mutants} = await instrument(files);
	for (const [file, code] of contents) write(join(codeFolder, relative(root, file)), code);
	write(join(out, 'stamp.json'), JSON.stringify(stamp));
	return mutants;
}

/** Runs tests; true when all pass, 'timeout' when they had to be ended. */
const runTests = (tests, {env, limitMs, args = []}) =>
	new Promise(done => {
		const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/mutation-sample.config.ts'];
		const options = {
			cwd: root,
			env: {...process.env, ...env, JUDGES: tests.join(' ')},
			stdio: 'ignore',
			detached: true,
		};
		const child = spawn(process.execPath, [...vitest, ...args], options);
		const timer = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), limitMs);
		child.on('exit', (code, signal) => {
			clearTimeout(timer);
			done(signal ? 'timeout' : code === 0);
		});
	});

/** Which mutants each test file meets, and how often: {ms, hits}, by its path from test/. */
async function cover(tests) {
	const fileOf = test => join(coverage, `${test}.json`);
	const isKnown = test => existsSync(fileOf(test)) && statSync(fileOf(test)).mtimeMs > changedAt(test);
	const unknown = tests.filter(test => !isKnown(test));
	for (let at = 0; at < unknown.length && !isOver(); at += 8) {
		const some = unknown.slice(at, at + 8);
		console.log(`${tests.length - unknown.length + at} of ${tests.length} test files covered`);
		for (const test of some) write(fileOf(test), JSON.stringify({ms: 0, hits: {}}));
		await runTests(some, {env: {MUTATED: 'src/', COVERAGE: coverage}, limitMs: 600_000});
	}
	if (isOver()) return undefined;
	return new Map(tests.map(test => [test, readJson(fileOf(test))]));
}

/** How far a test is from what it is to judge: parts of the path that they do not share. */
function distance(test, source) {
	const [a, b] = [test.replace('.test.ts', '.ts').split('/'), source.split('/').slice(1)];
	const shared = b.findIndex((part, at) => part !== a[at]);
	return shared < 0 ? 0 : b.length - shared;
}

/** The tests that meet a mutant, the nearest and then the quickest first: as many as the time allows, and the rest. */
function chooseJudges({id, fileName}, covered) {
	const source = relative(root, fileName);
	const judges = [...covered]
		.filter(([, {hits}]) => hits[id])
		.map(([test, {ms}]) => ({test, ms, far: distance(test, source)}));
	const [near, rest] = [[], []];
	let sum = 0;
	for (const judge of judges.sort((a, b) => a.far - b.far || a.ms - b.ms)) {
		const fits = near.length === 0 || sum + judge.ms <= nearMs;
		(fits ? near : rest).push(judge);
		if (fits) sum += judge.ms;
	}
	return {near, rest};
}

async function judge(mutant, judges, covered) {
	if (judges.length === 0) return {verdict: 'uncovered', at: Date.now()};
	const tests = judges.map(({test}) => test);
	const hits = Math.max(...tests.map(test => covered.get(test).hits[mutant.id]));
	const env = {
		MUTATED: relative(root, mutant.fileName),
		__STRYKER_ACTIVE_MUTANT__: mutant.id,
		HIT_LIMIT: String(hits * 100),
	};
	const limitMs = 45_000 + 2 * judges.reduce((sum, {ms}) => sum + ms, 0);
	const end = await runTests(tests, {env, limitMs, args: ['--no-isolate', '--bail=1']});
	return {verdict: end === true ? 'survived' : end === false ? 'killed' : 'timeout', at: Date.now()};
}

const mutants = await prepare();
const order = new Map(mutants.map(({id}) => [id, hash(`${values.seed} ${id}`)]));
const sample = mutants
	.filter(({fileName}) => relative(root, fileName).startsWith(values.in))
	.sort((a, b) => (order.get(a.id) < order.get(b.id) ? -1 : 1))
	.slice(0, count);
const tests = globSync('**/*.test.ts', {cwd: join(root, 'test'), ignore: ['soak/**', 'bench/**']}).sort();
const covered = await cover(tests);
const verdicts = readJson(verdictsFile, {});
/** What is known of a mutant: a survivor stands until one of its judges is newer than the verdict. */
function verdictOf({id}, judges) {
	const known = verdicts[id];
	return known && (isNoticed(known) || judges.every(({test}) => changedAt(test) < known.at)) ? known : undefined;
}
function keep({id}, verdict) {
	verdicts[id] = verdict;
	write(verdictsFile, JSON.stringify(verdicts));
}
for (const mutant of covered ? sample : []) {
	if (isOver()) break;
	const {near} = chooseJudges(mutant, covered);
	if (!verdictOf(mutant, near)) keep(mutant, await judge(mutant, near, covered));
}
for (const mutant of covered && values.whole ? sample : []) {
	if (isOver()) break;
	const {near, rest} = chooseJudges(mutant, covered);
	const known = verdictOf(mutant, [...near, ...rest]);
	if (rest.length === 0 || (known && (isNoticed(known) || known.whole))) continue;
	keep(mutant, {...(await judge(mutant, rest, covered)), whole: true});
}

const judged = sample.filter(({id}) => verdicts[id]);
const byFolder = new Map([['src', []]]);
for (const {id, fileName} of judged) {
	const [, part, ...more] = relative(root, fileName).split('/');
	const folder = more.length > 0 ? `src/${part}` : 'src/*.ts';
	if (!byFolder.has(folder)) byFolder.set(folder, []);
	for (const each of ['src', folder]) byFolder.get(each).push(verdicts[id]);
}
for (const [folder, each] of byFolder) console.log(`${folder.padEnd(14)} ${share(each)}`);
console.log(
	`${judged.length} of ${sample.length} judged${judged.length < sample.length ? ': run it again to go on' : ''}`,
);
const left = judged.filter(({id}) => !isNoticed(verdicts[id]));
write(`${out}.txt`, left.map(each => describeMutant(each, verdicts[each.id].verdict)).join('\n'));
