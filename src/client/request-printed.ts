/** The note of a run with `--dry-run` that would have made calls. */
export const notSentNote = 'the request is valid; nothing was sent (--print-request json shows the request)';

/** Ends a run whose calls were printed, or checked, in place of being made. It is not a failure: exit 0. */
export class RequestPrinted extends Error {
	override readonly name = 'RequestPrinted';
}

/** Does each piece of work, one after the other. With `--print-request` the calls of all of them are printed before the run ends. */
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
