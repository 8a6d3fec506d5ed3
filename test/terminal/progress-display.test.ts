import {expect, test} from 'vitest';
import type {Clock, Spinner} from '../../src/ports.ts';
import {createProgress} from '../../src/terminal/progress-display.ts';
import {progressText} from '../../src/terminal/progress-text.ts';

test.each([
	[{what: 'keys', total: 10_000, unit: 'keys'}, 2000, 2, 'keys: 2,000 of 10,000 keys (20 %), 1,000/s, 8 s left'],
	[
		{what: '7_exc_2026-10.zip', total: 3_221_225_472, unit: 'bytes'},
		1_610_612_736,
		10,
		'7_exc_2026-10.zip: 1.5 GB of 3.0 GB (50 %), 153.6 MB/s, 10 s left',
	],
	[{what: 'rows', unit: 'rows'}, 1_234_567, 4000, 'rows: 1,234,567 rows, 309/s'],
	[{what: 'checking', total: 5}, 0, 3, 'checking'],
	[{what: 'files', total: 4000, unit: 'files'}, 1, 7, 'files: 1 of 4,000 files (0 %), 0/s, 7 h 46 min left'],
	[{what: 'done', total: 2}, 2, 1, 'done: 2 of 2 (100 %), 2/s'],
] as const)('%o after %i', (job, done, seconds, text) => {
	expect(progressText(job, done, seconds)).toBe(text);
});

/** A clock whose sleepers wake when it is told; `tick` lets what they set off run on. */
function steppedClock() {
	let time = 0;
	const sleepers: {at: number; wake: () => void}[] = [];
	const clock: Clock = {
		now: () => new Date(time),
		sleep: (milliseconds, signal) =>
			new Promise((resolve, reject) => {
				sleepers.push({at: time + milliseconds, wake: resolve});
				signal?.addEventListener('abort', () => reject(signal.reason));
			}),
	};
	const tick = async (milliseconds: number) => {
		time += milliseconds;
		for (const {at, wake} of sleepers) if (at <= time) wake();
		await new Promise(setImmediate);
	};
	return {clock, tick};
}

test('shows nothing on a terminal before 300 ms, then the text of each step', async () => {
	const {clock, tick} = steppedClock();
	const shown: string[] = [];
	let made = 0;
	const createSpinner = async (): Promise<Spinner> => {
		made++;
		return {show: text => shown.push(text), clear: () => {}, stop: () => shown.push('stopped')};
	};
	const job = createProgress({clock, createSpinner, atOnce: false, line: () => {}}).start({what: 'x', total: 9});
	await tick(299);
	job.advance(1);
	expect(made).toBe(0);
	await tick(1);
	expect(shown).toEqual(['x: 1 of 9 (11 %), 3/s, 2 s left']);
	for (let step = 0; step < 5; step++) {
		await tick(30);
		job.advance(1);
	}
	job.end();
	expect(shown.slice(-2)).toEqual(['x: 6 of 9 (66 %), 13/s, 0 s left', 'stopped']);
});

test('does not load a spinner for a shorter job, and leaves none if the job ends while it loads', async () => {
	const {clock, tick} = steppedClock();
	let stopped = 0;
	let arrive: (spinner: Spinner) => void = () => {};
	const spinners: Promise<Spinner>[] = [];
	const createSpinner = () => {
		const spinner = new Promise<Spinner>(resolve => {
			arrive = resolve;
		});
		spinners.push(spinner);
		return spinner;
	};
	const progress = createProgress({clock, createSpinner, atOnce: false, line: () => {}});
	progress.start({what: 'short'}).end();
	await tick(500);
	expect(spinners).toHaveLength(0);
	const job = progress.start({what: 'long'});
	await tick(500);
	job.end();
	arrive({show: () => {}, clear: () => {}, stop: () => stopped++});
	await tick(0);
	expect(stopped).toBe(1);
});

test('writes a line every 30 s without a terminal, or at once if requested', async () => {
	const {clock, tick} = steppedClock();
	const lines: string[] = [];
	const place = {clock, createSpinner: undefined, line: (text: string) => lines.push(text)};
	const job = createProgress({...place, atOnce: false}).start({what: 'x', unit: 'rows'});
	for (let second = 0; second < 61; second++) {
		await tick(1000);
		job.advance(10);
	}
	job.end();
	expect(lines).toEqual(['x: 300 rows, 10/s', 'x: 600 rows, 10/s']);
	await tick(100_000);
	createProgress({...place, atOnce: true})
		.start({what: 'y'})
		.advance(1);
	expect(lines.at(-1)).toBe('y: 1');
});

test('shows what is awaited after half a second, with the time: the first of several, and only without a job', async () => {
	const {clock, tick} = steppedClock();
	const shown: string[] = [];
	const createSpinner = async (): Promise<Spinner> => ({
		show: text => shown.push(text),
		clear: () => {},
		stop: () => shown.push('stopped'),
	});
	const {start, wait} = createProgress({clock, createSpinner, atOnce: false, line: () => {}});
	const endQuick = wait('quick');
	await tick(499);
	endQuick();
	await tick(10_000);
	expect(shown).toEqual([]);
	const ends = [wait('a report'), wait('another')];
	await tick(2500);
	expect(shown).toEqual(['a report, 3 s']);
	for (const end of ends) end();
	expect(shown).toEqual(['a report, 3 s', 'stopped']);
	const job = start({what: 'uploading'});
	await tick(299);
	wait('a batch')();
	const end = wait('the next batch');
	await tick(5000);
	end();
	job.end();
	expect(shown.slice(2)).toEqual(['uploading', 'stopped']);
	const last = wait('the end');
	await tick(500);
	last();
	expect(shown.slice(4)).toEqual(['the end, 1 s', 'stopped']);
	createProgress({clock, createSpinner: undefined, atOnce: true, line: text => shown.push(text)}).wait(
		'nobody looks',
	)();
	expect(shown).toHaveLength(6);
});
