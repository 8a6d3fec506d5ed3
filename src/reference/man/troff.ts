import type {Item} from '../layout.ts';

/** Characters that troff would print as typographic ones, which a shell does not take. */
const plainForms: Readonly<Record<string, string>> = {
	'\\': '\\e',
	'-': '\\-',
	"'": '\\(aq',
	'`': '\\(ga',
	'^': '\\(ha',
	'~': '\\(ti',
	'"': '\\(dq',
};
const unicode = (character: string) =>
	`\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}]`;

/** Text that troff prints as it is: ASCII, and no line is a request. */
export const literal = (text: string): string =>
	text
		.replace(/[\\\-'`^~"]/g, character => plainForms[character] ?? character)
		.replace(/[^\0-\x7f]/gu, unicode)
		.replace(/^(?=\.)/gm, '\\&');

/** Terms in bold, each with its explanation below. */
export const tagged = (items: readonly Item[]): string =>
	items.map(([term, summary]) => `.TP\n\\fB${literal(term.trim())}\\fR\n${literal(summary)}\n`).join('');

/** Lines that are not filled. */
export const verbatim = (text: string): string => `.PP\n.nf\n${literal(text)}\n.fi\n`;

/** Paragraphs are filled; indented ones stay as they are. */
export const paragraphs = (text: string): string =>
	text
		.trim()
		.split(/\n{2,}/)
		.map(part => (/^\s/m.test(part) ? verbatim(part) : `.PP\n${literal(part)}\n`))
		.join('');

/** A section with a heading in capitals; nothing when it has no text. */
export const section = (title: string, text: string): string =>
	text === '' ? '' : `.SH ${literal(title.toUpperCase())}\n${text}`;
