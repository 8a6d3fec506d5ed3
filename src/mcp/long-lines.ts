const lineFeed = 10;

function* cutAfterLines(chunk: Uint8Array): Generator<Uint8Array> {
	for (let from = 0; from < chunk.length; ) {
		const end = chunk.indexOf(lineFeed, from) + 1 || chunk.length;
		yield chunk.subarray(from, end);
		from = end;
	}
}

/** Yields the lines of the chunks, without those that are longer than `maxBytes`; calls `onLong` once for each. */
export async function* withoutLongLines(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
	onLong: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
	let begun: Uint8Array[] = [];
	let length = 0;
	const add = async (part: Uint8Array) => {
		const before = length;
		length += part.length;
		if (length <= maxBytes) begun.push(part);
		else if (before <= maxBytes) {
			begun = [];
			await onLong();
		}
	};
	for await (const chunk of chunks)
		for (const part of cutAfterLines(chunk)) {
			await add(part);
			if (part.at(-1) !== lineFeed) continue;
			yield* begun;
			begun = [];
			length = 0;
		}
	yield* begun;
}
