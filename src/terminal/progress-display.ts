import type {Clock, JobDescription, Progress, Spinner} from '../ports.ts';
import {progressText, span} from './progress-text.ts';

/** In milliseconds. For shorter jobs and waits a spinner would only flicker. */
const jobDelayMs = 300;
const waitDelayMs = 500;
const tickMs = 1000;
const lineIntervalMs = 30_000;

export type ProgressOptions = {
	readonly clock: Clock;
	readonly createSpinner: (() => Promise<Spinner>) | undefined;
	/** Without a spinner, writes the first line at the first step. */
	readonly atOnce: boolean;
	readonly line: (text: string) => void;
};

type Display = {readonly update: () => void; readonly end: () => void};

/** Writes a line every 30 s while the job advances. */
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

type SpinnerOptions = {
	readonly clock: Clock;
	readonly create: () => Promise<Spinner>;
	readonly delayMs: number;
};

/** Shows a spinner after a delay, even if the job does not advance. */
function startSpinner(text: () => string, {clock, create, delayMs}: SpinnerOptions): Display {
	const ended = new AbortController();
	let spinner: Spinner | undefined;
	let timer: NodeJS.Timeout | undefined;
	// ora draws at its own pace; this only sets the text.
	const update = () => spinner?.show(text());
	const appear = async () => {
		await clock.sleep(delayMs, ended.signal);
		const created = await create();
		if (ended.signal.aborted) return created.stop();
		spinner = created;
		update();
		timer = setInterval(update, tickMs).unref();
	};
	// Rejects if the job ends first. A spinner that cannot be loaded does not fail the run.
	appear().catch(() => {});
	return {
		update,
		end: () => {
			ended.abort();
			clearInterval(timer);
			spinner?.stop();
		},
	};
}

/** If several things are awaited at once, shows the first one. */
function createWait({clock, createSpinner: create}: ProgressOptions, isBusy: () => boolean): Progress['wait'] {
	const awaited = new Map<symbol, () => string>();
	let display: Display | undefined;
	const text = () => awaited.values().next().value?.() ?? '';
	return what => {
		if (!create || isBusy()) return () => {};
		const begun = clock.now().getTime();
		const id = Symbol();
		awaited.set(id, () => `${what}, ${span((clock.now().getTime() - begun) / 1000)}`);
		display ??= startSpinner(text, {clock, create, delayMs: waitDelayMs});
		return () => {
			awaited.delete(id);
			if (awaited.size > 0) return;
			display?.end();
			display = undefined;
		};
	};
}

export function createProgress(options: ProgressOptions): Progress {
	const {clock, createSpinner} = options;
	const jobs = new Set<JobDescription>();
	return {
		wait: createWait(options, () => jobs.size > 0),
		start: job => {
			jobs.add(job);
			const begun = clock.now().getTime();
			let done = 0;
			const text = () => progressText(job, done, (clock.now().getTime() - begun) / 1000);
			const {update, end} = createSpinner
				? startSpinner(text, {clock, create: createSpinner, delayMs: jobDelayMs})
				: startLines(text, options);
			return {
				advance: by => {
					done += by;
					update();
				},
				end: () => {
					jobs.delete(job);
					end();
				},
			};
		},
	};
}
