/** Returns whether CSV begins with a byte order mark: as asked, or if a person makes a file for a spreadsheet of Windows. */
export const wantsByteOrderMark = ({
	asked,
	file = '',
	isPerson,
	platform,
}: {
	readonly asked: boolean | undefined;
	/** The name of the file to write. */
	readonly file: string | undefined;
	readonly isPerson: boolean;
	/** Spreadsheets of Windows take a CSV without the mark for text of an old code page. */
	readonly platform: string;
}): boolean => asked ?? (/\.csv$/i.test(file) && isPerson && platform === 'win32');
