import pLimit from 'p-limit';

export type CallQueue = {
	readonly run: <T>(work: () => Promise<T>) => Promise<T>;
	readonly ended: () => Promise<unknown>;
};

/** Runs at most `limit` tasks at once. Calls `prepare` before a task that starts while nothing else runs. */
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
