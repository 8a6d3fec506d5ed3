/**
 * JSON whose members have names from data. JSON.parse of Node 24 and 26 mistakes an escape at the end of a name for the backslash
 * of a name of any object before: where `a\` is known, it reads `a"` as `a\`. So escapes of names are hidden from it.
 */

/** Stands for character 0; UTF-8 has no such character. */
const base = 0xdf00;
const hide = (text: string) =>
	text.replace(/[^ -\uffff]|["\\]/g, char => String.fromCharCode(base + char.charCodeAt(0)));
const show = (text: string) =>
	text.replace(/[\udf00-\udf5c]/gu, char => String.fromCharCode(char.charCodeAt(0) - base));

/** Strings, and the colon after those that are names. */
const strings = /"((?:[^"\\]|\\.)*)"([ \t\r\n]*:)?/g;
const endsWithEscape = /\\(?:[^u]|u[\da-f]{4})"[ \t\r\n]*:/i;

const hideNames = (json: string) =>
	json.replace(strings, (string, name: string, colon?: string) =>
		colon !== undefined && name.includes('\\') ? `"${hide(JSON.parse(`"${name}"`))}"${colon}` : string,
	);

function showNames(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(showNames);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [show(name), showNames(member)]));
}

/** JSON.parse, with the names that the text has. Throws SyntaxError for text that is not JSON. */
export const parseJson = (text: string): unknown =>
	endsWithEscape.test(text) ? showNames(JSON.parse(hideNames(text))) : JSON.parse(text);
