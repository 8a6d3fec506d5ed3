/** Other content than CSV, by its first bytes as Latin-1. */
const starts: readonly (readonly [start: string, description: string])[] = [
	['version https://git-lfs.github.com/spec/', 'a Git LFS pointer instead of the file (to fetch it: git lfs pull)'],
	['BZh', 'a bzip2 archive: unpack it'],
	['\u00fd7zXZ', 'an xz archive: unpack it'],
	['7z\u00bc\u00af', 'a 7z archive: unpack it'],
	['\u0028\u00b5\u002f\u00fd', 'a Zstandard archive: unpack it'],
	['Rar!', 'a RAR archive: unpack it'],
	['PK\u0003\u0004', 'a zip archive inside another one: unpack it'],
	['\u00d0\u00cf\u0011\u00e0', 'an old Office document: save it as CSV'],
	['PAR1', 'a Parquet file'],
	['SQLite format 3', 'an SQLite database'],
	['%PDF-', 'a PDF document'],
	['<', 'HTML or XML'],
	['{', 'JSON'],
	['[', 'JSON'],
];
const tarMark = {at: 257, text: 'ustar'};

/** Names what a text is instead of CSV; undefined if it can be CSV. */
export const describeForeign = (latin1: string): string | undefined =>
	latin1.startsWith(tarMark.text, tarMark.at)
		? 'a tar archive: unpack it'
		: starts.find(([start]) => latin1.startsWith(start))?.[1];
