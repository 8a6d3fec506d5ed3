// The gate that every commit on main passes: `npm run check`, and `.ci/run` on a clean checkout. First the suite, as README gives it,
// then everything else, as many steps at a time as there are cores. Prints what a step says only if it fails.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {availableParallelism} from 'node:os';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

// The longest first.
const steps = [
	'npm run package',
	'node .ci/nodes.mjs',
	'npm run pictures -- --check',
	'npm run types',
	'npm run lint',
	'npx knip',
	'npx publint --strict',
];
// Waits for the network, so it runs beside the others.
const beside = 'node .ci/signatures.mjs';
// Builds dist/ again, which other steps read.
const last = 'npm run demo';

const seconds = since => `${Math.round((performance.now() - since) / 1000)} s`;
const start = (line, stdio) => spawn(line, {cwd: root, shell: true, stdio});

/** Runs a command line, and prints its output if it fails, else the lines that say what was skipped. Returns true if it succeeds. */
async function passes(line) {
	const since = performance.now();
	const child = start(line, ['ignore', 'pipe', 'pipe']);
	const output = [];
	for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk));
	const [code] = await once(child, 'close');
	console.log(`gate: ${line}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds(since)})`);
	const text = Buffer.concat(output).toString();
	const shown = code === 0 ? text.replace(/^(?!.*\bskipped\b).*\n?/gm, '') : text;
	process.stdout.write(shown);
	return code === 0;
}

async function passesSuite() {
	const since = performance.now();
	const [code] = await once(start('npm test', 'inherit'), 'close');
	console.log(`gate: npm test: ${code === 0 ? 'ok' : 'FAILED'} (${seconds(since)})`);
	return code === 0;
}

async function passesAll() {
	const waiting = [...steps];
	const results = [];
	const work = async () => {
		for (let line = waiting.shift(); line !== undefined; line = waiting.shift()) results.push(await passes(line));
	};
	const workers = Array.from({length: availableParallelism()}, work);
	results.push(await passes(beside));
	await Promise.all(workers);
	return results.every(Boolean) && (await passes(last));
}

const since = performance.now();
const passed = (await passesSuite()) && (await passesAll());
console.log(`gate: ${passed ? 'passed' : 'FAILED'} (${seconds(since)})`);
process.exitCode = passed ? 0 : 1;
