/**
 * Characters that a terminal interprets or hides: controls (C0, C1), soft hyphen, zero-width and bidirectional marks, line and
 * paragraph separators, fillers, tags, lone surrogates.
 */
const active =
	/\r\n|\u034f|[\u17b4\u17b5]|[\u180b-\u180e]|[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu;
const plain = /^[\x20-\x7e]*$/;
const marks: Readonly<Record<string, string>> = {'\r\n': '⏎', '\n': '⏎', '\t': '→'};
const layout: readonly string[] = ['\r\n', '\n', '\t'];
const toEscape = (found: string) => `\\u{${found.codePointAt(0)?.toString(16)}}`;

/** Escapes them visibly in one line of text. Applying it again changes nothing. */
export const printable = (text: string): string =>
	plain.test(text) ? text : text.replace(active, found => marks[found] ?? toEscape(found));

/** Keeps line breaks. */
export const printableLines = (text: string): string => text.split(/\r?\n/).map(printable).join('\n');

/** Keeps line breaks and tabs. */
export const printableText = (text: string): string =>
	text.replace(active, found => (layout.includes(found) ? found : toEscape(found)));

const toJsonEscape = (found: string) =>
	found.replace(/[\s\S]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Uses JSON escapes in JSON without line breaks, so that it parses to the same value. */
export const printableJson = (json: string): string => (plain.test(json) ? json : json.replace(active, toJsonEscape));
