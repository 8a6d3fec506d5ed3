import type {Item} from '../layout.ts';

/** Characters that troff would replace with typographic ones, which a shell does not accept. */
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

/** Escapes text so that troff prints it unchanged, in ASCII, and reads no line as a request. */
export const escapeTroff = (text: string): string =>
	text
		.replace(/[\\\-'`^~"]/g, character => plainForms[character] ?? character)
		.replace(/[^\0-\x7f]/gu, unicode)
		.replace(/^(?=\.)/gm, '\\&');

export const tagged = (items: readonly Item[]): string =>
	items.map(([term, summary]) => `.TP\n\\fB${escapeTroff(term.trim())}\\fR\n${escapeTroff(summary)}\n`).join('');

export const verbatim = (text: string): string => `.PP\n.nf\n${escapeTroff(text)}\n.fi\n`;

/** Fills paragraphs; indented ones are left unchanged. */
export const paragraphs = (text: string): string =>
	text
		.trim()
		.split(/\n{2,}/)
		.map(part => (/^\s/m.test(part) ? verbatim(part) : `.PP\n${escapeTroff(part)}\n`))
		.join('');

export const section = (title: string, text: string): string =>
	text === '' ? '' : `.SH ${escapeTroff(title.toUpperCase())}\n${text}`;
