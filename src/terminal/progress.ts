import type {Clock, Progress, ProgressJob, Spinner} from '../ports.ts';
import {progressText} from './progress-text.ts';

/** Shorter jobs show no spinner: it would only flicker. */
const spinnerDelayMs = 300;
const lineIntervalMs = 30_000;

type Job = Parameters<Progress['start']>[0];

export type ProgressOptions = {
	readonly clock: Clock;
	/** Undefined where stderr is no terminal that can redraw a line. */
	readonly createSpinner: (() => Promise<Spinner>) | undefined;
	/** Without a spinner: write the first line at the first step. */
	readonly atOnce: boolean;
	/** Writes a whole line to stderr. */
	readonly line: (text: string) => void;
};

/** What shows one job. */
type Display = {readonly update: () => void; readonly end: () => void};

/** Writes a line every 30 s, when the job advances. */
function startLines(text: () => string, {clock, line, atOnce}: ProgressOptions): Display {
	let shown = atOnce ? 0 : clock.now().getTime();
	const update = () => {
		const time = clock.now().getTime();
		if (time - shown < lineIntervalMs) return;
		shown = time;
		line(text());
	};
	return {update, end: () => {}};
}

/** Shows a spinner from 300 ms on, even when the job does not advance. */
function startSpinner(
	text: () => string,
	{clock, create}: {readonly clock: Clock; readonly create: () => Promise<Spinner>},
): Display {
	const ended = new AbortController();
	let spinner: Spinner | undefined;
	// ora draws at its own pace; this only sets the text.
	const update = () => spinner?.show(text());
	const appear = async () => {
		await clock.sleep(spinnerDelayMs, ended.signal);
		const created = await create();
		if (ended.signal.aborted) return created.stop();
		spinner = created;
		update();
	};
	// Rejects when the job ends first. A spinner that cannot be loaded is no failure of the run.
	appear().catch(() => {});
	return {
		update,
		end: () => {
			ended.abort();
			spinner?.stop();
		},
	};
}

/** Shows jobs on stderr: a spinner on a terminal, a line every 30 s elsewhere. */
export function createProgress(options: ProgressOptions): Progress {
	const {clock, createSpinner} = options;
	return {
		start: (job: Job): ProgressJob => {
			const begun = clock.now().getTime();
			let done = 0;
			const text = () => progressText(job, done, (clock.now().getTime() - begun) / 1000);
			const {update, end} = createSpinner
				? startSpinner(text, {clock, create: createSpinner})
				: startLines(text, options);
			return {
				advance: by => {
					done += by;
					update();
				},
				end,
			};
		},
	};
}
