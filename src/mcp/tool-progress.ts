import type {Progress} from '../ports.ts';
import {progressText} from '../terminal/progress-text.ts';

/** Milliseconds between two messages. */
const interval = 500;
/** While a call is awaited: clients give up on one that says nothing. */
const heartbeat = 5000;

/** Sends one message; the step grows with each. */
export type SendProgress = (step: number, message: string) => void;

/** Progress of a command as messages to the client. */
export function createToolProgress(send: SendProgress, now: () => Date): Progress {
	let step = 0;
	let last = Number.NEGATIVE_INFINITY;
	const say = (text: string) => {
		const time = now().getTime();
		if (time - last < interval) return;
		last = time;
		send(++step, text);
	};
	return {
		start: job => {
			const begun = now().getTime();
			let done = 0;
			say(job.what);
			return {
				advance: by => {
					done += by;
					say(progressText(job, done, (now().getTime() - begun) / 1000));
				},
				end: () => {},
			};
		},
		wait: what => {
			say(what);
			const timer = setInterval(() => say(what), heartbeat).unref();
			return () => clearInterval(timer);
		},
	};
}
