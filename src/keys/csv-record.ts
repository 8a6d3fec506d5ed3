/** What is wrong with the quotes of a record, and where in its text. */
export type QuoteFault = {
	readonly kind: 'stray' | 'trailing' | 'open';
	readonly at: number;
	/** Where the quote stands that opened the cell. */
	readonly opened: number;
};

/**
 * Walks the text of one CSV record (RFC 4180) for the places of things: the reader itself only says that something is
 * wrong. Answers where each cell begins, and the first fault of its quotes.
 */
export function walkRecord(
	text: string,
	delimiter: string,
): {readonly starts: readonly number[]; readonly fault?: QuoteFault} {
	const starts: number[] = [];
	for (let index = 0; ; index++) {
		starts.push(index);
		const end = text[index] === '"' ? quotedEnd(text, index, delimiter) : plainEnd(text, index, delimiter);
		if (typeof end !== 'number') return {starts, fault: end};
		if (text[end] !== delimiter) return {starts};
		index = end;
	}
}

const endsCell = (char: string | undefined, delimiter: string) =>
	char === undefined || char === delimiter || char === '\n' || char === '\r';

function plainEnd(text: string, opened: number, delimiter: string): number | QuoteFault {
	let index = opened;
	while (!endsCell(text[index], delimiter)) {
		if (text[index] === '"') return {kind: 'stray', at: index, opened};
		index++;
	}
	return index;
}

/** Two quotes are one of the cell's text. */
function quotedEnd(text: string, opened: number, delimiter: string): number | QuoteFault {
	let index = text.indexOf('"', opened + 1);
	while (index !== -1 && text[index + 1] === '"') index = text.indexOf('"', index + 2);
	if (index === -1) return {kind: 'open', at: opened, opened};
	return endsCell(text[index + 1], delimiter) ? index + 1 : {kind: 'trailing', at: index + 1, opened};
}
