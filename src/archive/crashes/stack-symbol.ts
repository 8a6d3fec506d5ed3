import {replaceGeneratedInLine} from './generated-names.ts';

/**
 * Finds the name of the called function in a line of a stack trace of any runtime and language: .NET ("at", "bei",
 * "場所"), Java, JavaScript, Python, Go, Rust, C++, Objective-C, Delphi. The addresses, files, line numbers, arguments
 * and localized words around the name differ between two reports of one crash.
 */

const isBlank = (sign: string) => sign === ' ' || sign === '\t' || sign === '\r';

/** Spaces inside `<…>` belong to the token. */
function getLastToken(text: string): string {
	let depth = 0;
	let start = text.length;
	for (; start > 0; start--) {
		const sign = text[start - 1] as string;
		if (sign === '>') depth++;
		else if (sign === '<') depth--;
		else if (depth <= 0 && isBlank(sign)) break;
	}
	return text.slice(start);
}

const slash = /[\\/]/;
/** A dot, colon or exclamation mark between two parts of a name; paths, addresses and decimal numbers have none. */
const namePartSeparator = /[A-Za-z_\u0080-\uffff][.:!]\D/;

/** Returns the first qualified name, such as `Acme.Document.Save`, without a colon after it. */
function findQualifiedName(text: string): string | undefined {
	const names = text.split(/[ \t\r]+/).map(token => token.replace(/:$/, ''));
	return names.find(name => !slash.test(name) && namePartSeparator.test(name));
}

/** Objective-C: `-[Document open:]`, `+[Document shared]`. */
const messageSend = /[+-]\[[^\]]*\]?/;

/** Python: `File "/opt/x.py", line 1, in main`. A function name alone is not unique. */
const pythonFrame = /^File ".*?([^\\/"]*)", line \d+, in (.+)$/;
/** macOS: `3   Acme   0x0000000104c2b010 document_save + 120`. */
const macFrame = /^\d+ +\S.*? +0x[\da-f]+ (\D.*) \+ \d+$/;

function findInLineWithoutParenthesis(line: string): string | undefined {
	const [, file = '', name = ''] = pythonFrame.exec(line) ?? [];
	if (name !== '') return `${file}:${name}`;
	const [sent] = messageSend.exec(line) ?? [];
	const found = sent ?? macFrame.exec(line)?.[1] ?? findQualifiedName(line);
	if (found !== undefined) return found;
	// a frame without a name: its file
	const last = getLastToken(line);
	return last.includes('/') ? last : undefined;
}

/** Linux: `libacme.so(document_save+0x1a2)`; Android: `libgame.so (game_tick+16)`. */
const nameInParentheses = /^\(([\w\u0080-\uffff:~<>*&]+)(?:\([^)]*\))?\+\d/;
/** A message follows, as in `Caused by: java.io.IOException: no such file (x)`. */
const messageLabel = /:[ \t\r]/;

function findInLineWithParenthesis(line: string, parenthesis: number): string {
	const [, inside] = nameInParentheses.exec(line.slice(parenthesis)) ?? [];
	if (inside !== undefined) return inside;
	const before = line.slice(0, parenthesis).trim();
	const token = getLastToken(before);
	const hasLabel = messageLabel.test(before.slice(0, before.length - token.length));
	return (hasLabel ? findQualifiedName(before) : undefined) ?? token;
}

/** Removes a path before the name, a line number after it, quotes around it, and an offset such as `+0x1a`. */
function trimName(name: string): string {
	const file = slash.test(name) ? name.replace(/^.*[\\/]/s, '').replace(/:\d.*$/s, '') : name;
	const unquoted = file.replace(/^"+/, '');
	const offset = unquoted.indexOf('+0', 1);
	return offset < 0 ? unquoted : unquoted.slice(0, offset);
}

export function findSymbol(line: string): string | undefined {
	const text = replaceGeneratedInLine(line.trim());
	const parenthesis = text.indexOf('(');
	const found = parenthesis < 0 ? findInLineWithoutParenthesis(text) : findInLineWithParenthesis(text, parenthesis);
	return found === undefined ? undefined : trimName(found);
}
