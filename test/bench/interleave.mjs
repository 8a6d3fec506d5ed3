import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';

/** Highest resident size so far, in MB (Linux). */
const readPeak = pid => {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
	} catch {
		return 0;
	}
};

/** Runs a command to its end: milliseconds, peak memory of that process in MB, exit code. */
const run = ([program, ...words], {env, sampleMs}) =>
	new Promise((resolve, reject) => {
		const started = performance.now();
		const child = spawn(program, words, {stdio: ['ignore', 'ignore', 'pipe'], env});
		let peak = 0;
		const timer = setInterval(() => {
			peak = Math.max(peak, readPeak(child.pid));
		}, sampleMs);
		let said = '';
		child.stderr.on('data', chunk => {
			said += chunk;
		});
		child.on('error', reject);
		child.on('close', code => {
			clearInterval(timer);
			resolve({ms: performance.now() - started, peak, code, said});
		});
	});

const shuffled = items =>
	items
		.map(item => [Math.random(), item])
		.sort(([a], [b]) => a - b)
		.map(([, item]) => item);

/** Median and quartiles of a list of numbers. */
export const spreadOf = values => {
	const sorted = values.toSorted((a, b) => a - b);
	const at = part => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
	return {median: at(0.5), low: at(0.25), high: at(0.75)};
};

/**
 * Each round starts every command once, in a random order, so that noise hits all alike; a ratio to another command is taken
 * round by round. A command is {name, words, before?, against?, code?}: `before` tidies up ahead of each start, `against` has the
 * names of other commands with the goal of the ratio, `code` is the exit code when all is well. With `warm` a round that does not
 * count comes first. Memory is read every `sampleMs`; 0 for never, where runs are so short that it would disturb them. Returns the
 * results by name: {ms, peak}, each a list with one figure per round.
 */
export const interleave = async (commands, {rounds = 5, env = process.env, sampleMs = 20, warm = true} = {}) => {
	const results = new Map(commands.map(({name}) => [name, []]));
	for (let round = warm ? 0 : 1; round <= rounds; round++) {
		for (const {name, words, before, code = 0} of shuffled(commands)) {
			before?.();
			const result = await run(words, {env, sampleMs: sampleMs || 2 ** 30});
			if (result.code !== code) throw new Error(`${name} ended with ${result.code}: ${result.said}`);
			// A round ahead of the others warms the caches.
			if (round > 0) results.get(name).push(result);
		}
	}
	return new Map(
		[...results].map(([name, own]) => [name, {ms: own.map(({ms}) => ms), peak: own.map(({peak}) => peak)}]),
	);
};

export const ratioOf = (results, name, other) => results.get(name).ms.map((ms, at) => ms / results.get(other).ms[at]);

const toRatioRow = (results, name, [other, goal]) =>
	results.has(other)
		? {what: `${name} / ${other}`, unit: '×', goal: goal ?? undefined, ...spreadOf(ratioOf(results, name, other))}
		: {what: `${name} / ${other}`, skipped: 'not installed'};

/** Rows of the table: the ratios of a command to others and its peak memory, with the goals that are set for them. */
export const rowsOf = (commands, results) =>
	commands.flatMap(({name, against = {}, memory}) => {
		const {peak} = results.get(name);
		const highest = Math.max(...peak);
		return [
			...Object.entries(against).map(other => toRatioRow(results, name, other)),
			...(memory === undefined
				? []
				: [
						{
							what: `${name}: peak memory`,
							unit: 'MB',
							goal: memory,
							median: highest,
							low: Math.min(...peak),
							high: highest,
						},
					]),
		];
	});
