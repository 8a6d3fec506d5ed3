/** Rows in an answer by default, and at most. */
export const usualRows = 200;
export const mostRows = 1000;
/** In bytes of UTF-8. A client puts each answer into the context of a model. */
export const maxAnswerBytes = 20 * 1024;
/** Reserved for what precedes the rows: their number, the command line, notes, sums. */
export const maxHeadBytes = 6 * 1024;
export const maxNoteLength = 400;
export const maxNotes = 12;
/** The default number of characters per cell. */
export const maxCellLength = 500;
export const cutText = (text: string, length: number): string =>
	text.length > length
		? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}… [${text.length - length} more characters]`
		: text;

/** Cuts all texts, and lists to 20 members, or fewer if texts are very short. */
export function cutTexts(value: unknown, length: number): unknown {
	if (typeof value === 'string') return cutText(value, length);
	if (Array.isArray(value))
		return value.slice(0, Math.max(1, Math.min(20, length >> 2))).map(each => cutTexts(each, length));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cutTexts(each, length)]));
}

/** Halves the length of texts until the result fits or the texts are very short. */
export function fitInto(write: (length: number) => string, {length, room}: {length: number; room: number}): string {
	const written = write(length);
	return length <= 8 || Buffer.byteLength(written) <= room ? written : fitInto(write, {length: length >> 1, room});
}
