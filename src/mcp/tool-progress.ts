import type {Progress} from '../ports.ts';
import {progressText} from '../terminal/progress-text.ts';

/** The least milliseconds between two messages. */
const interval = 500;
/** The milliseconds between messages about a pending call: clients give up on a silent one. */
const heartbeat = 5000;

/** `step` grows with each message. */
export type SendProgress = (step: number, message: string) => void;

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
