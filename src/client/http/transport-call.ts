import {once} from 'node:events';
import type {TransportOptions} from '../../ports.ts';
import {
	ConnectError,
	createTimeoutFailure,
	createTooLargeFailure,
	type Phase,
	toNetworkFailure,
} from './network-failure.ts';

/** A call under one deadline, which ends if the run is interrupted or the body is too large. */
export class TransportCall {
	readonly #url: URL;
	readonly #options: TransportOptions;
	readonly #open: Set<TransportCall>;
	readonly #controller = new AbortController();
	readonly #timer: NodeJS.Timeout;
	#phase: Phase = 'headers';

	/** The call is in `open` until its end. */
	constructor(url: URL, options: TransportOptions, open = new Set<TransportCall>()) {
		this.#url = url;
		this.#options = options;
		this.#open = open.add(this);
		this.#timer = setTimeout(this.#abort, options.deadlineMs);
		if (options.signal?.aborted) this.#abort();
		options.signal?.addEventListener('abort', this.#abort, {once: true});
	}

	readonly #abort = () => this.#controller.abort();

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	/** Rejects when the call is aborted; the work itself goes on. */
	async unlessAborted<T>(work: Promise<T>): Promise<T> {
		const {signal} = this;
		signal.throwIfAborted();
		return Promise.race([work, once(signal, 'abort').then(() => Promise.reject(signal.reason))]);
	}

	/** Must be called after the last read. */
	end(): void {
		this.#open.delete(this);
		clearTimeout(this.#timer);
		this.#options.signal?.removeEventListener('abort', this.#abort);
	}

	toFailure(error: unknown): unknown {
		const {signal, deadlineMs} = this.#options;
		if (signal?.aborted) return signal.reason;
		const isLate = this.#controller.signal.aborted && !(error instanceof ConnectError);
		return isLate
			? createTimeoutFailure(this.#url, this.#phase, deadlineMs)
			: toNetworkFailure(error, this.#url, deadlineMs);
	}

	async *read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		const {maxBytes} = this.#options;
		this.#phase = 'body';
		let bytes = 0;
		try {
			for await (const chunk of body) {
				bytes += chunk.length;
				if (bytes > maxBytes) throw createTooLargeFailure(this.#url, maxBytes);
				yield chunk;
			}
		} catch (error) {
			throw this.toFailure(error);
		} finally {
			this.end();
		}
	}
}
