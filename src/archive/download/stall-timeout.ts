import {CliError} from '../../errors.ts';

export type StallTimeout = {
	/** Is aborted when the time is over. */
	readonly signal: AbortSignal;
	/** Starts the time again, because bytes have arrived. */
	readonly refresh: () => void;
	readonly end: () => void;
};

/** Aborts a transfer that pauses for too long. */
export function createStallTimeout(timeoutMs: number): StallTimeout {
	const controller = new AbortController();
	const fail = () =>
		controller.abort(
			new CliError('network', `the download host sent nothing for ${timeoutMs / 1000} s`, {
				hint: 'try again later, or allow more time with --timeout',
				code: 'timeout',
				retryable: true,
			}),
		);
	const timer = setTimeout(fail, timeoutMs);
	return {signal: controller.signal, refresh: () => void timer.refresh(), end: () => clearTimeout(timer)};
}
