/** What can stand between cells, in the order of preference. */
export const delimiters = [',', ';', '\t', '|'] as const;

/**
 * The delimiter of a header row: the character that, outside quotes, cuts out a cell named as `isKey` says; else the one that
 * stands there most often; a comma when none does.
 */
export function findDelimiter(header: string, isKey: (name: string) => boolean): string {
	const cells = (delimiter: string) => cutRow(header, delimiter);
	const named = delimiters.find(delimiter => cells(delimiter).length > 1 && cells(delimiter).some(isKey));
	if (named) return named;
	const most = [...delimiters].sort((a, b) => cells(b).length - cells(a).length)[0];
	return most ?? ',';
}

/** Cells of one row, roughly: good enough to count and to know names. */
function cutRow(row: string, delimiter: string): readonly string[] {
	const parts = row.match(/"(?:[^"]|"")*"|[^"]+/g) ?? [];
	const marked = parts
		.map(part => (part.startsWith('"') ? part.slice(1, -1).replaceAll(delimiter, ' ') : part))
		.join('');
	return marked.split(delimiter).map(cell => cell.trim());
}
