import {CliError} from '../../errors.ts';

/** Ends a transfer in which nothing comes any more; `touch` says that something came. */
export function createStallWatch(timeoutMs: number) {
	const controller = new AbortController();
	const fail = () =>
		controller.abort(
			new CliError('network', `nothing came from the download host for ${timeoutMs / 1000} s`, {
				hint: 'try again later, or give it more time with --timeout',
				code: 'timeout',
				retryable: true,
			}),
		);
	const timer = setTimeout(fail, timeoutMs);
	return {signal: controller.signal, touch: () => void timer.refresh(), end: () => clearTimeout(timer)};
}
