/** Ends a run whose calls were printed instead of made: no failure, exit 0. */
export class RequestPrinted extends Error {
	override readonly name = 'RequestPrinted';
}

/**
 * Does each piece of work, one at a time. Where calls are printed instead of made (`--print-request`), the first of them
 * would end the run: all are printed before it ends.
 */
export async function inTurn<Item, Result>(
	items: readonly Item[],
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	let printed: RequestPrinted | undefined;
	for (const item of items) {
		try {
			results.push(await work(item));
		} catch (error) {
			if (!(error instanceof RequestPrinted)) throw error;
			printed = error;
		}
	}
	if (printed) throw printed;
	return results;
}
