/** True if requested, or if a person on Windows creates a file for a spreadsheet. */
export const wantsByteOrderMark = ({
	requested,
	file = '',
	isPerson,
	platform,
}: {
	readonly requested: boolean | undefined;
	readonly file: string | undefined;
	readonly isPerson: boolean;
	/** Spreadsheets on Windows take CSV without the mark for text in a legacy code page. */
	readonly platform: string;
}): boolean => requested ?? (/\.csv$/i.test(file) && isPerson && platform === 'win32');
