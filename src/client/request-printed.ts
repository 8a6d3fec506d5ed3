export const notSentNote = 'the request is valid; nothing was sent (--print-request json shows the request)';

/** Ends a run whose calls were printed or checked instead of made. It is not a failure: the exit status is 0. */
export class RequestPrinted extends Error {
	override readonly name = 'RequestPrinted';
}

/**
 * Runs the items one after the other, so that `--print-request` prints the calls of all of them before the run ends.
 */
export async function runSequentially<Item, Result>(
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
