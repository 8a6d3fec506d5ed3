/**
 * Works on up to `limit` items at a time and yields the results in the items' order. When it is left early, or an item
 * fails, no further item is started.
 */
export async function* inOrder<Item, Result>(
	items: AsyncIterable<Item> | Iterable<Item>,
	limit: number,
	work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
	const queue: Promise<Result>[] = [];
	for await (const item of items) {
		const started = work(item);
		// A failure is thrown in its turn; until then it must not count as unhandled.
		started.catch(() => {});
		queue.push(started);
		if (queue.length >= limit) yield await (queue.shift() as Promise<Result>);
	}
	for (const started of queue) yield await started;
}
