import pLimit from 'p-limit';

export type CallQueue = {
	/** Does the work when its turn comes. */
	readonly run: <T>(work: () => Promise<T>) => Promise<T>;
	/** Resolves when no work is left. */
	readonly ended: () => Promise<unknown>;
};

/** A queue that does at most `limit` pieces of work at once. Calls `prepare` before work that begins while nothing else runs. */
export function createCallQueue(limit: number, prepare: () => void): CallQueue {
	const inTurn = pLimit(limit);
	const open = new Set<Promise<unknown>>();
	return {
		run: work => {
			if (open.size === 0) prepare();
			const call = inTurn(work);
			open.add(call);
			const close = () => void open.delete(call);
			call.then(close, close);
			return call;
		},
		ended: () => Promise.allSettled(open),
	};
}
