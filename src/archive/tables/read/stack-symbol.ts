/**
 * Finds in a line of a stack trace the name of what was called, whatever the runtime and its language: .NET ("at", "bei",
 * "場所"), Java, JavaScript, Python, Go, Rust, C++, Objective-C, Delphi. Addresses, files, line numbers, arguments and the
 * words of a locale stand around that name, and differ between two crashes of one fault.
 */

const isBlank = (sign: string) => sign === ' ' || sign === '\t' || sign === '\r';

/** The last token of a text; blanks inside `<…>` belong to it. */
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
/** A dot, colon or exclamation mark between two parts of a name: paths, addresses and decimal numbers have none. */
const joint = /[A-Za-z_\u0080-\uffff][.:!]\D/;

/** The first qualified name of a text, such as `Acme.Document.Save`, without a colon behind it. */
function findQualifiedName(text: string): string | undefined {
	const names = text.split(/[ \t\r]+/).map(token => token.replace(/:$/, ''));
	return names.find(name => !slash.test(name) && joint.test(name));
}

/** `-[Document open:]`, `+[Document shared]` of Objective-C. */
const messageSend = /[+-]\[[^\]]*\]?/;

function findInLineWithoutParenthesis(line: string): string | undefined {
	// Python: File "/opt/x.py", line 1, in main
	if (line.startsWith('File "')) return getLastToken(line);
	const [sent] = messageSend.exec(line) ?? [];
	const name = sent ?? findQualifiedName(line);
	if (name !== undefined) return name;
	// a frame without a name: its file
	const file = getLastToken(line);
	return file.includes('/') ? file : undefined;
}

/** `/usr/lib/lib.so(name+0x1a)`: the name is in the parentheses. */
const inParentheses = /^\(([\w\u0080-\uffff]+)\+0/;
/** A colon and a blank: what follows is a message, as in `Caused by: java.io.IOException: no such file (x)`. */
const label = /:[ \t\r]/;

function findInLineWithParenthesis(line: string, parenthesis: number): string {
	const [, inside] = inParentheses.exec(line.slice(parenthesis)) ?? [];
	if (inside !== undefined) return inside;
	const before = line.slice(0, parenthesis).trim();
	const token = getLastToken(before);
	const hasLabel = label.test(before.slice(0, before.length - token.length));
	return (hasLabel ? findQualifiedName(before) : undefined) ?? token;
}

/** Cuts a path before the name and a line number behind it, quotes around it, and an offset such as `+0x1a`. */
function trimName(name: string): string {
	const file = slash.test(name) ? name.replace(/^.*[\\/]/s, '').replace(/:\d.*$/s, '') : name;
	const unquoted = file.replace(/^"+/, '');
	const offset = unquoted.indexOf('+0', 1);
	return offset < 0 ? unquoted : unquoted.slice(0, offset);
}

/** Finds the name in one line of a stack trace. Undefined where it has none. */
export function findSymbol(line: string): string | undefined {
	const text = line.trim();
	const parenthesis = text.indexOf('(');
	const found = parenthesis < 0 ? findInLineWithoutParenthesis(text) : findInLineWithParenthesis(text, parenthesis);
	return found === undefined ? undefined : trimName(found);
}
