const createDeferred = <Value>() => {
	let settle: {resolve: (value: Value) => void; reject: (error: unknown) => void} | undefined;
	const promise = new Promise<Value>((resolve, reject) => {
		settle = {resolve, reject};
	});
	// who waits for an earlier one hears of a failure in its turn
	promise.catch(() => undefined);
	return {
		promise,
		resolve: (value: Value) => settle?.resolve(value),
		reject: (error: unknown) => settle?.reject(error),
	};
};

/**
 * Works on up to `concurrency` items at a time and yields what came out, in the order of the items. When one throws, or
 * the reader stops, no further one is begun; those under way are told by the signal and waited for. What is thrown is what
 * went wrong first, not what came of stopping the others.
 */
export async function* mapInOrder<Item, Result>(
	items: readonly Item[],
	concurrency: number,
	work: (item: Item, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result> {
	const stop = new AbortController();
	const jobs = items.map(item => ({item, ...createDeferred<Result>()}));
	const waiting = jobs.values();
	const workOff = async () => {
		for (const {item, resolve, reject} of waiting) {
			if (stop.signal.aborted) return reject(stop.signal.reason);
			await work(item, stop.signal).then(resolve, error => {
				if (!stop.signal.aborted) stop.abort(error);
				reject(stop.signal.reason);
			});
		}
	};
	const workers = Array.from({length: concurrency}, workOff);
	try {
		for (const {promise} of jobs) yield await promise;
	} finally {
		if (!stop.signal.aborted) stop.abort();
		await Promise.all(workers);
	}
}
