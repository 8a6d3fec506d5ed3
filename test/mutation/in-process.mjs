import {fork} from 'node:child_process';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, relative, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {parseArgs} from 'node:util';
import {rolldown} from 'rolldown';
import {globSync} from 'tinyglobby';
import {areas} from './areas.mjs';
import {describeMutant, instrument, root} from './mutants.mjs';

/**
 * The mutants of run.mjs, judged in one process: code and tests become one file, in which one mutant after the other is
 * switched on. Minutes in place of hours, for code without side effects. Mutants that act only while modules are loaded are
 * counted as static and not judged.
 *
 *   npm run mutation:pure -- language
 *   npm run mutation:pure -- language src/language/segment src/language/kinds.ts
 *   npm run mutation:pure -- --mutate 'src/keys/journal.ts' --tests 'keys/journal.test.ts'
 *
 * Survivors go to reports/mutation/pure/survivors.txt.
 */
const out = resolve(root, 'reports/mutation/pure');
const harness = resolve(import.meta.dirname, 'harness.mjs');
const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {mutate: {type: 'string', multiple: true}, tests: {type: 'string', multiple: true}},
});
const pureAreas = Object.fromEntries(Object.entries(areas).filter(([, {pure}]) => pure !== false));
const [areaName, ...parts] = positionals;
const area = pureAreas[areaName];
const expand = (patterns = [], cwd = root) =>
	globSync(patterns, {cwd, absolute: true, expandDirectories: false}).sort();
/** A part of an area is a file, or a folder. */
const isWanted = file =>
	parts.length === 0 || parts.some(part => !relative(resolve(root, part), file).startsWith('..'));
const files = expand(values.mutate ?? area?.mutate).filter(isWanted);
const tests = expand(values.tests ?? area?.tests, resolve(root, 'test'));
if (files.length === 0 || tests.length === 0) {
	console.error(
		`usage: npm run mutation:pure -- ${Object.keys(pureAreas).join('|')} [FILE|FOLDER…], or --mutate GLOB --tests GLOB`,
	);
	process.exit(2);
}

/** Code with all its mutants in it, and the tests, as one file. */
async function bundle() {
	const {contents, mutants} = await instrument(files);
	const importAll = tests.map(file => `import ${JSON.stringify(file)};\n`).join('');
	const built = await rolldown({
		input: 'entry',
		platform: 'node',
		external: id => /^[@a-z]/.test(id) && id !== 'entry' && id !== 'vitest',
		plugins: [
			{
				name: 'mutants',
				resolveId: id => ({entry: id, vitest: harness})[id],
				load: id => {
					if (id === 'entry') return `${importAll}import {main} from ${JSON.stringify(harness)}; await main();`;
					if (!id.endsWith('.ts')) return undefined;
					const code = (contents.get(id) ?? readFileSync(id, 'utf8'))
						.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
						.replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
						.replaceAll("toMatchFileSnapshot('", `toMatchFileSnapshot('${dirname(id)}/`);
					return {code, moduleType: 'ts'};
				},
			},
		],
	});
	mkdirSync(out, {recursive: true});
	await built.write({dir: out, format: 'esm', entryFileNames: 'entry.mjs', codeSplitting: false});
	return mutants;
}

/** No single mutant takes longer than this, unless it hangs the process. */
const longestMs = 60_000;

/** Lets a process judge all that has no verdict yet; one that hangs or crashes it leaves the rest to the next process. */
const judge = (mutants, verdicts) =>
	new Promise(done => {
		const env = {...process.env, TZ: 'UTC', NO_COLOR: '1'};
		const child = fork(resolve(out, 'entry.mjs'), {cwd: root, env});
		let current;
		let timer;
		child.on('message', ({ready, failing, begins, id, verdict}) => {
			if (failing) {
				console.error(`${ready ? 'without a mutant' : 'after the mutants'} a test fails: ${failing}`);
				process.exitCode = 1;
			}
			if (ready && failing) child.kill();
			else if (ready) child.send(mutants.map(mutant => mutant.id).filter(each => !verdicts.has(each)));
			clearTimeout(timer);
			current = begins;
			if (begins) timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
			if (id) verdicts.set(id, verdict);
			if (id && verdicts.size % 500 === 0) console.log(`${verdicts.size} of ${mutants.length}`);
		});
		child.on('exit', () => {
			clearTimeout(timer);
			if (current) verdicts.set(current, 'timeout');
			done();
		});
	});

const mutants = await bundle();
const verdicts = new Map();
while (verdicts.size < mutants.length && !process.exitCode) await judge(mutants, verdicts);
const counts = new Map([['all', {}]]);
for (const {id, fileName} of mutants) {
	const name = relative(root, fileName);
	if (!counts.has(name)) counts.set(name, {});
	for (const count of [counts.get('all'), counts.get(name)])
		count[verdicts.get(id)] = (count[verdicts.get(id)] ?? 0) + 1;
}
for (const [name, {killed = 0, timeout = 0, survived = 0, uncovered = 0, ...rest}] of counts) {
	const judged = killed + timeout + survived + uncovered;
	const share = ((100 * (killed + timeout)) / judged).toFixed(1);
	console.log(`${share} %  ${name}`, {killed, timeout, survived, uncovered, ...rest});
}
const left = mutants.filter(({id}) => ['survived', 'uncovered'].includes(verdicts.get(id)));
writeFileSync(resolve(out, 'survivors.txt'), left.map(each => describeMutant(each, verdicts.get(each.id))).join('\n'));
