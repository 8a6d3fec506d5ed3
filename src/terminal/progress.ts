import type {Clock, Progress, ProgressJob, Spinner} from '../ports.ts';
import {progressText} from './progress-text.ts';

/** A spinner that comes sooner flickers; ora costs 20 ms to load. */
const firstShownMs = 300;
const lineEveryMs = 30_000;
const drawEveryMs = 100;

type Job = Parameters<Progress['start']>[0];

export type ProgressPlace = {
	readonly clock: Clock;
	/** On a terminal that can redraw a line. */
	readonly createSpinner: (() => Promise<Spinner>) | undefined;
	/** Off a terminal: a line at the first step already. */
	readonly atOnce: boolean;
	/** Off a terminal: whole lines on stderr. */
	readonly line: (text: string) => void;
};

type Face = {readonly draw: () => void; readonly end: () => void};

/** One line every 30 s, while the job goes on. */
function startLines(text: () => string, {clock, line, atOnce}: ProgressPlace): Face {
	let shown = atOnce ? 0 : clock.now().getTime();
	const draw = () => {
		const time = clock.now().getTime();
		if (time - shown < lineEveryMs) return;
		shown = time;
		line(text());
	};
	return {draw, end: () => {}};
}

/** A line in place, from 300 ms on, also when nothing advances. */
function startSpinner(
	text: () => string,
	{clock, create}: {readonly clock: Clock; readonly create: () => Promise<Spinner>},
): Face {
	const ended = new AbortController();
	let spinner: Spinner | undefined;
	let shown = 0;
	const draw = () => {
		const time = clock.now().getTime();
		if (!spinner || time - shown < drawEveryMs) return;
		shown = time;
		spinner.show(text());
	};
	const appear = async () => {
		await clock.sleep(firstShownMs, ended.signal);
		const created = await create();
		if (ended.signal.aborted) return created.stop();
		spinner = created;
		draw();
	};
	// Rejects when the job ends before anything was shown; a spinner that cannot be loaded is no reason to fail.
	appear().catch(() => {});
	return {
		draw,
		end: () => {
			ended.abort();
			spinner?.stop();
		},
	};
}

/** Shows jobs on stderr: in place on a terminal after 300 ms, elsewhere one line every 30 s. */
export function createProgress(place: ProgressPlace): Progress {
	const {clock, createSpinner} = place;
	return {
		start: (job: Job): ProgressJob => {
			const begun = clock.now().getTime();
			let done = 0;
			const text = () => progressText(job, done, (clock.now().getTime() - begun) / 1000);
			const {draw, end} = createSpinner ? startSpinner(text, {clock, create: createSpinner}) : startLines(text, place);
			return {
				advance: by => {
					done += by;
					draw();
				},
				end,
			};
		},
	};
}
