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

/** Runs a command to its end: milliseconds, peak memory of that process, exit code. */
export const measure = ([program, ...words], env) =>
	new Promise((resolve, reject) => {
		const started = performance.now();
		const child = spawn(program, words, {stdio: ['ignore', 'ignore', 'inherit'], env});
		let peak = 0;
		const timer = setInterval(() => {
			peak = Math.max(peak, readPeak(child.pid));
		}, 20);
		child.on('error', reject);
		child.on('close', code => {
			clearInterval(timer);
			resolve({ms: performance.now() - started, peak, code});
		});
	});

const median = values => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const shuffled = items =>
	items
		.map(item => [Math.random(), item])
		.sort(([a], [b]) => a - b)
		.map(([, item]) => item);

/**
 * Each round starts every command once, in a random order, so that noise hits all alike; the ratio to a base is taken round
 * by round, and its median counts. `before` tidies up ahead of each start. Prints a table; false when a goal is missed.
 */
export const interleave = async (commands, {rounds = 5, env = process.env} = {}) => {
	const results = new Map(commands.map(({name}) => [name, []]));
	for (let round = 0; round <= rounds; round++) {
		for (const {name, words, before} of shuffled(commands)) {
			before?.();
			const result = await measure(words, env);
			if (result.code !== 0) throw new Error(`${name} ended with ${result.code}`);
			// the first round warms the caches
			if (round > 0) results.get(name).push(result);
		}
	}
	let met = true;
	for (const {name, base, goal, memory} of commands) {
		const own = results.get(name);
		const ratio = base ? median(own.map(({ms}, at) => ms / results.get(base)[at].ms)) : 1;
		const peak = Math.max(...own.map(each => each.peak));
		const isMet = (goal === undefined || ratio <= goal) && (memory === undefined || peak <= memory);
		met &&= isMet;
		const goals = [goal && `ratio ≤ ${goal}`, memory && `memory ≤ ${memory} MB`].filter(Boolean).join(', ');
		console.log(
			`${name.padEnd(40)} ${median(own.map(({ms}) => ms))
				.toFixed(0)
				.padStart(
					7,
				)} ms  ${base ? ratio.toFixed(2).padStart(5) : '     '}  ${peak.toFixed(0).padStart(4)} MB  ${goals ? `${isMet ? 'met' : 'MISSED'}: ${goals}` : ''}`,
		);
	}
	return met;
};
