/** How large an answer may become, in bytes of UTF-8 where nothing else is said. A client puts each answer into the context of a model. */
export const maxAnswerBytes = 20 * 1024;
/** What stands before the rows: how many there are, the command line, notes, sums. */
export const maxNoteLength = 400;
export const maxNotes = 12;
/** Characters of one cell, where a tool does not say otherwise. */
export const maxCellLength = 500;
/** The text, or its beginning and how much is missing. */
export const cutText = (text: string, length: number): string =>
	text.length > length
		? `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}… [${text.length - length} more characters]`
		: text;
