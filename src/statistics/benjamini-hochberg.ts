/**
 * Corrects p-values for their number (Benjamini and Hochberg 1995): among those of at most `q`, at most that share is expected to be
 * false. Takes and returns logarithms, in the same order.
 */
export function adjustPValues(logs: readonly number[]): readonly number[] {
	const order = logs.map((_, at) => at).sort((left, right) => (logs[right] ?? 0) - (logs[left] ?? 0));
	const adjusted = new Array<number>(logs.length);
	let least = 0;
	order.forEach((at, place) => {
		least = Math.min(least, (logs[at] ?? 0) + Math.log(logs.length / (logs.length - place)));
		adjusted[at] = least;
	});
	return adjusted;
}
